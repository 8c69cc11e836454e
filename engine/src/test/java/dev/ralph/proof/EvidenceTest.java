package dev.ralph.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import dev.ralph.loop.Reason;
import dev.ralph.loop.Verdict;
import dev.ralph.verify.Check;
import dev.ralph.verify.GitFact;
import dev.ralph.verify.MultiStage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Facts that Ralph looks for itself when an agent says that it is done.
class EvidenceTest extends InScratchProject {
    @TempDir
    Path elsewhere;

    private final List<Verdict> verdicts = new ArrayList<>();

    private ScratchLoop loop(String agent, Check... checks) {
        ScratchLoop loop = project.loop(agent + "\n" + ScratchProject.DONE)
                .maxRestarts(1)
                .set(SettingKeys.TAMPER, ProofChoice.OFF)
                .listener((entry, _) -> {
                    if (entry.event() instanceof Event.ChecksEnded ended) {
                        verdicts.add(ended.verdict());
                    }
                });
        for (Check check : checks) {
            loop.check(check);
        }
        return loop;
    }

    private void accepted(ScratchLoop loop) throws Exception {
        ScratchLoop.Ended result = loop.run();
        assertThat(result.outcome()).as(verdicts.toString()).isEqualTo(Outcome.COMPLETED);
        assertThat(result.sentence()).isEqualTo("every check passed");
    }

    private void refused(ScratchLoop loop, String why) throws Exception {
        assertThat(loop.run().outcome()).isEqualTo(Outcome.EXHAUSTED);
        assertThat(verdicts.getLast().refusal())
                .hasValueSatisfying(said ->
                        assertThat(Profile.of("restart").wording().of(said)).contains(why));
    }

    private static Check.Command command(
            String line, int success, @Nullable String contains, @Nullable String containsNot) {
        return new Check.Command(line, success, contains, containsNot, null, null, List.of(), null);
    }

    // The claim

    private ScratchLoop promising(String words) {
        return loop("echo x > done.txt; echo '" + words + "'; echo '<promise>FIXED</promise>'; exit 0")
                .completionPromise("FIXED");
    }

    @Test
    void where_a_promise_is_the_signal_what_contradicts_it_is_refused_unasked() throws Exception {
        refused(promising("I still need to write the tests."), "check `claim` failed");
    }

    @Test
    void a_claim_that_nothing_contradicts_is_still_unverified() throws Exception {
        ScratchLoop.Ended result = promising("Everything is in place.").run();
        assertThat(result)
                .isEqualTo(new ScratchLoop.Ended(new Reason.Unverified(), "unverified: no check configured", 1));
    }

    // Commands

    @Test
    void another_exit_code_than_zero_can_be_success() throws Exception {
        accepted(loop("true", command("exit 3", 3, null, null)));
        assertThat(verdicts.getLast().results().getFirst().exitCode()).isZero();
    }

    @Test
    void success_by_mistake_is_refused_where_another_exit_code_is_wanted() throws Exception {
        refused(loop("true", command("exit 0", 3, null, null)), "check `exit 0` failed (exit 0)");
    }

    @Test
    void a_command_must_print_what_it_has_to() throws Exception {
        accepted(loop("true", command("echo 12 passed >&2", 0, "passed", "failed")));
    }

    @Test
    void a_command_that_does_not_print_it_is_refused() throws Exception {
        refused(loop("true", command("echo 12", 0, "passed", null)), "check `echo 12` did not print `passed`");
    }

    @Test
    void a_command_must_not_print_what_it_may_not() throws Exception {
        refused(
                loop("true", command("echo 12 passed, 1 failed", 0, "passed", "failed")),
                "printed `failed`, which it must not; its last output was:\n12 passed, 1 failed");
    }

    @Test
    void a_command_has_its_own_time_and_folder() throws Exception {
        Check slow = new Check.Command("sleep 100", 0, null, null, Duration.ofMillis(200), null, List.of(), null);
        refused(loop("true", slow), "check `sleep 100` did not end in time");
    }

    @Test
    void a_command_runs_in_its_folder() throws Exception {
        Check there = new Check.Command("test -e here", 0, null, null, null, "a b/c", List.of(), null);
        accepted(loop("mkdir -p 'a b/c' && touch 'a b/c/here'", there));
    }

    @Test
    void a_folder_that_was_made_a_way_out_of_the_project_is_refused() throws Exception {
        Files.createFile(elsewhere.resolve("here"));
        Check there = new Check.Command("test -e here", 0, null, null, null, "web", List.of(), null);
        refused(loop("ln -s " + elsewhere + " web", there), "the folder leads out of the project");
    }

    // Files

    @Test
    void a_file_with_something_in_it_is_there() throws Exception {
        accepted(loop("mkdir docs; echo x > docs/plan.md", new Check.FileExists("./docs/plan.md")));
        assertThat(project.told()).contains("INFO artifact: ./docs/plan.md");
    }

    @Test
    void a_file_that_is_missing_is_refused() throws Exception {
        refused(loop("true", new Check.FileExists("plan.md")), "plan.md does not exist");
    }

    @Test
    void an_empty_file_is_no_artifact() throws Exception {
        refused(loop("touch plan.md", new Check.FileExists("plan.md")), "plan.md is empty");
    }

    @Test
    void a_folder_is_no_artifact() throws Exception {
        refused(loop("mkdir plan.md", new Check.FileExists("plan.md")), "plan.md is not a regular file");
    }

    @Test
    void a_link_out_of_the_project_is_no_artifact() throws Exception {
        refused(loop("ln -s /etc/passwd plan.md", new Check.FileExists("plan.md")), "plan.md leads out of the project");
    }

    @Test
    void a_link_inside_the_project_is() throws Exception {
        accepted(loop("echo x > real.md; ln -s real.md plan.md", new Check.FileExists("plan.md")));
    }

    // Tests of the task

    @Test
    void the_tests_of_a_task_are_found_by_its_id() throws Exception {
        Check tests = new Check.TestPassing(null, "echo \"1 test of $RALPH_TEST_GREP, $RALPH_TASK_ID\"; exit 1");
        refused(loop("true", tests), "tests of " + ScratchProject.TASK + " do not pass");
        assertThat(verdicts.getLast().results().getFirst().output())
                .isEqualTo("1 test of " + ScratchProject.TASK + ", " + ScratchProject.TASK);
    }

    @Test
    void without_a_command_npm_is_asked_as_the_specification_says() throws Exception {
        Path bin = Files.createDirectory(elsewhere.resolve("bin"));
        Files.writeString(bin.resolve("npm"), "#!/bin/sh\necho \"$@\"\n");
        bin.resolve("npm").toFile().setExecutable(true);
        accepted(loop("true", new Check.TestPassing("RALPH-001", null))
                .environment(java.util.Map.of("PATH", bin + ":" + System.getenv("PATH"))));
        assertThat(verdicts.getLast().results().getFirst().output()).isEqualTo("test -- --grep RALPH-001");
    }

    @Test
    void a_runner_that_finds_no_test_of_the_task_proves_nothing() throws Exception {
        refused(
                loop("true", new Check.TestPassing("RALPH-001", "echo; echo '  0 passing (1ms)'")),
                "there is no test of RALPH-001");
    }

    // Validation scripts

    @Test
    void what_a_validation_script_prints_are_the_artifacts() throws Exception {
        project.put(folder.resolve("v.sh"), "echo \"a of $RALPH_TASK_ID\"; echo; echo b\n");
        accepted(loop("true", new Check.Validate("v.sh")));
        assertThat(project.told()).contains("INFO artifact: a of task-001", "INFO artifact: b");
    }

    @Test
    void a_validation_script_says_no_by_its_exit_code() throws Exception {
        project.put(folder.resolve("v.sh"), "echo not yet; exit 4\n");
        refused(loop("true", new Check.Validate("./v.sh")), "check `validate ./v.sh` failed (exit 4)");
    }

    @Test
    void an_executable_script_chooses_its_own_interpreter() throws Exception {
        project.put(folder.resolve("v.ts"), "#!/bin/sh\necho fine\n");
        folder.resolve("v.ts").toFile().setExecutable(true);
        accepted(loop("true", new Check.Validate("v.ts")));
    }

    @ParameterizedTest
    @CsvSource({"v.ts, node", "v.js, node", "v.mjs, node", "v.py, python3", "v.rb, ruby", "v.sh, sh", "v, sh"})
    void a_script_that_cannot_be_executed_is_run_by_what_its_name_says(String script, String interpreter)
            throws Exception {
        Path bin = Files.createDirectory(elsewhere.resolve("bin"));
        Files.writeString(bin.resolve(interpreter), "#!/bin/sh\necho \"$0 ran $1\"\n");
        bin.resolve(interpreter).toFile().setExecutable(true);
        project.put(folder.resolve(script), "exit 1\n");
        accepted(loop("true", new Check.Validate(script))
                .environment(java.util.Map.of("PATH", bin + ":" + System.getenv("PATH"))));
        assertThat(verdicts.getLast().results().getFirst().output())
                .startsWith(bin.resolve(interpreter) + " ran ")
                .endsWith(script);
    }

    @Test
    void a_validation_script_that_is_not_there_is_refused() throws Exception {
        refused(loop("true", new Check.Validate("v.sh")), "the script v.sh of check `validate v.sh` does not exist");
    }

    // Pins

    @Test
    void a_script_of_a_check_that_the_agent_changed_is_not_run() throws Exception {
        project.put(folder.resolve("check.sh"), "exit 1\n");
        refused(
                loop("echo 'touch ran; exit 0' > check.sh", Check.Command.shell("sh check.sh")),
                "check `sh check.sh` was not run: check.sh was changed since the loop began");
        assertThat(folder.resolve("ran")).doesNotExist();
    }

    @Test
    void a_script_of_a_check_that_the_agent_removed_or_replaced_is_not_run() throws Exception {
        project.put(folder.resolve("ci/verify"), "exit 1\n");
        refused(
                loop("rm ci/verify; ln -s /bin/true ci/verify", Check.Command.shell("timeout 60 ./ci/verify")),
                "./ci/verify leads out of the project now");
    }

    @Test
    void a_program_that_the_check_only_tries_may_change() throws Exception {
        project.put(folder.resolve("greet.sh"), "exit 1\n");
        accepted(loop("echo 'echo Hello' > greet.sh", Check.Command.shell("sh greet.sh | grep Hello")));
    }

    @Test
    void a_check_can_leave_its_scripts_to_the_agent() throws Exception {
        project.put(folder.resolve("test.sh"), "exit 1\n");
        Check open = new Check.Command("sh test.sh", 0, null, null, null, null, List.of(), null, false, null);
        accepted(loop("echo 'exit 0' > test.sh", open));
    }

    @Test
    void in_a_worktree_the_committed_script_counts() throws Exception {
        GitScratchProject git = GitScratchProject.in(folder);
        project.put(folder.resolve("check.sh"), "test -e done.txt\n");
        git.commit("check");
        project.put(folder.resolve("check.sh"), "the user is working on it\n");
        accepted(loop("echo x > done.txt", Check.Command.shell("sh check.sh"))
                .set(SettingKeys.WORKSPACE, ConfinementPolicy.Workspace.WORKTREE));
    }

    @Test
    void in_a_worktree_a_changed_script_is_refused() throws Exception {
        GitScratchProject git = GitScratchProject.in(folder);
        project.put(folder.resolve("check.sh"), "exit 1\n");
        git.commit("check");
        refused(
                loop("echo 'exit 0' > check.sh", Check.Command.shell("sh check.sh"))
                        .set(SettingKeys.WORKSPACE, ConfinementPolicy.Workspace.WORKTREE),
                "check.sh was changed since the loop began");
    }

    // Stages

    @Test
    void stages_that_need_not_pass_are_told_and_refuse_nothing() throws Exception {
        Check several = new MultiStage(
                List.of(
                        new MultiStage.Stage("lint", Check.Command.shell("exit 1"), false),
                        new MultiStage.Stage("tests", Check.Command.shell("true"), null)),
                true);
        accepted(loop("true", several));
        assertThat(project.told()).contains("WARNING stage lint, which need not pass: check `exit 1` failed (exit 1)");
    }

    @Test
    void a_stage_that_has_to_pass_refuses_the_whole() throws Exception {
        Check several = new MultiStage(
                List.of(
                        new MultiStage.Stage("lint", Check.Command.shell("true"), null),
                        new MultiStage.Stage("tests", Check.Command.shell("exit 7"), null),
                        new MultiStage.Stage("more", Check.Command.shell("touch ran"), null)),
                true);
        refused(loop("true", several), "stage tests: check `exit 7` failed (exit 7)");
        assertThat(folder.resolve("ran")).doesNotExist();
    }

    @Test
    void where_one_stage_will_do_none_is_not_enough() throws Exception {
        Check several = new MultiStage(
                List.of(
                        new MultiStage.Stage("a", Check.Command.shell("exit 1"), null),
                        new MultiStage.Stage("b", Check.Command.shell("exit 2"), null)),
                false);
        refused(loop("true", several), "none of `a or b` passed: check `exit 1` failed (exit 1)");
    }

    @Test
    void where_one_stage_will_do_one_is_enough() throws Exception {
        Check several = new MultiStage(
                List.of(
                        new MultiStage.Stage("a", Check.Command.shell("exit 1"), null),
                        new MultiStage.Stage("b", Check.Command.shell("true"), null)),
                false);
        accepted(loop("true", several));
    }

    @Test
    void a_check_that_needs_git_is_refused_before_anything_begins_where_there_is_none() {
        assertThatThrownBy(() -> loop("true", GitFact.CHANGED).run())
                .hasMessageContaining("check `something changed` needs a git repository");
    }
}
