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
    private static final String TESTS = """
            import pytest


            def test_adds():
                assert 2 + 2 == 4


            def test_more():
                assert 1 + 1 == 2
            """;

    @TempDir
    Path base;

    private GitProject project;

    @BeforeEach
    void aProjectWithTests() throws Exception {
        project = GitProject.of(base);
        project.write("tests/test_sum.py", TESTS).commit("tests");
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
        project.write("tests/test_sum.py", tests).git("add", "tests");
        project.git("commit", "-qm", "meanwhile");
    }

    private static String skipped() {
        return TESTS.replace("def test_adds", "@pytest.mark.skip\ndef test_adds");
    }

    @Test
    void a_test_that_is_skipped_on_the_branch_meanwhile_is_a_question_and_nothing_to_put_back() throws Exception {
        Shell.Said said = meanwhile(skipped(), "echo plan > plan.md", pause());

        assertThat(said.code()).as(said.out() + said.err()).isEqualTo(4);
        assertThat(said.out())
                .contains("came to the branch while the loop ran", "test_adds", "(test-skipped)")
                .contains("holds for the rest of the loop, for what its agents do, too")
                .doesNotContain("Put it back");

        Shell.Said answered =
                project.ralph("resume", "task-001", "--check", "{\"type\":\"tamper\",\"test-skipped\":\"allow\"}");
        assertThat(answered.code()).as(answered.out() + answered.err()).isZero();
        assertThat(project.git("log", "-2", "--format=%s")).isEqualTo("Do the thing\nmeanwhile\n");
    }

    @Test
    void an_agent_that_goes_past_ralph_to_the_branch_needs_a_human() throws Exception {
        project.git("checkout", "-q", "-b", "cheat");
        commit(skipped());
        project.git("checkout", "-q", "main");
        String agent =
                "echo plan > plan.md; git --git-dir='" + project.path(".git") + "' update-ref refs/heads/main cheat";
        Shell.Said said = project.once(1, "worktree", agent, "--check", "test -e plan.md");

        assertThat(said.code()).as(said.out() + said.err()).isEqualTo(4);
        assertThat(said.out()).contains("came to the branch while the loop ran", "test_adds", "(test-skipped)");
    }

    @Test
    void what_an_agent_weakens_itself_is_refused_wherever_the_branch_is() throws Exception {
        Shell.Said said = meanwhile(skipped(), "echo plan > plan.md; rm tests/test_sum.py; " + pause(), "true");

        assertThat(said.code()).as(said.out() + said.err()).isEqualTo(3);
        assertThat(said.out()).contains("(test-deleted)", "Put it back").doesNotContain("(test-skipped)");
    }

    @Test
    void what_an_agent_weakens_is_told_without_what_came_to_the_branch() throws Exception {
        project.write("tests/test_other.py", TESTS).commit("more tests");
        String skip = "sed -i 's/^def test_more/@pytest.mark.skip\\ndef test_more/' tests/test_other.py";
        Shell.Said said = meanwhile(skipped(), skip + "; " + pause(), "true");

        assertThat(said.code()).as(said.out() + said.err()).isEqualTo(3);
        assertThat(said.out()).contains("tests/test_other.py:8:", "Put it back").doesNotContain("tests/test_sum.py");
    }
}
