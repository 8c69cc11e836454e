package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What stays of attempts that work in the project itself.
class InPlaceSnapshotTest {
    private static final String THREE =
            "echo x >> count; rm -f mine; [ $(wc -l < count) = 3 ] && " + GitProject.DONE + "; true";

    @TempDir
    Path base;

    @Test
    void every_attempt_and_what_was_there_before_the_first_stay_reachable() throws Exception {
        GitProject project = GitProject.of(base);
        project.write("mine", "not committed\n");

        assertThat(project.run("in-place", "--command", THREE).out()).contains("COMPLETED after ");

        assertThat(project.attempts()).containsExactly("1", "1-before", "2", "3");
        assertThat(project.at("1-before", "mine")).isEqualTo("not committed\n");
        assertThat(project.at("2", "count")).isEqualTo("x\nx\n");
        assertThat(project.ralph("diff", "task-001", "1").out())
                .contains("deleted file")
                .contains("+x");
        assertThat(project.ralph("audit").out()).contains("clean: the work of 3 attempts is complete");
    }

    @Test
    void what_the_user_has_stays_as_it_is() throws Exception {
        GitProject project = GitProject.of(base);
        project.write(".gitignore", "secret\n").commit("ignore");
        project.write("secret", "s\n").write("staged", "staged\n").write("stash", "stash\n");
        project.git("add", "stash");
        project.git("stash", "-q");
        project.git("add", "staged");
        project.write("staged", "changed since\n");
        String before = state(project);

        project.run("in-place", "--command", "echo agent > new; " + GitProject.DONE);

        assertThat(state(project)).isEqualTo(before);
        assertThat(project.at("1", "staged")).isEqualTo("changed since\n");
        assertThat(project.at("1", "new")).isEqualTo("agent\n");
        assertThat(project.git("ls-tree", "--name-only", "refs/ralph/" + project.loop() + "/1"))
                .doesNotContain("secret");
        assertThat(project.path("secret")).hasContent("s");
    }

    private static String state(GitProject project) throws Exception {
        return project.git("ls-files", "-s")
                + project.git("stash", "list")
                + project.git("for-each-ref", "refs/heads", "refs/stash")
                + project.git("symbolic-ref", "HEAD");
    }

    @Test
    void commits_of_the_agent_itself_stay_reachable_when_it_throws_them_away() throws Exception {
        GitProject project = GitProject.of(base);
        project.run(
                "in-place",
                "--command",
                "echo a > a; git add a; git -c user.name=a -c user.email=a@b commit -q -m agents; " + GitProject.DONE);
        String lost = project.git("rev-parse", "HEAD").strip();
        project.git("reset", "-q", "--hard", "HEAD~");

        assertThat(project.git("merge-base", "--is-ancestor", lost, "refs/ralph/" + project.loop() + "/1"))
                .isEmpty();
    }

    @Test
    void a_change_between_attempts_is_remembered_as_what_the_next_began_with() throws Exception {
        GitProject project = GitProject.of(base);
        project.run("in-place", "--max-restarts", "1", "--command", "echo one > one");
        project.write("users", "mine\n");
        project.ralph("resume", "--task", "task-001", "--max-restarts", "2", "--command", "rm users");

        assertThat(project.attempts()).containsExactly("1", "1-before", "2", "2-before");
        assertThat(project.at("2-before", "users")).isEqualTo("mine\n");
        assertThat(project.path("users")).doesNotExist();
    }

    @Test
    void a_folder_without_git_is_remembered_only_when_asked() throws Exception {
        GitProject project = GitProject.plain(base);
        project.run("in-place", "--command", "echo a > a; " + GitProject.DONE);
        assertThat(project.path(".ralph/conserved.git")).doesNotExist();

        Files.delete(project.path(".ralph/tasks/task-001/DONE"));
        project.run("in-place", "--snapshots", "always", "--command", "echo b > a; " + GitProject.DONE);

        assertThat(project.ralph("diff", "task-001").out()).contains("-a").contains("+b");
        assertThat(project.ralph("audit").out()).contains("clean: the work of 1 attempt ");
    }

    @Test
    void nothing_is_remembered_when_nobody_wants_it() throws Exception {
        GitProject project = GitProject.of(base);
        project.run("in-place", "--snapshots", "off", "--command", "echo a > a; " + GitProject.DONE);

        assertThat(project.attempts()).isEmpty();
        assertThat(project.ralph("diff", "task-001").err())
                .contains("was not saved")
                .contains("--snapshots off");
        assertThat(project.ralph("audit").code()).isZero();
    }

    @Test
    void a_repository_that_cannot_be_used_is_told_once_and_the_loop_goes_on() throws Exception {
        GitProject project = GitProject.of(base);
        Files.writeString(project.path(".git/HEAD"), "nonsense\n");

        Shell.Said said = project.run("in-place", "--command", THREE);

        assertThat(said.out()).contains("COMPLETED after ");
        List<String> bus = project.shell().bus("task-001").lines().toList();
        assertThat(bus.stream().filter(line -> line.contains("no snapshot")).count())
                .isLessThanOrEqualTo(1);
    }
}
