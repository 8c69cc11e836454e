package dev.ralph.keep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralph.git.GitFailed;
import dev.ralph.workspace.AgentWorktree;
import dev.ralph.workspace.AttemptRef;
import dev.ralph.workspace.ProtectedPaths;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Real git, and the work of real worktrees.
class TaskBranchTest {
    private static final String LINES = "1\n2\n3\n4\n5\n6\n7\n8\n9\n";

    @TempDir
    Path scratch;

    Path project;
    int loops;

    @BeforeEach
    void make() throws Exception {
        project = Files.createDirectory(scratch.resolve("p"));
        git("init", "-q", "-b", "main");
        git("config", "user.name", "A User");
        git("config", "user.email", "user@example.org");
        commit("a", LINES, "First");
    }

    private String git(String... words) throws Exception {
        List<String> command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(words));
        Process git = new ProcessBuilder(command)
                .directory(project.toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(git.waitFor()).as(said).isZero();
        return said.strip();
    }

    private void commit(String file, String text, String message) throws Exception {
        Files.writeString(project.resolve(file), text);
        git("add", "-A");
        git("commit", "-q", "-m", message);
    }

    private TaskBranch branch() throws IOException {
        return TaskBranch.of(project, "T-1");
    }

    private List<String> removeMerged() throws IOException {
        return TaskBranch.removeMerged(project, "refs/heads/main");
    }

    /// What was accepted of a new attempt that wrote this.
    private String accepted(String text) throws Exception {
        String loop = "loop-" + ++loops;
        AgentWorktree tree = AgentWorktree.open(project, scratch.resolve(loop), loop);
        Files.writeString(tree.tree().resolve("a"), text);
        return tree.accepted(new AttemptRef(loop, 1), ProtectedPaths.standard(), "T-1: do it")
                .orElseThrow();
    }

    @Test
    void it_holds_what_was_accepted_last_and_goes_when_that_is_merged() throws Exception {
        String first = accepted(LINES.replace("1", "one"));
        branch().take(first);
        branch().take(first);
        String second = accepted(LINES.replace("1", "uno"));
        branch().take(second);

        assertThat(git("rev-parse", "task/T-1")).isEqualTo(second);
        assertThat(branch().held()).hasValue(new TaskBranch.Held(new AttemptRef("loop-2", 1), second));
        assertThat(branch().isOurs(first)).isTrue();
        assertThat(removeMerged()).isEmpty();
        assertThat(git("branch", "--list", "task/*")).isNotEmpty();
        git("merge", "-q", "task/T-1");
        assertThat(removeMerged()).isEmpty();

        assertThat(git("branch", "--list", "task/*")).isEmpty();
        assertThat(branch().held()).isEmpty();
        assertThat(git("rev-parse", new AttemptRef("loop-1", 1).accepted())).isEqualTo(first);
    }

    @Test
    void work_that_somebody_only_looks_at_is_not_merged() throws Exception {
        branch().take(accepted(LINES.replace("1", "one")));
        git("checkout", "-q", "--detach", "task/T-1");

        assertThat(removeMerged()).isEmpty();
        git("switch", "-q", "-c", "look");
        assertThat(removeMerged()).isEmpty();
        assertThat(git("branch", "--list", "task/*")).isNotEmpty();

        git("branch", "-f", "main", "task/T-1");
        assertThat(removeMerged()).isEmpty();
        assertThat(git("branch", "--list", "task/*")).isEmpty();
    }

    @Test
    void merged_by_a_commit_of_the_same_attempt_counts_as_merged() throws Exception {
        branch().take(accepted(LINES.replace("1", "one")));
        commit("b", "b\n", "The user's");
        git("commit", "-q", "--allow-empty", "-m", "as another\n\nRalph-Loop: loop-1\nRalph-Attempt: 1");

        assertThat(removeMerged()).isEmpty();
        assertThat(git("branch", "--list", "task/*")).isEmpty();
    }

    @Test
    void a_branch_of_somebody_else_is_neither_moved_nor_deleted() throws Exception {
        git("branch", "task/T-1");
        assertThat(branch().against()).contains("branch task/T-1 exists and is not Ralph's", "git branch -D task/T-1");
        assertThatThrownBy(() -> branch().take(accepted("x\n"))).isInstanceOf(GitFailed.class);
        assertThat(removeMerged()).isEmpty();
        assertThat(git("rev-parse", "task/T-1")).isEqualTo(git("rev-parse", "main"));

        git("branch", "-D", "task/T-1");
        branch().take(accepted("y\n"));
        git("branch", "-f", "task/T-1", "main");
        assertThat(branch().against()).contains("or was changed");
        assertThat(branch().earlier()).isEmpty();
    }

    @Test
    void a_branch_that_is_checked_out_stays_as_it_is() throws Exception {
        String first = accepted("x\n");
        branch().take(first);
        git("worktree", "add", "-q", scratch.resolve("mine").toString(), "task/T-1");

        assertThat(branch().against()).contains("is checked out in ", "mine");
        assertThatThrownBy(() -> branch().take(accepted("y\n"))).hasMessageContaining("is checked out in ");
        git("merge", "-q", "task/T-1");
        assertThat(removeMerged()).singleElement().asString().contains("task/T-1 is merged and stays");
        assertThat(git("rev-parse", "task/T-1")).isEqualTo(first);
    }

    @Test
    void a_name_that_git_does_not_take_is_told_with_what_stands_in_the_way() throws Exception {
        assertThat(TaskBranch.of(project, "a..b").against()).contains("no branch can be called task/a..b");
        git("branch", "task/T-1/more");
        assertThat(branch().against()).contains("beside the branch task/T-1/more", "git branch -m task/T-1/more");
        git("branch", "-D", "task/T-1/more");
        git("branch", "task");
        assertThat(branch().against()).contains("beside the branch task:");
        git("branch", "-D", "task");
        assertThat(branch().against()).isNull();
    }

    @Test
    void who_continues_gets_the_work_on_top_of_what_is_there_now_with_marks_where_it_does_not_merge() throws Exception {
        branch().take(accepted(LINES.replace("1", "one").replace("9", "nine")));
        assertThat(branch().earlier().orElseThrow().conflicts()).isEmpty();
        commit("a", LINES.replace("9", "neun"), "The user's");

        var earlier = branch().earlier().orElseThrow();

        assertThat(earlier.conflicts()).extracting(one -> one.path().toString()).containsExactly("a");
        assertThat(earlier.work().base()).isEqualTo(git("rev-parse", "main"));
        assertThat(git("show", earlier.work().commit() + ":a"))
                .startsWith("one\n2\n")
                .contains("\nneun\n=======\nnine\n");
        git("merge", "-q", "-X", "theirs", "-m", "merged", "task/T-1");
        assertThat(branch().earlier()).isEmpty();
    }
}
