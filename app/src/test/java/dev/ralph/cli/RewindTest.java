package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// `ralph rewind` and `ralph fork`: starting again from what an attempt left.
class RewindTest {
    /// Every attempt adds a line; from the second on it also spoils what was there.
    private static final String WORSE =
            "echo x >> count; mkdir -p d; echo $(wc -l < count) > d/last; if [ $(wc -l < count) -gt 1 ]; then rm -f old; rm -rf d; echo d > d; fi";

    @TempDir
    Path base;

    private static Shell.Said resumed(GitProject project, String task, String command) throws Exception {
        return project.ralph(
                "resume", "--task", task, "--max-restarts", "9", "--restart-delay", "10ms", "--command", command);
    }

    @ParameterizedTest
    @ValueSource(strings = {"in-place", "worktree", "overlay"})
    void a_task_goes_on_from_an_earlier_attempt(String workspace) throws Exception {
        GitProject project = GitProject.of(base);
        project.run(workspace, "--max-restarts", "3", "--command", WORSE);

        Shell.Said said = project.ralph("rewind", "task-001", "1");

        assertThat(said.code()).as(said.err()).isZero();
        assertThat(said.out()).contains("is at attempt 1 again").contains("/3. Continue: ralph resume task-001");
        Shell.Said again = resumed(project, "task-001", "cat count d/last old > seen; rm -r d; " + GitProject.DONE);
        assertThat(again.out()).as(again.err()).contains("COMPLETED after ");
        assertThat(project.path("seen")).hasContent("x\n1\nold");
        assertThat(project.path("old")).hasContent("old");
        assertThat(project.at("3", "count")).isEqualTo("x\nx\nx\n");
        assertThat(project.ralph("audit").code()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"in-place", "overlay"})
    void so_it_does_in_a_folder_without_git(String workspace) throws Exception {
        GitProject project = GitProject.plain(base);
        project.write("old", "old\n");
        project.run(workspace, "--snapshots", "always", "--max-restarts", "3", "--command", WORSE);

        Shell.Said said = project.ralph("rewind", "task-001", "1");

        assertThat(said.code()).as(said.err()).isZero();
        resumed(project, "task-001", "cat count d/last old > seen; rm -r d; " + GitProject.DONE);
        assertThat(project.path("seen")).hasContent("x\n1\nold");
    }

    @Test
    void what_the_user_did_since_is_put_aside_first_and_ignored_files_stay() throws Exception {
        GitProject project = GitProject.of(base);
        project.write(".gitignore", "secret\n").commit("ignore");
        project.write("secret", "s\n");
        project.run("in-place", "--max-restarts", "2", "--command", "echo x >> count");
        project.write("count", "mine\n").write("new", "mine, too\n");
        project.git("add", "new");

        Shell.Said said = project.ralph("rewind", "task-001", "1");

        assertThat(said.out()).contains("/2-aside-1.");
        assertThat(project.at("2-aside-1", "count")).isEqualTo("mine\n");
        assertThat(project.at("2-aside-1", "new")).isEqualTo("mine, too\n");
        assertThat(project.path("count")).hasContent("x");
        assertThat(project.path("new")).doesNotExist();
        assertThat(project.path("secret")).hasContent("s");
        assertThat(project.git("show", ":new")).as("the index is the user's").isEqualTo("mine, too\n");
        assertThat(project.git("log", "--format=%s")).isEqualTo("ignore\nfirst\n");
    }

    @Test
    void an_ignored_file_in_the_way_is_told_and_nothing_is_written() throws Exception {
        GitProject project = GitProject.of(base);
        project.run("in-place", "--max-restarts", "2", "--command", "echo x >> count; rm log || echo l > log");
        assertThat(project.at("1", "log"))
                .as("attempt 1 left it, attempt 2 did not")
                .isEqualTo("l\n");
        project.write("log", "precious\n").write(".git/info/exclude", "log\n");

        Shell.Said said = project.ralph("rewind", "task-001", "1");

        assertThat(said.code()).isEqualTo(1);
        assertThat(said.out()).contains("log").contains("nothing was changed");
        assertThat(project.path("log")).hasContent("precious");
        assertThat(project.path("count")).hasContent("x\nx");
        Files.delete(project.path("log"));
        assertThat(project.ralph("rewind", "task-001", "1").code()).isZero();
        assertThat(project.path("log")).hasContent("l");
        assertThat(project.path("count")).hasContent("x");
    }

    @Test
    void a_completed_task_in_a_workspace_is_forked_instead() throws Exception {
        GitProject project = GitProject.of(base);
        project.run("worktree", "--command", WORSE + "; [ $(wc -l < count) = 3 ] && " + GitProject.DONE);
        String kept = project.git("rev-parse", "main");

        Shell.Said refused = project.ralph("rewind", "task-001", "1");
        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.err()).contains("`ralph fork task-001 1`");
        Shell.Said forked = project.ralph("fork", "task-001", "1", "--as", "again");

        assertThat(forked.out()).as(forked.err()).contains("Created task again from attempt 1 of task-001");
        Shell.Said said = resumed(project, "again", "echo y >> count; " + GitProject.DONE);
        assertThat(said.code())
                .as("the branch has the other work: " + said.out())
                .isEqualTo(4);
        assertThat(said.out()).contains("merge it yourself");
        assertThat(project.git("rev-parse", "main")).isEqualTo(kept);
        assertThat(project.at("1", "count")).isEqualTo("x\ny\n");
        assertThat(project.shell().ralph("task", "show", "again").out()).contains("Do the thing");
    }

    @ParameterizedTest
    @ValueSource(strings = {"worktree", "overlay"})
    void a_fork_goes_its_own_way_while_the_task_stays_as_it_is(String workspace) throws Exception {
        GitProject project = GitProject.of(base);
        project.run(workspace, "--max-restarts", "3", "--command", WORSE);

        Shell.Said forked = project.ralph("fork", "task-001", "1");
        assertThat(forked.out()).as(forked.err()).contains("Created task task-001-from-1 ");
        assertThat(project.ralph("status", "task-001-from-1").out()).contains("task-001-from-1  not begun  0/");
        assertThat(project.ralph("doctor").out())
                .contains("task task-001-from-1 has not begun", "start it with `ralph resume task-001-from-1`")
                .doesNotContain("interrupted");
        Shell.Said said = resumed(project, "task-001-from-1", "cat count d/last old > seen; " + GitProject.DONE);

        assertThat(said.out()).as(said.err()).contains("COMPLETED after ");
        assertThat(project.path("seen")).hasContent("x\n1\nold");
        assertThat(project.path("d/last")).hasContent("1");
        assertThat(project.ralph("diff", "task-001", "3").out()).contains("+x");
        assertThat(project.ralph("audit").code()).isZero();
    }

    @Test
    void a_task_that_worked_in_place_is_forked_into_a_worktree() throws Exception {
        GitProject project = GitProject.of(base);
        project.run("in-place", "--max-restarts", "2", "--command", WORSE);

        Shell.Said forked = project.ralph("fork", "task-001", "1");

        assertThat(forked.out()).as(forked.err()).contains("in a worktree");
        resumed(project, "task-001-from-1", "cat count d/last old > \"$TASK_FOLDER/seen\"; " + GitProject.DONE);
        assertThat(project.path(".ralph/tasks/task-001-from-1/seen")).hasContent("x\n1\nold");
        assertThat(project.path("count")).hasContent("x\nx");
    }

    @Test
    void a_task_that_runs_can_be_forked_and_not_rewound() throws Exception {
        GitProject project = GitProject.of(base);
        Path task = project.shell().task("task-001");
        CompletableFuture<Shell.Said> loop = CompletableFuture.supplyAsync(() -> {
            try {
                return project.run(
                        "worktree",
                        "--command",
                        "echo x >> count; [ $(wc -l < count) = 1 ] && exit; touch \"$TASK_FOLDER/seen\";"
                                + " until [ -e \"$TASK_FOLDER/go\" ]; do sleep 0.05; done; " + GitProject.DONE);
            } catch (Exception failed) {
                throw new IllegalStateException(failed);
            }
        });
        Waiting.until(() -> Files.exists(task.resolve("seen")));

        Shell.Said forked = project.ralph("fork", "task-001", "1", "--as", "other");
        Shell.Said rewound = project.ralph("rewind", "task-001", "1");
        Files.createFile(task.resolve("go"));

        assertThat(forked.code()).as(forked.err()).isZero();
        assertThat(rewound.code()).isNotZero();
        assertThat(rewound.err()).contains("ralph stop --task task-001");
        assertThat(loop.get(60, TimeUnit.SECONDS).out()).contains("COMPLETED after 2 attempts");
    }

    @Test
    void an_overlay_does_not_go_over_what_the_user_changed_since() throws Exception {
        GitProject project = GitProject.of(base);
        project.run("overlay", "--max-restarts", "1", "--command", "echo agent > old");
        project.write("old", "the user's\n").commit("mine");

        Shell.Said said = project.ralph("fork", "task-001", "1");

        assertThat(said.code()).isEqualTo(2);
        assertThat(said.err()).contains("the project has another old").contains("--workspace worktree");
        assertThat(project.ralph("fork", "task-001", "1", "--workspace", "worktree")
                        .code())
                .isZero();
        assertThat(project.path("old")).hasContent("the user's");
    }

    @Test
    void what_cannot_be_is_told() throws Exception {
        GitProject project = GitProject.of(base);
        assertThat(project.ralph("rewind", "task-001", "1").err()).contains("no task in ");
        project.run("in-place", "--snapshots", "off", "--command", GitProject.DONE);
        assertThat(project.ralph("rewind", "task-001", "2").err()).contains("has 1 attempt; there is no attempt 2");
        assertThat(project.ralph("rewind", "task-001", "x").err()).contains("'x' is not the number of an attempt");
        assertThat(project.ralph("rewind", "task-001", "1").err()).contains("--snapshots off");
        assertThat(project.ralph("fork", "task-001", "1", "--as", "task-001").err())
                .contains("there is a task task-001 already");
        assertThat(project.ralph("fork", "task-001", "1", "--workspace", "in-place")
                        .err())
                .contains("worktree or overlay");
        assertThat(project.ralph("fork", "task-002", "1").err()).contains("task task-002 has no loop");
        assertThat(Files.exists(project.path(".ralph/tasks/task-002"))).isFalse();
    }
}
