package dev.ralph.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Real git.
@SuppressWarnings("NullAway.Init") // every test opens its own
class AgentWorktreeTest {
    private static final AttemptRef FIRST = new AttemptRef("loop-1", 1);

    @TempDir
    Path scratch;

    SampleProject project;
    AgentWorktree workspace;
    SampleProject tree;

    @Test
    void work_in_it_is_seen_exactly_and_touches_nothing_of_the_users() throws Exception {
        open(Map.of("a", "a\n", "gone", "g\n", "file", "f\n", "run", "r\n", ".gitignore", "*.log\n"));
        project.git(
                "worktree", "add", "-q", "-b", "mine", scratch.resolve("mine").toString());
        tree.write("a", "b\n");
        tree.commit("The agent's own");
        tree.write("new/n", "n\n");
        tree.write("x.log", "ignored\n");
        Files.delete(tree.path("gone"));
        Files.delete(tree.path("file"));
        tree.write("file/inside", "i\n");
        assertThat(tree.path("run").toFile().setExecutable(true)).isTrue();

        assertThat(workspace.changes().changes())
                .extracting(PathChange::toString)
                .containsExactly("M a", "T file/", "A file/inside", "D gone", "A new/n", "P run");
        assertThat(workspace.branch()).isEqualTo("ralph/my-task");
        assertThat(project.status()).isEmpty();
        assertThat(project.git("log", "--format=%s", "main")).doesNotContain("The agent's own");
    }

    @Test
    void keeping_is_a_fast_forward_to_the_agents_own_commits_when_they_hold_everything() throws Exception {
        open(Map.of("a", "a\n", "b", "b\n"));
        tree.write("a", "b\n");
        String agents = tree.commit("The agent's own");
        project.write("b", "the user's\n");

        KeepResult.Done done = (KeepResult.Done) keep();

        assertThat(done.commit()).isEqualTo(agents).isEqualTo(project.git("rev-parse", "main"));
        assertThat(project.read("a")).isEqualTo("b\n");
        assertThat(project.status()).isEqualTo(" M b");
        assertThat(((KeepResult.Done) keep()).commit()).as("again").isEqualTo(agents);
        workspace.close();
        assertClosed();
    }

    @Test
    void what_was_not_committed_is_committed_and_protected_paths_are_left_out() throws Exception {
        open(Map.of("a", "a\n", "old/deep/f", "f\n", "folder/f", "f\n", "file", "f\n", "dir/f", "f\n"));
        project.write("dir/mine.o", "ignored\n");
        project.write(".git/info/exclude", "*.o\n");
        tree.write("a", "b\n");
        tree.write("c", "c\n");
        for (String gone : List.of("old", "folder", "file", "dir")) {
            TreeRemoval.delete(tree.path(gone));
        }
        tree.write("folder", "a file now\n");
        tree.write("file/inside", "a folder now\n");

        KeepResult.Done done = (KeepResult.Done) keep();
        assertThat(project.git("log", "--format=%s", "main")).isEqualTo("Kept work\nFirst");
        assertThat(project.status()).isEmpty();
        assertThat(done.quarantined()).isEmpty();
        assertThat(project.path("old")).doesNotExist();
        assertThat(project.read("folder")).isEqualTo("a file now\n");
        assertThat(project.read("file/inside")).isEqualTo("a folder now\n");
        assertThat(project.read("dir/mine.o")).isEqualTo("ignored\n");
        workspace.close();

        open(FIRST.loop());
        tree.write("a", "c\n");
        tree.write(".github/workflows/ci.yml", "evil\n");
        tree.commit("The agent's own");
        AttemptRef second = new AttemptRef("loop-1", 2);
        KeepResult.Done again =
                (KeepResult.Done) workspace.keep(second, ProtectedPaths.standard(), "Kept more", null, null);

        assertThat(again.quarantined())
                .containsExactly(new UnkeptChange(Path.of(".github/workflows/ci.yml"), UnkeptChange.Why.PROTECTED));
        assertThat(project.git("log", "--format=%s", "main")).isEqualTo("Kept more\nKept work\nFirst");
        assertThat(project.path(".github")).doesNotExist();
        assertThat(project.git("show", second.name() + ":.github/workflows/ci.yml"))
                .isEqualTo("evil");
    }

    private static final String LINES = "1\n2\n3\n4\n5\n6\n7\n8\n9\n";

    @Test
    void work_is_merged_with_what_came_to_the_branch_meanwhile() throws Exception {
        open(Map.of("a", LINES, "b", "b\n", "old/f", "f\n", "moved", LINES + "m\n"));
        tree.write("a", LINES.replace("9", "nine"));
        tree.write("new/n", "n\n");
        TreeRemoval.delete(tree.path("old"));
        tree.write("moved", LINES + "mine\n");
        tree.commit("The agent's own");
        project.write("a", LINES.replace("1", "one"));
        project.git("mv", "moved", "elsewhere");
        project.commit("The user's");
        project.write("b", "not committed\n");

        String candidate = workspace.candidate(FIRST, ProtectedPaths.standard()).orElseThrow();
        KeepResult.Done done = (KeepResult.Done) workspace.keep(
                FIRST, ProtectedPaths.standard(), "Kept work", project.git("rev-parse", candidate + "^{tree}"), null);

        assertThat(project.git("log", "--format=%s", "main")).isEqualTo("Kept work\nThe user's\nFirst");
        assertThat(done.commit()).isEqualTo(project.git("rev-parse", "main"));
        assertThat(project.read("a"))
                .isEqualTo(LINES.replace("1", "one").replace("9", "nine"))
                .isEqualTo(project.git("show", "main:a") + "\n");
        assertThat(project.read("elsewhere")).isEqualTo(LINES + "mine\n");
        assertThat(project.path("moved")).doesNotExist();
        assertThat(project.read("new/n")).isEqualTo("n\n");
        assertThat(project.path("old")).doesNotExist();
        assertThat(project.status()).isEqualTo(" M b");
        assertThat(((KeepResult.Done) keep()).commit()).as("again").isEqualTo(done.commit());
    }

    @Test
    void what_was_not_checked_on_top_of_a_branch_that_moved_is_not_kept() throws Exception {
        open(Map.of("a", "a\n", "b", "b\n"));
        tree.write("a", "b\n");
        String checked = project.git(
                "rev-parse",
                workspace.candidate(FIRST, ProtectedPaths.standard()).orElseThrow() + "^{tree}");
        project.write("b", "c\n");
        project.commit("The user's");

        assertThat(workspace.keep(FIRST, ProtectedPaths.standard(), "Kept work", checked, null))
                .isEqualTo(new KeepResult.Unchecked());
        assertThat(project.status()).isEmpty();
        assertThat(project.read("a")).isEqualTo("a\n");
    }

    @Test
    void what_does_not_merge_is_shown_and_nothing_is_written() throws Exception {
        open(Map.of("a", LINES, "gone", "g\n", ".github/workflows/ci.yml", "a\n"));
        tree.write("a", LINES.replace("5", "agent"));
        tree.write("gone", "changed\n");
        tree.write(".github/workflows/ci.yml", "agent\n");
        project.write("a", LINES.replace("5", "user"));
        project.write(".github/workflows/ci.yml", "user\n");
        Files.delete(project.path("gone"));
        project.commit("The user's");

        KeepResult.Conflicting against = (KeepResult.Conflicting) keep();

        assertThat(against.conflicts())
                .containsExactly(
                        new Conflict(Path.of("a"), Conflict.Why.COMMITTED),
                        new Conflict(Path.of("gone"), Conflict.Why.COMMITTED));
        assertThat(against.isCommitted()).isTrue();
        assertThat(against.hunks())
                .containsExactly("""
                a, line 5:
                <<<<<<< on the branch now
                user
                =======
                agent
                >>>>>>> the work""", "gone: changed on both sides, or changed on one and deleted on the other");
        assertThat(project.status()).isEmpty();
        assertThat(project.git("log", "--format=%s", "main")).isEqualTo("The user's\nFirst");
        assertThat(workspace.candidate(FIRST, ProtectedPaths.standard())).isPresent();
    }

    @Test
    void a_commit_that_the_user_took_off_the_branch_does_not_come_back_with_the_work() throws Exception {
        project = SampleProject.repository(scratch.resolve("p"), Map.of("a", LINES));
        project.write("secret", "s\n");
        project.commit("To be taken back");
        open("my-task");
        tree.write("a", LINES.replace("9", "nine"));
        project.git("reset", "-q", "--hard", "HEAD~");

        assertThat(keep()).isInstanceOf(KeepResult.Done.class);
        assertThat(project.git("log", "--format=%s", "main")).isEqualTo("Kept work\nFirst");
        assertThat(project.git("ls-tree", "--name-only", "main")).isEqualTo("a");
    }

    @Test
    void a_branch_that_is_gone_or_not_checked_out_any_more_gets_nothing_and_the_work_stays() throws Exception {
        open(Map.of("a", "a\n"));
        tree.write("a", "b\n");
        String first = project.git("rev-parse", "main");
        project.git("switch", "-q", "-c", "other");
        assertThat(((KeepResult.Refused) keep()).why())
                .contains("had main at ", "and has other at ", "git merge refs/ralph/loop-1/1", "check out the first");
        project.git("switch", "-q", "main");
        project.git("update-ref", "-d", "refs/heads/main");

        assertThat(((KeepResult.Refused) keep()).why())
                .contains("main of ", "has no commit any more", "git update-ref refs/heads/main " + first);
        assertThat(project.git("show", "refs/ralph/loop-1/1:a")).isEqualTo("b");
        project.git("update-ref", "refs/heads/main", first);
        assertThat(keep()).isInstanceOf(KeepResult.Done.class);
    }

    @Test
    void a_branch_that_another_git_holds_is_left_alone_and_said_to_be_held() throws Exception {
        open(Map.of("a", "a\n"));
        tree.write("a", "b\n");
        project.write("b", "b\n");
        project.commit("The user's");
        project.write(".git/refs/heads/main.lock", "");

        assertThat(((KeepResult.Refused) keep()).why()).contains("held by another git");
        assertThat(project.read("a")).isEqualTo("a\n");
        Files.delete(project.path(".git/refs/heads/main.lock"));
        assertThat(keep()).isInstanceOf(KeepResult.Done.class);
    }

    @Test
    void what_may_be_kept_is_one_commit_on_what_the_work_began_with_and_what_the_branch_gets() throws Exception {
        open(Map.of("a", "a\n"));
        tree.write("a", "b\n");
        tree.write(".envrc", "evil\n");

        String accepted =
                workspace.accepted(FIRST, ProtectedPaths.standard(), "Accepted").orElseThrow();

        assertThat(workspace.accepted(FIRST, ProtectedPaths.standard(), "Accepted"))
                .hasValue(accepted);
        assertThat(project.git("rev-parse", FIRST.accepted())).isEqualTo(accepted);
        assertThat(project.git("show", "--format=%s %P", "--name-only", accepted))
                .isEqualTo("Accepted " + project.git("rev-parse", "main") + "\n\na");
        assertThat(AttemptRef.accepting(FIRST.accepted())).hasValue(FIRST);
        assertThat(AttemptRef.accepting(FIRST.name())).isEmpty();
        workspace.close();

        open("my-task");
        AttemptRef other = new AttemptRef("loop-2", 1);
        tree.write("a", "c\n");
        String whole =
                workspace.accepted(other, ProtectedPaths.standard(), "More").orElseThrow();
        assertThat(((KeepResult.Done) workspace.keep(other, ProtectedPaths.standard(), "More", null, null)).commit())
                .isEqualTo(whole);
    }

    @Test
    void commits_of_the_agents_own_are_neither_accepted_nor_merged_with_what_is() throws Exception {
        open(Map.of("a", "a\n"));
        tree.write("secret", "s\n");
        tree.commit("A secret");
        Files.delete(tree.path("secret"));
        tree.write("a", "b\n");
        tree.commit("Without it");

        String accepted =
                workspace.accepted(FIRST, ProtectedPaths.standard(), "Accepted").orElseThrow();

        assertThat(project.git("log", "--format=%s", accepted)).isEqualTo("Accepted\nFirst");
        assertThat(((KeepResult.Done) keep()).commit()).isEqualTo(accepted);
        assertThat(project.git("log", "--format=%s", "main")).isEqualTo("Accepted\nFirst");
    }

    @Test
    void work_of_several_is_put_on_the_branch_in_one_move_with_a_commit_for_each() throws Exception {
        open(Map.of("a", LINES, "list", "l\n"));
        tree.write("a", LINES.replace("1", "one"));
        AttemptRef second = new AttemptRef("loop-2", 1);
        AttemptRef third = new AttemptRef("loop-3", 1);
        CommitStack.Part one = part(workspace, FIRST, "One");
        CommitStack.Part two = part(other(second, "a", LINES.replace("9", "nine")), second, "Two");
        CommitStack.Part three = part(other(third, "a", LINES.replace("9", "neun")), third, "Three");
        project.write("b", "b\n");
        project.commit("The user's");
        project.write("list", "written by Ralph\n");
        ProtectedPaths ours = ProtectedPaths.standard().and(List.of(Path.of("list")));

        CommitStack stack = workspace.stack(List.of(one, two, three), ours).orElseThrow();

        assertThat(stack.layers()).extracting(CommitStack.Layer::attempt).containsExactly(FIRST, second);
        assertThat(workspace.keep(stack, ours)).isInstanceOf(KeepResult.Done.class);
        assertThat(project.git("log", "--format=%s/%(trailers:key=Ralph-Loop,valueonly,separator=%x2c)", "main"))
                .isEqualTo("Two/loop-2\nOne/loop-1\nThe user's/\nFirst/");
        assertThat(project.read("a")).isEqualTo(LINES.replace("1", "one").replace("9", "nine"));
        assertThat(project.git("show", "main~:list")).isEqualTo("written by Ralph");
        assertThat(project.status()).isEmpty();
        assertThat(((KeepResult.Done) keep()).commit())
                .as("asked for alone, it is found")
                .isEqualTo(stack.layers().getFirst().commit());
        assertThat(workspace.keep(stack.lowest(1), ours)).as("once more").isInstanceOf(KeepResult.Done.class);
        assertThat(project.git("log", "--format=%s", "main").lines()).hasSize(4);
    }

    private AgentWorktree other(AttemptRef attempt, String file, String text) throws Exception {
        AgentWorktree made = AgentWorktree.open(project.folder(), scratch.resolve(attempt.loop()), attempt.loop());
        SampleProject.plain(made.tree()).write(file, text);
        return made;
    }

    private static CommitStack.Part part(AgentWorktree made, AttemptRef attempt, String message) throws Exception {
        ProtectedPaths standard = ProtectedPaths.standard();
        String commit = made.accepted(attempt, standard, message).orElseThrow();
        return new CommitStack.Part(attempt, commit, made.conserve(attempt).base(), message);
    }

    @Test
    void a_stack_that_is_not_what_was_checked_is_not_kept() throws Exception {
        open(Map.of("a", "a\n"));
        tree.write("a", "b\n");
        CommitStack stack = workspace
                .stack(List.of(part(workspace, FIRST, "One")), ProtectedPaths.standard())
                .orElseThrow();
        project.write("b", "b\n");
        project.commit("The user's");

        assertThat(workspace.keep(stack, ProtectedPaths.standard())).isEqualTo(new KeepResult.Unchecked());
        assertThat(project.git("log", "--format=%s", "main")).isEqualTo("The user's\nFirst");
        assertThat(project.status()).isEmpty();
    }

    @Test
    void overlapping_uncommitted_changes_of_the_users_stop_it() throws Exception {
        open(Map.of("a", "a\n"));
        tree.write("a", "b\n");
        project.write("a", "mine\n");

        assertThat(((KeepResult.Conflicting) keep()).conflicts())
                .extracting(Conflict::path)
                .containsExactly(Path.of("a"));
        assertThat(project.read("a")).isEqualTo("mine\n");
    }

    @Test
    void what_is_closed_stays_reachable_and_only_its_own_tree_goes() throws Exception {
        open(Map.of("a", "a\n"));
        project.git(
                "worktree", "add", "-q", "-b", "mine", scratch.resolve("mine").toString());
        TreeRemoval.delete(scratch.resolve("mine")); // one of the user's that git could prune
        tree.write("untracked", "u\n");

        workspace.conserve(FIRST);
        workspace.close();
        assertThat(project.git("show", FIRST.name() + ":untracked")).isEqualTo("u");
        assertClosed();
        assertThat(project.git("worktree", "list")).contains("mine");
        assertThat(project.git("branch", "--format=%(refname:short)").lines()).containsExactly("main", "mine");
        workspace.conserve(FIRST);
        workspace.close();
    }

    @Test
    void opened_again_it_is_the_same_tree_on_the_same_base() throws Exception {
        open(Map.of("a", "a\n"));
        tree.write("a", "b\n");
        project.write("c", "c\n");
        project.commit("The user's");

        AgentWorktree again = AgentWorktree.open(project.folder(), scratch.resolve("w"), "my-task");

        assertThat(again.changes().changes()).extracting(PathChange::toString).containsExactly("M a");
    }

    @Test
    void an_agent_that_tampers_with_the_link_to_the_repository_loses_nothing() throws Exception {
        open(Map.of("a", "a\n"));
        TreeRemoval.delete(tree.path(".git"));
        SampleProject.git(tree.folder(), "init", "-q");
        SampleProject.git(tree.folder(), "config", "core.worktree", "/");
        tree.write("a", "b\n");

        Conserved conserved = workspace.conserve(FIRST);

        assertThat(project.git("diff", "--name-status", conserved.base(), conserved.commit()))
                .isEqualTo("M\ta");
    }

    @Test
    void what_cannot_have_a_working_tree_says_so() throws Exception {
        Path folder = scratch.resolve("w");
        SampleProject plain = SampleProject.plain(scratch.resolve("plain"));
        assertThatThrownBy(() -> AgentWorktree.open(plain.folder(), folder, "t"))
                .hasMessageContaining("not a git repository");
        SampleProject.git(scratch, "init", "-q", "--bare", "bare");
        assertThatThrownBy(() -> AgentWorktree.open(scratch.resolve("bare"), folder, "t"))
                .hasMessageContaining("bare");
        SampleProject unborn = SampleProject.repository(scratch.resolve("unborn"), Map.of());
        assertThatThrownBy(() -> AgentWorktree.open(unborn.folder(), folder, "t"))
                .hasMessageContaining("no commit yet");
        SampleProject good = SampleProject.repository(scratch.resolve("good"), Map.of("a", "a"));
        assertThatThrownBy(() -> AgentWorktree.open(good.folder(), good.path("inside"), "t"))
                .hasMessageContaining("outside the project");
    }

    @Test
    void whatever_an_agent_does_with_git_there_changes_nothing_of_the_users_repository() throws Exception {
        project = SampleProject.repository(scratch.resolve("p"), Map.of("a", "a\n"));
        project.git("tag", "v1");
        project.git("branch", "ralph/my-task");
        project.git("config", "user.name", "A User");
        List<String> before = Manifest.of(project.path(".git"));
        open("my-task");
        for (String line : List.of(
                "git branch mine && git tag t && git branch -D main && git tag -d v1",
                "git config core.pager evil && git config user.name Agent && git remote add origin /nowhere",
                "printf '#!/bin/sh\\nexit 1\\n' > .git/hooks/pre-commit || mkdir .git/hooks",
                "echo b > a && git commit -qam own && git stash list && git gc -q --prune=now",
                "git worktree add -q ../other && git update-ref refs/ralph/loop-1/9 HEAD")) {
            assertThat(new ProcessBuilder("sh", "-c", line)
                            .directory(tree.folder().toFile())
                            .redirectErrorStream(true)
                            .start()
                            .waitFor())
                    .as(line)
                    .isZero();
        }

        List<String> after = Manifest.of(project.path(".git"));
        assertThat(after).isEqualTo(before);
        Conserved conserved = workspace.conserve(FIRST);
        assertThat(project.git("log", "--format=%an %s", conserved.commit() + "^2"))
                .startsWith("Agent own");
        assertThat(((KeepResult.Done) keep()).commit()).isEqualTo(project.git("rev-parse", "main"));
        assertThat(project.git("branch", "--format=%(refname:short)").lines()).containsExactly("main", "ralph/my-task");
        assertThat(project.git("fsck", "--strict")).isEmpty();
    }

    @Test
    void the_agent_sees_the_users_branches_and_tags_by_name() throws Exception {
        project = SampleProject.repository(scratch.resolve("p"), Map.of("a", "a\n"));
        project.git("tag", "v1");
        open("my-task");
        tree.write("a", "b\n");

        assertThat(SampleProject.git(tree.folder(), "diff", "--name-only", "main", "--"))
                .isEqualTo("a");
        assertThat(SampleProject.git(tree.folder(), "describe", "--tags")).isEqualTo("v1");
        assertThat(SampleProject.git(tree.folder(), "rev-parse", "--abbrev-ref", "HEAD"))
                .isEqualTo("ralph/my-task");
    }

    @Test
    void a_repository_that_the_agent_broke_costs_its_commits_and_no_file() throws Exception {
        open(Map.of("a", "a\n"));
        tree.write("a", "b\n");
        tree.commit("The agent's own");
        TreeRemoval.delete(tree.path(".git/objects"));

        KeepResult.Done done = (KeepResult.Done) keep();

        assertThat(project.git("log", "--format=%s", "main")).isEqualTo("Kept work\nFirst");
        assertThat(done.commit()).isEqualTo(project.git("rev-parse", "main"));
        assertThat(project.read("a")).isEqualTo("b\n");
    }

    private void open(Map<String, String> files) throws Exception {
        project = SampleProject.repository(scratch.resolve("p"), files);
        open("my-task");
    }

    private void open(String task) throws Exception {
        workspace = AgentWorktree.open(project.folder(), scratch.resolve("w"), task);
        tree = SampleProject.plain(workspace.tree());
    }

    private KeepResult keep() throws Exception {
        return workspace.keep(FIRST, ProtectedPaths.standard(), "Kept work", null, null);
    }

    private void assertClosed() throws Exception {
        assertThat(workspace.tree()).doesNotExist();
        assertThat(project.git("worktree", "list"))
                .doesNotContain(workspace.tree().toString());
    }
}
