package dev.ralph.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ralph.git.GitHead;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Work that goes on in an overlay after some of it was kept in git.
@SuppressWarnings("NullAway.Init") // every test opens its own
class KeptAgainTest {
    @TempDir
    Path scratch;

    private SampleProject project;
    private RealOverlay overlay;
    private OverlayGit git;

    @BeforeEach
    void open() throws Exception {
        assumeTrue(Overlays.work(), "overlays cannot be mounted here: needs root or user namespaces");
        project = SampleProject.repository(scratch.resolve("project"), Map.of("a", "a\n", "b", "b\n"));
    }

    private void overlay() throws Exception {
        overlay = new RealOverlay(project.folder(), scratch.resolve("loop-1"));
        git = new OverlayGit(project.folder(), overlay.folder(), ProtectedPaths.standard());
        git.begin();
    }

    private KeepResult keep(int attempt) throws Exception {
        AttemptRef ref = new AttemptRef("loop-1", attempt);
        git.conserve(ref);
        GitHead base = git.base().orElseThrow();
        return git.keep(ref, base, "Kept work", null, null);
    }

    @Test
    void the_next_attempt_begins_with_what_was_kept_and_stands_on_its_commit() throws Exception {
        overlay();
        overlay.work("echo 1 > a; echo 1 > new");
        assertThat(keep(1)).isInstanceOf(KeepResult.Done.class);
        String first = project.git("rev-parse", "HEAD");

        overlay.work("echo 2 > a; echo 2 > b");
        assertThat(keep(2)).isInstanceOf(KeepResult.Done.class);

        assertThat(project.git("rev-parse", "refs/ralph/loop-1/2^")).isEqualTo(first);
        assertThat(project.git("show", "refs/ralph/loop-1/2:new")).isEqualTo("1");
        assertThat(project.git("rev-parse", "HEAD^")).isEqualTo(first);
        assertThat(project.read("a")).isEqualTo("2\n");
        assertThat(project.status()).isEmpty();
    }

    @Test
    void with_a_detached_head_keeping_the_same_once_more_finds_what_was_kept() throws Exception {
        project.git("checkout", "-q", "--detach");
        overlay();
        overlay.work("echo 1 > a");
        assertThat(keep(1)).isInstanceOf(KeepResult.Done.class);
        String kept = project.git("rev-parse", "HEAD");

        assertThat(keep(1)).isInstanceOf(KeepResult.Done.class);
        assertThat(project.git("rev-parse", "HEAD")).isEqualTo(kept);
    }
}
