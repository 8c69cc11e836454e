package dev.ralph.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.ScratchLoop;
import dev.ralph.config.Profile;
import dev.ralph.config.ProofChoice;
import dev.ralph.config.SettingKeys;
import dev.ralph.engine.GitScratchProject;
import dev.ralph.engine.InScratchProject;
import dev.ralph.engine.ScratchProject;
import dev.ralph.loop.ConfinementPolicy;
import dev.ralph.loop.Event;
import dev.ralph.loop.Outcome;
import dev.ralph.loop.Verdict;
import dev.ralph.process.Containment;
import dev.ralph.verify.Check;
import dev.ralph.verify.GitFact;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What git says about the work of an agent that says it is done.
class GitEvidenceTest extends InScratchProject {
    private static final Check COMMITTED = GitFact.COMMITTED;
    private static final Check CHANGED = GitFact.CHANGED;
    private static final Check CLEAN = GitFact.TREE_CLEAN;

    private final List<Verdict> verdicts = new ArrayList<>();
    private GitScratchProject git;

    @BeforeEach
    void repository() throws Exception {
        git = GitScratchProject.in(folder);
    }

    private ScratchLoop loop(String agent, Check check) {
        return project.loop(agent + "\n" + ScratchProject.DONE)
                .maxRestarts(1)
                .set(SettingKeys.TAMPER, ProofChoice.OFF)
                .check(check)
                .listener((entry, _) -> {
                    if (entry.event() instanceof Event.ChecksEnded ended) {
                        verdicts.add(ended.verdict());
                    }
                });
    }

    private void accepted(ScratchLoop loop) throws Exception {
        ScratchLoop.Ended result = loop.run();
        assertThat(result.outcome()).as(result.sentence() + verdicts).isEqualTo(Outcome.COMPLETED);
    }

    private void refused(ScratchLoop loop, String why) throws Exception {
        assertThat(loop.run().outcome()).isEqualTo(Outcome.EXHAUSTED);
        assertThat(verdicts.getLast().refusal())
                .hasValueSatisfying(said ->
                        assertThat(Profile.of("restart").wording().of(said)).contains(why));
    }

    @Test
    void a_changed_file_is_a_change() throws Exception {
        accepted(loop("echo two >> main.txt", CHANGED));
    }

    @Test
    void a_new_file_and_a_commit_are_changes() throws Exception {
        accepted(loop("echo two > new.txt; git add -A; git commit -qm two", CHANGED));
    }

    @Test
    void touched_and_ignored_files_are_no_change() throws Exception {
        refused(loop("touch main.txt; mkdir build; echo x > build/x", CHANGED), "every file is as it was");
    }

    @Test
    void what_the_user_had_not_committed_is_no_work_of_the_agent() throws Exception {
        project.put(folder.resolve("draft.txt"), "mine\n");
        refused(loop("true", CHANGED), "every file is as it was");
    }

    @Test
    void work_that_is_undone_again_is_no_change() throws Exception {
        refused(loop("echo two >> main.txt; git checkout -q main.txt", CHANGED), "every file is as it was");
    }

    @Test
    void a_change_in_a_worktree_and_in_an_overlay_counts() throws Exception {
        accepted(
                loop("echo two >> main.txt", CHANGED).set(SettingKeys.WORKSPACE, ConfinementPolicy.Workspace.WORKTREE));
        verdicts.clear();
        accepted(loop("echo three >> main.txt", CHANGED)
                .as("task-002")
                .set(SettingKeys.CONTAINMENT, Containment.AUTO)
                .set(SettingKeys.WORKSPACE, ConfinementPolicy.Workspace.OVERLAY));
    }

    @Test
    void a_commit_on_the_branch_is_a_commit() throws Exception {
        accepted(loop("echo two >> main.txt; git commit -qam two", COMMITTED));
    }

    @Test
    void an_agent_that_only_says_it_has_committed_is_refused() throws Exception {
        refused(loop("echo two >> main.txt; echo committed", COMMITTED), "there is no commit since the loop began");
    }

    @Test
    void an_empty_commit_is_none() throws Exception {
        refused(loop("git commit -q --allow-empty -m two", COMMITTED), "change no file");
    }

    @Test
    void a_commit_on_another_branch_is_refused_by_name() throws Exception {
        refused(
                loop("git checkout -q -b aside; echo two >> main.txt; git commit -qam two", COMMITTED),
                "the loop began on branch main, but aside is checked out");
    }

    @Test
    void a_commit_on_no_branch_is_refused() throws Exception {
        refused(
                loop("git checkout -q --detach; echo two >> main.txt; git commit -qam two", COMMITTED),
                "but no branch is checked out");
    }

    @Test
    void an_amended_commit_is_refused() throws Exception {
        refused(
                loop("echo two >> main.txt; git commit -qa --amend -m one", COMMITTED),
                "history was rewritten: commit " + git.run("rev-parse", "--short=12", "HEAD"));
    }

    @Test
    void a_new_root_is_refused() throws Exception {
        refused(
                loop(
                        "git checkout -q --orphan fresh; git commit -qam all; git branch -qM main; echo 2 > b; git add b;"
                                + " git commit -qm b",
                        COMMITTED),
                "history was rewritten");
    }

    @Test
    void a_clean_tree_has_nothing_uncommitted() throws Exception {
        accepted(loop("echo two >> main.txt; git commit -qam two; mkdir build; echo x > build/x", CLEAN));
    }

    @Test
    void what_is_left_uncommitted_is_named() throws Exception {
        refused(
                loop("echo two >> main.txt; echo new > 'new file'", CLEAN),
                "2 files are not committed; its last output was:\n M main.txt\n?? \"new file\"");
    }

    @Test
    void a_change_that_git_was_told_to_overlook_is_found() throws Exception {
        refused(
                loop("git update-index --assume-unchanged main.txt; echo two >> main.txt", CLEAN),
                "main.txt (git is set to ignore changes)");
    }

    @Test
    void a_tree_is_looked_at_where_the_agent_worked() throws Exception {
        refused(
                loop("echo two >> main.txt", CLEAN)
                        .set(SettingKeys.CONTAINMENT, Containment.AUTO)
                        .set(SettingKeys.WORKSPACE, ConfinementPolicy.Workspace.OVERLAY),
                "1 file is not committed");
    }

    @Test
    void in_an_overlay_files_are_looked_for_where_the_agent_wrote_them() throws Exception {
        refused(
                loop("ln -s /etc/passwd plan.md", new Check.FileExists("plan.md"))
                        .set(SettingKeys.CONTAINMENT, Containment.AUTO)
                        .set(SettingKeys.WORKSPACE, ConfinementPolicy.Workspace.OVERLAY),
                "leads out of");
        verdicts.clear();
        accepted(loop("echo x > plan.md", new Check.FileExists("plan.md"))
                .as("task-002")
                .set(SettingKeys.CONTAINMENT, Containment.AUTO)
                .set(SettingKeys.WORKSPACE, ConfinementPolicy.Workspace.OVERLAY));
    }

    @Test
    void in_an_overlay_a_changed_script_is_refused() throws Exception {
        project.put(folder.resolve("check.sh"), "exit 1\n");
        git.commit("check");
        refused(
                loop("echo exit 0 > check.sh", Check.Command.shell("sh check.sh"))
                        .set(SettingKeys.CONTAINMENT, Containment.AUTO)
                        .set(SettingKeys.WORKSPACE, ConfinementPolicy.Workspace.OVERLAY),
                "check.sh was changed since the loop began");
    }
}
