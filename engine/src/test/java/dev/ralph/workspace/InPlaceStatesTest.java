package dev.ralph.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Attempts in the project itself, one after the other in one process.
class InPlaceStatesTest {
    @TempDir
    Path scratch;

    SampleProject project;
    InPlaceStates states;
    int attempts;

    @BeforeEach
    void begin() throws Exception {
        project = SampleProject.repository(scratch.resolve("p"), Map.of("a", "a\n", "code/b", "b\n"));
        states = new InPlaceStates(
                project.folder(), project.path(".ralph/loops/loop-1"), InPlaceStates.Where.REPOSITORIES);
    }

    private interface Work {
        void work() throws Exception;
    }

    /// @return what it is conserved as
    private Conserved attempt(Work work) throws Exception {
        AttemptRef attempt = ref(++attempts);
        states.before(attempt);
        work.work();
        return states.after(attempt).orElseThrow();
    }

    private static AttemptRef ref(int attempt) {
        return new AttemptRef("loop-1", attempt);
    }

    @Test
    void attempts_that_change_nothing_have_a_commit_each_on_top_of_the_one_before() throws Exception {
        String before = attempt(() -> {}).commit();
        for (int i = 0; i < 5; i++) {
            Conserved conserved = attempt(() -> {});
            assertThat(conserved.base()).isEqualTo(before);
            before = conserved.commit();
            assertThat(project.git("rev-parse", ref(attempts).name())).isEqualTo(before);
        }
        assertThat(project.git("rev-list", "--count", "HEAD.." + before)).isEqualTo("6");
        assertThat(project.git("diff", "HEAD", before)).isEmpty();
        assertThat(project.git("fsck", "--strict", "--no-dangling")).isEmpty();
        assertThat(Audit.of(
                                project.folder(),
                                List.of(new Audit.Ended(ref(1), null), new Audit.Ended(ref(6), null)),
                                List.of())
                        .troubles())
                .isEmpty();
    }

    @Test
    void work_between_attempts_that_change_nothing_is_conserved() throws Exception {
        for (int i = 0; i < 3; i++) {
            attempt(() -> {});
        }
        Conserved worked = attempt(() -> project.write("code/b", "B\n"));
        attempt(() -> {});
        project.write("mine", "the user's\n");
        Conserved last = attempt(() -> project.write("code/b", "C\n"));

        assertThat(project.git("diff", "--name-status", worked.base(), worked.commit()))
                .isEqualTo("M\tcode/b");
        assertThat(project.git("diff", "--name-status", last.base(), last.commit()))
                .isEqualTo("M\tcode/b");
        assertThat(project.git("show", ref(6).before() + ":mine")).isEqualTo("the user's");
    }

    @Test
    void commits_of_an_agent_that_changes_no_file_stay_reachable() throws Exception {
        project.write("a", "not committed\n");
        for (int i = 0; i < 3; i++) {
            attempt(() -> {});
        }
        Conserved conserved = attempt(() -> project.commit("The agent's own"));

        assertThat(project.git("rev-parse", conserved.commit() + "^2")).isEqualTo(project.git("rev-parse", "HEAD"));
    }

    @Test
    void a_repository_that_an_agent_made_anew_holds_what_it_does_from_then_on() throws Exception {
        for (int i = 0; i < 3; i++) {
            attempt(() -> {});
        }
        states.before(ref(++attempts));
        new ProcessBuilder("sh", "-c", "rm -rf .git; git init -q")
                .directory(project.folder().toFile())
                .start()
                .waitFor();
        tried(() -> states.after(ref(attempts)));
        tried(() -> attempt(() -> {}));

        Conserved conserved = attempt(() -> project.write("a", "new\n"));

        assertThat(project.git("show", conserved.commit() + ":a")).isEqualTo("new");
        assertThat(project.git("show", conserved.commit() + ":code/b")).isEqualTo("b");
    }

    @Test
    void what_an_agent_removed_from_the_repository_is_put_there_again() throws Exception {
        project.write("mine", "not committed\n");
        for (int i = 0; i < 3; i++) {
            attempt(() -> {});
        }
        states.before(ref(++attempts));
        new ProcessBuilder(
                        "sh",
                        "-c",
                        "rm -r .git/refs/ralph; git reflog expire --expire=now --all; git prune --expire=now")
                .directory(project.folder().toFile())
                .start()
                .waitFor();
        tried(() -> states.after(ref(attempts)));
        tried(() -> attempt(() -> {}));

        Conserved conserved = attempt(() -> {});

        assertThat(project.git("show", conserved.commit() + ":mine")).isEqualTo("not committed");
        assertThat(project.git("fsck", "--strict", "--no-dangling")).isEmpty();
    }

    /// It may fail, and say so.
    private static void tried(Work work) throws Exception {
        try {
            work.work();
        } catch (IOException told) {
            assertThat(told).hasMessageContaining("git");
        }
    }
}
