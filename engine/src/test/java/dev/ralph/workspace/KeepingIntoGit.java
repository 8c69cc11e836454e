package dev.ralph.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ralph.git.GitHead;
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

    SampleProject project;
    RealOverlay overlay;
    GitHead head;

    @BeforeEach
    void overlays() throws Exception {
        assumeTrue(Overlays.work(), "overlays cannot be mounted here: needs root or user namespaces");
    }

    void open(Map<String, String> files) throws Exception {
        project = SampleProject.repository(scratch.resolve("p"), files);
        open();
    }

    void open() throws Exception {
        overlay = new RealOverlay(project.folder(), scratch.resolve("w"));
        head = Repository.at(project.folder()).orElseThrow().head();
    }

    KeepResult keep() throws IOException {
        return keep(FIRST);
    }

    KeepResult keep(AttemptRef attempt) throws IOException {
        OverlayGit git = new OverlayGit(project.folder(), overlay.folder(), ProtectedPaths.standard());
        git.conserve(attempt, head.commit());
        return git.keep(attempt, head, "Kept work", null, null);
    }

    static KeepResult.Done done(KeepResult kept) {
        assertThat(kept).isInstanceOf(KeepResult.Done.class);
        return (KeepResult.Done) kept;
    }

    static String refused(KeepResult kept) {
        assertThat(kept).isInstanceOf(KeepResult.Refused.class);
        return ((KeepResult.Refused) kept).why();
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
