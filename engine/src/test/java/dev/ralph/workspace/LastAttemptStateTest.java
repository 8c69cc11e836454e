package dev.ralph.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Whether what attempts have done is as they left it, with and without git; worktrees and real overlays are in
/// the tests of commands.
class LastAttemptStateTest {
    private static final AttemptRef FIRST = new AttemptRef("loop-1", 1);
    private static final AttemptRef SECOND = new AttemptRef("loop-1", 2);

    enum Git {
        YES,
        NO
    }

    @TempDir
    Path base;

    private Path project;

    @BeforeEach
    void a_project() throws Exception {
        project = Files.createDirectory(base.resolve("project")).toRealPath();
        Files.writeString(project.resolve("old"), "old\n");
        Files.writeString(project.resolve("other"), "other\n");
        Files.writeString(project.resolve(".gitignore"), ".ralph\nbuild\n");
    }

    private void begin(Git git) throws Exception {
        if (git == Git.YES) {
            String identity = "git -c user.name=u -c user.email=u@example.org ";
            sh(project, "git init -q && git add -A && " + identity + "commit -q -m first");
        }
    }

    private static void sh(Path folder, String line) throws Exception {
        Process shell = new ProcessBuilder(List.of("sh", "-ec", line))
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertThat(shell.waitFor()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void in_place_what_attempts_touched_counts_and_nothing_else(Git git) throws Exception {
        begin(git);
        InPlaceStates states = new InPlaceStates(project, base.resolve("scratch"), InPlaceStates.Where.EVERYWHERE);
        states.before(FIRST);
        sh(project, "echo one > new; rm old");
        states.after(FIRST);
        assertThat(states.changed(FIRST)).isEmpty();

        sh(project, "echo mine > other; echo mine > notes; mkdir -p .ralph; echo x > .ralph/x");
        assertThat(states.changed(FIRST)).as("none of that is the attempt's").isEmpty();
        sh(project, "echo old > old");
        assertThat(states.changed(FIRST)).contains("old");
        sh(project, "rm old; echo two > new");
        assertThat(states.changed(FIRST)).contains("new");
    }

    @ParameterizedTest
    @EnumSource
    void so_it_is_in_an_overlay(Git git) throws Exception {
        begin(git);
        Path home = base.resolve("workspaces/loop-1");
        assumeTrue(Overlays.work(), "overlays cannot be mounted here: needs root or user namespaces");
        RealOverlay folder = new RealOverlay(project, home);
        OverlayGit overlay = new OverlayGit(project, home, ProtectedPaths.standard());
        overlay.begin();
        assertThat(overlay.changed(FIRST)).as("nobody knows").isEmpty();
        folder.work("echo one > new; rm old");
        overlay.conserve(FIRST);
        assertThat(overlay.changed(FIRST)).isEmpty();

        folder.work("echo mine > other; echo mine > notes");
        sh(project, "echo mine > old");
        assertThat(overlay.changed(FIRST)).isEmpty();
        folder.work("echo two > new");
        assertThat(overlay.changed(FIRST)).contains("new");
    }

    @Test
    void what_an_earlier_attempt_had_touched_counts_too() throws Exception {
        begin(Git.YES);
        InPlaceStates states = new InPlaceStates(project, base.resolve("scratch"), InPlaceStates.Where.REPOSITORIES);
        states.before(FIRST);
        sh(project, "rm old; echo one > made");
        states.after(FIRST);
        states.before(SECOND);
        sh(project, "echo old > old; rm made");
        states.after(SECOND);
        assertThat(states.changed(SECOND)).isEmpty();

        sh(project, "echo one > made");
        assertThat(states.changed(SECOND)).contains("made");
        sh(project, "rm made old");
        assertThat(states.changed(SECOND)).contains("old");
    }

    @Test
    void what_the_loop_ended_with_is_as_good_as_what_the_attempt_left() throws Exception {
        begin(Git.YES);
        InPlaceStates states = new InPlaceStates(project, base.resolve("scratch"), InPlaceStates.Where.REPOSITORIES);
        states.before(FIRST);
        sh(project, "echo one > report; echo one > new");
        states.after(FIRST);
        sh(project, "echo two > report");
        assertThat(states.changed(FIRST)).contains("report");

        states.end(FIRST);
        assertThat(states.changed(FIRST)).isEmpty();
        sh(project, "echo one > report");
        assertThat(states.changed(FIRST)).isEmpty();
        sh(project, "echo three > report");
        assertThat(states.changed(FIRST)).contains("report");
        states.end(FIRST);
        assertThat(states.changed(FIRST)).isEmpty();
    }
}
