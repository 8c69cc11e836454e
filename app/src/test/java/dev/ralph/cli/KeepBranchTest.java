package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// `--keep branch`: proven work on a branch of its own.
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class KeepBranchTest {
    private static final String[] BRANCH = {"--keep", "branch", "--check", "test -e new"};

    @TempDir
    Path base;

    private GitProject project;
    private String before;

    @BeforeEach
    void open() throws Exception {
        project = GitProject.of(base);
        before = project.git("rev-parse", "main").strip();
    }

    private String line(String... git) throws Exception {
        return project.git(git).strip();
    }

    @ParameterizedTest
    @ValueSource(strings = {"in-place", "worktree", "overlay"})
    void proven_work_is_on_a_branch_of_its_own_and_the_users_stays(String workspace) throws Exception {
        Shell.Said said = project.once(1, workspace, "echo new > new", BRANCH);
        assertThat(said.code()).as(said.out() + said.err()).isZero();
        assertThat(said.out()).contains("(git merge ralph/task-001)");
        assertThat(line("rev-parse", "main")).isEqualTo(before);
        assertThat(line("symbolic-ref", "HEAD")).isEqualTo("refs/heads/main");
        assertThat(line("rev-parse", "ralph/task-001~")).isEqualTo(before);
        assertThat(line("show", "ralph/task-001:new")).isEqualTo("new");
        if (!workspace.equals("in-place")) {
            assertThat(line("status", "--porcelain", "-uno")).isEmpty();
            assertThat(project.path("new")).doesNotExist();
            project.git("merge", "-q", "ralph/task-001");
            assertThat(project.path("new")).hasContent("new");
        }
    }

    @Test
    void edits_that_the_user_makes_meanwhile_are_in_nobodys_way() throws Exception {
        String agent = "echo agent > old; echo new > new; echo user > " + project.path("old");
        Shell.Said said = project.once(1, "worktree", agent, BRANCH);
        assertThat(said.code()).as(said.out() + said.err()).isZero();
        assertThat(Files.readString(project.path("old"))).isEqualTo("user\n");
        assertThat(line("show", "ralph/task-001:old")).isEqualTo("agent");
    }

    @Test
    void a_name_that_is_taken_gets_a_number() throws Exception {
        project.git("branch", "ralph/task-001");
        Shell.Said said = project.once(1, "worktree", "echo new > new", BRANCH);
        assertThat(said.out()).contains("ralph/task-001-2");
        assertThat(line("rev-parse", "ralph/task-001")).isEqualTo(before);
        assertThat(line("show", "ralph/task-001-2:new")).isEqualTo("new");
    }

    @Test
    void where_git_takes_no_such_name_the_loop_says_so() throws Exception {
        project.git("branch", "ralph");
        Shell.Said said = project.once(1, "in-place", "echo new > new", BRANCH);
        assertThat(said.code()).as(said.out()).isEqualTo(4);
        assertThat(said.out()).contains("branch ralph/task-001 cannot be made");
    }

    @Test
    void without_git_it_is_refused_before_anything_runs() throws Exception {
        GitProject plain = GitProject.plain(Files.createDirectory(base.resolve("other")));
        Shell.Said said = plain.once(1, "in-place", "echo new > new", BRANCH);
        assertThat(said.code()).isEqualTo(2);
        assertThat(said.err()).contains("leave out --keep branch");
        assertThat(plain.path("new")).doesNotExist();
    }
}
