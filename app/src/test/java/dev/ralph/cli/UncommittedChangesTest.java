package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a user has not committed when a loop begins, in workspaces whose work becomes a commit.
class UncommittedChangesTest {
    private static final String TESTS =
            "def test_one():\n    assert one() == 1\n\n\ndef test_two():\n    assert two() == 2\n";

    @TempDir
    Path base;

    private GitProject project;

    @BeforeEach
    void open() throws Exception {
        project = GitProject.of(base);
        project.write("edited", "e\n").write("deleted", "d\n").write("test_it.py", TESTS);
        project.write(".gitignore", "*.log\n").commit("more");
        project.write("edited", "mine\n").write("untracked", "mine\n").write("x.log", "ignored\n");
        project.write("test_it.py", TESTS.substring(0, TESTS.indexOf("\n\n\n") + 1)); // the user's own affair
        Files.delete(project.path("deleted"));
    }

    private static final String STATUS = " D deleted\n M edited\n M test_it.py\n?? untracked\n";

    @Test
    void an_agent_in_an_overlay_and_its_checks_see_them_and_the_commit_leaves_them_out() throws Exception {
        Shell.Said said = project.once(
                1,
                "overlay",
                "grep -q mine edited untracked && test ! -e deleted && echo new > new",
                "--check",
                "grep -q mine edited untracked && test ! -e deleted && test ! -e x.log && test -f new");

        assertThat(said.out()).as(said.err()).contains("COMPLETED after 1 attempt");
        assertThat(said.err())
                .contains("uncommitted: deleted, edited, test_it.py, untracked")
                .contains("the commit leaves them out");
        assertThat(project.git("show", "--name-only", "--format=", "HEAD")).isEqualTo("new\n");
        assertThat(project.status()).isEqualTo(STATUS);
        assertThat(project.path("edited")).hasContent("mine");
        assertThat(project.ralph("verify", "task-001").code()).isZero();
        assertThat(project.ralph("diff", "task-001").out()).contains("new").doesNotContain("mine");
    }

    @Test
    void an_agent_in_a_worktree_does_not_see_them_and_its_user_is_told() throws Exception {
        Shell.Said said =
                project.once(1, "worktree", "grep -q e edited && echo new > new", "--check", "test ! -e untracked");

        assertThat(said.out()).as(said.err()).contains("COMPLETED after 1 attempt");
        assertThat(said.err())
                .contains("uncommitted: deleted, edited, test_it.py, untracked")
                .contains("the agent does not see them");
        assertThat(project.status()).isEqualTo(STATUS);
    }

    @Test
    void where_the_agent_changes_one_of_them_nothing_is_kept_until_it_is_committed() throws Exception {
        Shell.Said said = project.once(1, "overlay", "echo agent >> edited", "--check", "grep -q agent edited");

        assertThat(said.code()).isEqualTo(4);
        assertThat(said.out())
                .contains(
                        "edited has uncommitted changes of yours",
                        "     Ralph did not keep the work.",
                        "See: ralph diff task-001")
                .doesNotContain("Ralph accepted");
        assertThat(project.path("edited")).hasContent("mine");
        project.git("add", "edited");
        project.git("commit", "-q", "-m", "mine");

        assertThat(project.ralph("resume", "task-001").out())
                .contains("COMPLETED")
                .containsPattern("  1  The agent claimed to be done, and all \\d checks passed\\.")
                .contains("Ralph accepted the work and committed it");
        assertThat(project.path("edited")).hasContent("mine\nagent");
        assertThat(project.git("show", "--name-only", "--format=", "HEAD")).isEqualTo("edited\n");
    }

    @Test
    void what_was_put_aside_is_in_no_commit_though_the_agent_worked_on_it() throws Exception {
        Shell.Said said = project.once(1, "overlay", "echo agent >> edited", "--check", "grep -q agent edited");
        assertThat(said.out())
                .contains("edited has uncommitted changes of yours")
                .doesNotContain("git stash");
        String head = project.git("rev-parse", "HEAD");
        project.git("stash", "-q");

        Shell.Said again = project.ralph("resume", "task-001");

        assertThat(again.code()).as(again.out()).isEqualTo(4);
        assertThat(again.out()).contains("edited had uncommitted changes of yours when the agent began");
        assertThat(project.git("rev-parse", "HEAD")).isEqualTo(head);
        assertThat(project.path("edited")).hasContent("e");
        project.git("stash", "pop", "-q");
        project.git("commit", "-q", "-m", "mine", "edited");
        assertThat(project.ralph("resume", "task-001").out()).contains("COMPLETED");
        assertThat(project.git("show", "--format=", "HEAD")).contains("+agent").doesNotContain("+mine");
    }

    @Test
    void what_was_put_aside_or_committed_meanwhile_counts_as_it_is_then() throws Exception {
        String agent = "cd " + project.folder() + "; echo new > new";
        String check = "grep -q mine untracked && ! grep -q mine edited && test -e deleted";
        Shell.Said said = project.once(1, "overlay", agent, "--check", check);
        assertThat(said.code()).as(said.out()).isEqualTo(3);
        project.git("add", "untracked");
        project.git("commit", "-q", "-m", "mine");
        project.git("stash", "-q");

        Shell.Said again = project.ralph("resume", "task-001", "--max-restarts", "3");

        assertThat(again.out()).as(again.err()).contains("COMPLETED");
        assertThat(project.git("show", "--name-only", "--format=", "HEAD")).isEqualTo("new\n");
    }

    @Test
    void a_file_that_appears_later_is_named_where_a_check_misses_it() throws Exception {
        Path task = project.shell().task("task-001");
        CompletableFuture<Shell.Said> loop = CompletableFuture.supplyAsync(() -> project.once(
                1,
                "overlay",
                "touch \"$TASK_FOLDER/seen\"; until [ -e \"$TASK_FOLDER/go\" ]; do sleep 0.05; done; echo new > new",
                "--check",
                "test -f later"));
        Waiting.until(() -> Files.exists(task.resolve("seen")));
        project.write("later", "l\n");
        Files.createFile(task.resolve("go"));

        assertThat(loop.get(60, TimeUnit.SECONDS).code()).isEqualTo(3);
        assertThat(project.ralph("receipts", "--json").out()).contains("later (uncommitted)");
    }
}
