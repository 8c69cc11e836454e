package dev.ralph.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ralph.git.Head;
import dev.ralph.git.Repository;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/// A repository, an overlay on it, and what is kept: for tests with real git and real overlays.
@SuppressWarnings("NullAway.Init") // every test opens its own
abstract class KeepingIntoGit {
    static final AttemptRef FIRST = new AttemptRef("loop-1", 1);

    @TempDir
    Path scratch;

    Project project;
    RealOverlay overlay;
    Head head;

    @BeforeEach
    void overlays() throws Exception {
        assumeTrue(Overlays.work(), "overlays cannot be mounted here: needs root or user namespaces");
    }

    void open(Map<String, String> files) throws Exception {
        project = Project.repository(scratch.resolve("p"), files);
        open();
    }

    void open() throws Exception {
        overlay = new RealOverlay(project.folder(), scratch.resolve("w"));
        head = Repository.at(project.folder()).orElseThrow().head();
    }

    Kept keep() throws IOException {
        return keep(FIRST);
    }

    Kept keep(AttemptRef attempt) throws IOException {
        OverlayGit git = new OverlayGit(project.folder(), overlay.folder(), ProtectedPaths.standard());
        git.conserve(attempt, head.commit());
        return git.keep(attempt, head, "Kept work", null);
    }

    static Kept.Done done(Kept kept) {
        assertThat(kept).isInstanceOf(Kept.Done.class);
        return (Kept.Done) kept;
    }

    static String refused(Kept kept) {
        assertThat(kept).isInstanceOf(Kept.Refused.class);
        return ((Kept.Refused) kept).why();
    }

    void assertNothingIsLeft() throws IOException {
        assertThat(Manifest.of(project.folder())).noneMatch(line -> line.contains(".ralph-"));
        for (String name : List.of("keep.plan", "keep.staging", "git-index", "git-view")) {
            assertThat(overlay.folder().resolve(name)).doesNotExist();
        }
    }

    static List<String> withoutGit(List<String> manifest) {
        return manifest.stream().filter(line -> !line.startsWith(".git/")).toList();
    }
}
