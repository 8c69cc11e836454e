package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// An agent's promise is said once: where nobody has answered it yet, resuming the loop checks it, and no agent is paid
/// for saying it again.
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class UnansweredPromiseTest {
    @TempDir
    Path base;

    private GitProject project;

    @BeforeEach
    void a_project_with_an_assertion() throws Exception {
        project = GitProject.of(base);
        project.write("tests/sum.snap", "from app import add\n\n\ndef test_adds():\n    assert add(2, 2) == 4\n");
        project.write(".gitignore", ".ralph/\nattempts\n");
        project.commit("tests");
    }

    private Shell.Said run(String workspace, String agent, String check) {
        return project.run(
                workspace,
                "--max-restarts",
                "1",
                "--completion-promise",
                "DONE",
                "--check",
                check,
                "--command",
                "echo once >> " + base + "/attempts; " + agent + "; echo '<promise>DONE</promise>'");
    }

    private static String all(Shell.Said said) {
        return said.out() + said.err();
    }

    @ParameterizedTest
    @ValueSource(strings = {"in-place", "worktree"})
    void a_question_that_was_answered_is_not_asked_of_the_agent(String workspace) {
        Shell.Said asked = run(workspace, "sed -i 's/== 4/== 5/' tests/sum.snap; echo x > sum", "test -e sum");
        assertThat(asked.code()).as(all(asked)).isEqualTo(4);
        assertThat(all(asked)).contains("the tamper guard needs a human");

        Shell.Said again = project.ralph("resume", "--task", "task-001");
        assertThat(again.code()).as(all(again)).isEqualTo(4);

        Shell.Said answered = project.ralph(
                "resume", "--task", "task-001", "--check", "{\"type\":\"tamper\",\"snapshot-changed\":\"allow\"}");
        assertThat(all(answered)).contains("COMPLETED after 1 attempt");
        assertThat(base.resolve("attempts")).hasContent("once\n");
    }

    @Test
    void a_loop_that_was_stopped_in_its_checks_makes_them_again() throws Exception {
        CompletableFuture<Shell.Said> running = CompletableFuture.supplyAsync(() -> run(
                "overlay", "echo x > sum", "test -e " + base + "/slow && exit 0; touch " + base + "/slow; sleep 600"));
        Waiting.until(() -> Files.exists(base.resolve("slow")));
        project.ralph("stop", "--task", "task-001");
        assertThat(running.join().code()).isEqualTo(6);

        Shell.Said resumed = project.ralph("resume", "--task", "task-001");
        assertThat(all(resumed)).contains("COMPLETED after 1 attempt");
        assertThat(base.resolve("attempts")).hasContent("once\n");
        assertThat(project.path("sum")).hasContent("x\n");
    }
}
