package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `ralph run --workspace worktree` as a user sees it.
class WorktreeLoopTest {
    private static final String TWO =
            "echo x >> count; pwd > where; [ $(wc -l < count) = 2 ] && " + GitProject.DONE + "; true";

    @TempDir
    Path base;

    @Test
    void accepted_work_becomes_a_commit_of_the_branch_and_the_tree_goes() throws Exception {
        GitProject project = GitProject.of(base);
        project.write("mine", "not yours\n");

        Shell.Said said = project.run("worktree", "--command", TWO, "--check", "test -f count && test ! -f mine");

        assertThat(said.out()).contains("COMPLETED after ");
        assertThat(project.git("log", "--format=%s", "main")).isEqualTo("Do the thing\nfirst\n");
        assertThat(project.path("count")).hasContent("x\nx");
        assertThat(project.path("where")).content().startsWith(project.state().toString());
        assertThat(project.status()).isEqualTo("?? mine\n");
        assertThat(project.attempts()).containsExactly("1", "2");
        assertThat(project.git("worktree", "list").lines()).hasSize(1);
        assertThat(project.git("branch", "--format=%(refname)")).isEqualTo("refs/heads/main\n");
        try (Stream<Path> projects = Files.list(project.state().resolve("ralph/workspaces"))) {
            assertThat(projects).allSatisfy(left -> assertThat(left).isEmptyDirectory());
        }
        assertThat(project.ralph("audit").code()).isZero();
    }

    @Test
    void commits_that_the_agent_makes_become_the_branch_by_a_fast_forward() throws Exception {
        GitProject project = GitProject.of(base);
        project.run(
                "worktree",
                "--command",
                "echo a > a; git add a; git -c user.name=a -c user.email=a@b commit -q -m agents; " + GitProject.DONE);

        assertThat(project.git("log", "--format=%s", "main")).isEqualTo("agents\nfirst\n");
        assertThat(project.path("a")).hasContent("a");
    }

    @Test
    void work_that_was_not_accepted_never_shows_and_can_be_gone_on_with() throws Exception {
        GitProject project = GitProject.of(base);
        Shell.Said said = project.run(
                "worktree", "--max-restarts", "1", "--command", TWO, "--check", "test $(wc -l < count) = 2");
        assertThat(said.code()).isEqualTo(3);
        assertThat(project.path("count")).doesNotExist();
        assertThat(project.git("log", "--format=%s", "main")).isEqualTo("first\n");

        assertThat(project.ralph("resume", "--task", "task-001", "--max-restarts", "2")
                        .out())
                .contains("COMPLETED after ");
        assertThat(project.path("count")).hasContent("x\nx");
    }

    @Test
    void a_branch_that_moved_meanwhile_gets_the_work_on_top_after_it_was_checked_there() throws Exception {
        GitProject project = GitProject.of(base);
        Shell.Said said =
                project.run("worktree", "--command", "echo a > a; " + users(project, "u"), "--check", "test -e a");

        assertThat(said.out()).contains("COMPLETED after ");
        assertThat(project.git("log", "--format=%s", "main")).isEqualTo("Do the thing\nusers\nfirst\n");
        assertThat(project.path("a")).hasContent("a");
        assertThat(project.path("u")).hasContent("u");
        assertThat(project.status()).isEmpty();
    }

    /// Somebody commits a file while the agent works.
    private static String users(GitProject project, String file) {
        return "cd " + project.folder() + " && echo u > " + file + " && git add " + file
                + " && git -c user.name=u -c user.email=u@v commit -q -m users; " + GitProject.DONE;
    }

    @Test
    void what_does_not_merge_with_a_branch_that_moved_is_the_users_to_merge() throws Exception {
        GitProject project = GitProject.of(base);
        Shell.Said said = project.run("worktree", "--command", "echo a > a; " + users(project, "a"));

        assertThat(said.code()).isEqualTo(4);
        assertThat(said.out())
                .contains("a was changed by a commit")
                .contains("merge it yourself: `git merge refs/ralph/");
        assertThat(project.path("a")).hasContent("u");
        assertThat(project.at("1", "a")).isEqualTo("a\n");
    }

    @Test
    void a_user_who_changed_the_same_file_keeps_it() throws Exception {
        GitProject project = GitProject.of(base);
        project.write("old", "the user's\n");

        Shell.Said said = project.run("worktree", "--command", "echo agent > old; " + GitProject.DONE);

        assertThat(said.code()).isEqualTo(4);
        assertThat(said.out()).contains("BLOCKED").contains("old");
        assertThat(project.path("old")).hasContent("the user's");
        assertThat(project.at("1", "old")).isEqualTo("agent\n");
    }

    @Test
    void worktrees_of_the_users_own_are_left_alone() throws Exception {
        GitProject project = GitProject.of(base);
        Path own = base.resolve("own");
        project.git("worktree", "add", "-q", "-b", "feature", own.toString());
        Files.writeString(own.resolve("draft"), "draft\n");

        project.run("worktree", "--command", TWO);

        assertThat(own.resolve("draft")).hasContent("draft");
        assertThat(own.resolve("count")).doesNotExist();
        assertThat(project.git("worktree", "list").lines()).hasSize(2);
        assertThat(GitProject.gitIn(own, "rev-parse", "--abbrev-ref", "HEAD")).isEqualTo("feature\n");
    }

    @Test
    void a_project_inside_a_larger_repository_works_in_its_own_folder() throws Exception {
        GitProject whole = GitProject.of(base);
        whole.write("part/file", "f\n").commit("part");
        GitProject part = new GitProject(whole.path("part"), whole.state());

        assertThat(part.run("worktree", "--command", "mkdir -p new/deep; echo n > new/deep/file; " + GitProject.DONE)
                        .out())
                .contains("COMPLETED after ");
        assertThat(whole.path("part/new/deep/file")).hasContent("n");
    }

    @Test
    void a_folder_that_can_have_none_is_told_before_anything_starts() throws Exception {
        GitProject plain = GitProject.plain(base);
        Shell.Said noRepository = plain.run("worktree", "--command", "true");
        assertThat(noRepository.code()).isEqualTo(2);
        assertThat(noRepository.err()).contains("is not a git repository").contains("git init");

        plain.git("init", "-q");
        Shell.Said noCommit = plain.run("worktree", "--command", "true");
        assertThat(noCommit.code()).isEqualTo(2);
        assertThat(noCommit.err()).contains("has no commit yet");
    }

    @Test
    void an_agent_that_deletes_the_git_of_its_tree_leaves_nothing_behind() throws Exception {
        GitProject project = GitProject.of(base);
        Shell.Said said = project.run("worktree", "--command", "rm .git; echo new > new; " + GitProject.DONE);

        assertThat(said.out()).contains("COMPLETED after 1 attempt");
        assertThat(said.err()).isEmpty();
        assertThat(project.path("new")).hasContent("new");
        assertThat(project.git("worktree", "list").lines()).hasSize(1);
        assertThat(project.git("branch", "--format=%(refname)")).isEqualTo("refs/heads/main\n");
        assertThat(project.ralph("audit").code()).isZero();
    }

    @Test
    void an_agent_that_deletes_its_whole_tree_is_told_as_such_and_never_as_done() throws Exception {
        GitProject project = GitProject.of(base);
        Shell.Said said = project.run("worktree", "--command", "rm -rf \"$PWD\"; " + GitProject.DONE);

        assertThat(said.code()).isEqualTo(1);
        assertThat(said.out())
                .contains("tree was deleted before attempt 1 of")
                .contains("start again with a new task")
                .doesNotContain("Cannot run program");
        assertThat(project.ralph("audit").code()).isEqualTo(1);
        assertThat(project.status()).isEmpty();
    }
}
