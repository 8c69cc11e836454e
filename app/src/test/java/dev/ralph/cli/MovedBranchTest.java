package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What comes to the branch while a loop runs, and the tamper guard: it may be its user's, another loop's, or that of
/// an agent that went past Ralph.
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class MovedBranchTest {
    private static final String BOUNDS = "fail_under = 90\nminimum = 80\n";

    @TempDir
    Path base;

    private GitProject project;

    @BeforeEach
    void aProjectWithTests() throws Exception {
        project = GitProject.of(base);
        project.write("tests/ruff.toml", BOUNDS).commit("tests");
    }

    /// Waits, the first time, until somebody has committed tests to the branch.
    private String pause() {
        return "(cd %s; test -e over || { echo > begun; read x < go-on; touch over; })".formatted(base);
    }

    /// One attempt in an overlay, with a pause in it or in its check.
    private Shell.Said meanwhile(String tests, String agent, String check) throws Exception {
        Path begun = base.resolve("begun");
        Path goOn = base.resolve("go-on");
        Shell.other(base, Map.of(), List.of("mkfifo", begun.toString(), goOn.toString()));
        CompletableFuture<Shell.Said> said =
                CompletableFuture.supplyAsync(() -> project.once(1, "overlay", agent, "--check", check));
        Files.readString(begun);
        commit(tests);
        Files.writeString(goOn, "\n");
        return said.join();
    }

    private void commit(String tests) throws Exception {
        project.write("tests/ruff.toml", tests).git("add", "tests");
        project.git("commit", "-qm", "meanwhile");
    }

    private static String lowered() {
        return BOUNDS.replace("90", "50");
    }

    @Test
    void a_threshold_that_is_lowered_on_the_branch_meanwhile_is_a_question_and_nothing_to_put_back() throws Exception {
        Shell.Said said = meanwhile(lowered(), "echo plan > plan.md", pause());

        assertThat(said.code()).as(said.out() + said.err()).isEqualTo(4);
        assertThat(said.out())
                .contains("new on the branch, and not from this loop", "fail_under", "(coverage-lowered)")
                .contains("holds for the rest of the loop, also for what its agents do")
                .doesNotContain("Restore it");

        Shell.Said answered =
                project.ralph("resume", "task-001", "--check", "{\"type\":\"tamper\",\"coverage-lowered\":\"allow\"}");
        assertThat(answered.code()).as(answered.out() + answered.err()).isZero();
        assertThat(project.git("log", "-2", "--format=%s")).isEqualTo("Do the thing\nmeanwhile\n");
    }

    @Test
    void an_agent_that_goes_past_ralph_to_the_branch_needs_a_human() throws Exception {
        project.git("checkout", "-q", "-b", "cheat");
        commit(lowered());
        project.git("checkout", "-q", "main");
        String agent =
                "echo plan > plan.md; git --git-dir='" + project.path(".git") + "' update-ref refs/heads/main cheat";
        Shell.Said said = project.once(1, "worktree", agent, "--check", "test -e plan.md");

        assertThat(said.code()).as(said.out() + said.err()).isEqualTo(4);
        assertThat(said.out())
                .contains("new on the branch, and not from this loop", "fail_under", "(coverage-lowered)");
    }

    @Test
    void what_an_agent_weakens_itself_is_refused_wherever_the_branch_is() throws Exception {
        Shell.Said said = meanwhile(lowered(), "echo plan > plan.md; rm tests/ruff.toml; " + pause(), "true");

        assertThat(said.code()).as(said.out() + said.err()).isEqualTo(3);
        assertThat(said.out())
                .contains("is gone (coverage-lowered)", "Restore it")
                .doesNotContain("new on the branch");
    }

    @Test
    void what_an_agent_weakens_is_told_without_what_came_to_the_branch() throws Exception {
        project.write("other/ruff.toml", BOUNDS).commit("more tests");
        String lower = "sed -i 's/80/40/' other/ruff.toml";
        Shell.Said said = meanwhile(lowered(), lower + "; " + pause(), "true");

        assertThat(said.code()).as(said.out() + said.err()).isEqualTo(3);
        assertThat(said.out()).contains("other/ruff.toml:2:", "Restore it").doesNotContain("tests/ruff.toml");
    }
}
