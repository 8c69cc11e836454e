package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What an agent says beside its promise, as somebody at a terminal sees it judged.
class ClaimsFromTheShellTest extends WithShell {
    private static final String PROMISE = "echo '<promise>DONE</promise>'";

    private int tasks;

    @Test
    void a_promise_that_the_same_message_contradicts_is_refused_with_the_line_and_the_next_prompt_says_so() {
        Shell.Said said = shell.run(
                "--max-restarts",
                "3",
                "--completion-promise",
                "DONE",
                "--command",
                "cat > told; date +%N > made; if grep -q 'rule tests-fail, line 2' told; then echo 'All tests pass.'; else"
                        + " echo 'Nearly there.'; echo 'Two tests fail.'; fi; " + PROMISE);

        assertThat(said.code()).isZero();
        assertThat(said.out())
                .contains("tests or the build fail (rule tests-fail, line 2: \"Two tests fail.\")")
                .contains("COMPLETED after 2 attempts")
                .contains("unverified");
    }

    @Test
    void a_fact_counts_more_than_words() {
        Shell.Said said = shell.run(
                "--max-restarts",
                "1",
                "--completion-promise",
                "DONE",
                "--check",
                "test -e made",
                "--command",
                "date +%N > made; echo 'Two tests fail.'; " + PROMISE);

        assertThat(said.code()).as(said.out() + said.err()).isZero();
        assertThat(said.out() + said.err())
                .contains("the agent's own words: ", "(rule tests-fail, line 1: \"Two tests fail.\")")
                .doesNotContain("unverified");
    }

    @Test
    void claim_off_believes_the_promise_whatever_is_said_beside_it() {
        Shell.Said said = shell.run(
                "--max-restarts",
                "1",
                "--claim",
                "off",
                "--completion-promise",
                "DONE",
                "--command",
                "date +%N > made; echo 'Two tests fail.'; " + PROMISE);

        assertThat(said.code()).isZero();
    }

    @Test
    void a_file_done_is_not_searched_for_words_unless_somebody_asks_for_it() {
        String agent = "echo 'Two tests fail.'; touch \"$TASK_FOLDER/DONE\"";

        assertThat(shell.run("--max-restarts", "1", "--command", agent).code()).isZero();
        assertThat(shell.ralph(
                                "run",
                                "--task",
                                "task-002",
                                "--prompt",
                                "Do it",
                                "--max-restarts",
                                "1",
                                "--claim",
                                "on",
                                "--command",
                                agent)
                        .code())
                .isEqualTo(3);
    }

    @Test
    void only_what_the_agent_says_after_its_last_tool_call_is_judged_and_nothing_that_tools_print() throws Exception {
        Files.writeString(folder.resolve("stream"), """
                {"type":"system","subtype":"init","session_id":"5b1e","model":"m"}
                {"type":"assistant","message":{"id":"1","role":"assistant","content":[{"type":"text","text":"Two tests fail. I look at them."}]}}
                {"type":"assistant","message":{"id":"2","role":"assistant","content":[{"type":"tool_use","id":"t","name":"Bash","input":{"command":"make test"}}]}}
                {"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":"TODO: x. Tests fail."}]}}
                {"type":"assistant","message":{"id":"3","role":"assistant","content":[{"type":"text","text":"Fixed.\\n\\n<promise>DONE</promise>"}]}}
                {"type":"result","subtype":"success","is_error":false,"result":"Fixed.\\n\\n<promise>DONE</promise>"}
                """);

        Shell.Said said = shell.run(
                "--max-restarts",
                "1",
                "--completion-promise",
                "DONE",
                "--stream",
                "claude",
                "--command",
                "date +%N > made; cat stream");

        assertThat(said.out()).contains("COMPLETED");
    }

    @Test
    void a_coder_who_says_that_it_has_committed_is_held_to_what_git_says() throws Exception {
        GitProject project = GitProject.of(folder);
        Shell inside = project.shell();
        String check = "{\"type\":\"claim\",\"stage\":\"coder\"}";
        Shell.Said words = inside.run(
                "--max-restarts",
                "1",
                "--check",
                check,
                "--completion-promise",
                "DONE",
                "--command",
                "echo x > made; echo 'Committed.'; " + PROMISE);
        assertThat(words.out()).contains("No commit detected in coder output (rule no-commit)");

        Shell.Said fact = inside.ralph(
                "resume",
                "--task",
                "task-001",
                "--max-restarts",
                "2",
                "--command",
                "git add made && git -c user.name=a -c user.email=a@b commit -qm made; echo 'Ready.'; " + PROMISE);
        assertThat(fact.out()).contains("COMPLETED");
    }

    @Test
    void a_tester_must_say_that_tests_pass_where_no_command_among_the_checks_does() throws Exception {
        assertThat(tester("I wrote tests.").out()).contains("No passing tests detected (rule no-passing-tests)");
        assertThat(tester("12 tests passed.").out()).contains("COMPLETED");
        assertThat(tester("I wrote tests.", "{\"type\":\"file_exists\",\"path\":\"made\"}")
                        .out())
                .contains("rule no-passing-tests");
    }

    @Test
    void where_a_command_is_among_the_checks_it_says_whether_tests_pass_and_the_words_of_a_tester_do_not()
            throws Exception {
        Path script = Files.writeString(folder.resolve("validate.sh"), "#!/bin/sh\nexit 0\n");
        assertThat(script.toFile().setExecutable(true)).isTrue();
        for (String check : List.of(
                "true",
                "{\"type\":\"test_passing\",\"command\":\"true\"}",
                "{\"type\":\"validate\",\"script\":\"validate.sh\"}",
                "{\"type\":\"multi_stage\",\"stages\":[{\"name\":\"tests\",\"check\":\"true\"}]}")) {
            assertThat(tester("I wrote tests.", check).out()).as(check).contains("COMPLETED");
        }
        assertThat(tester("12 tests passed.", "exit 7").out())
                .contains("Check `exit 7` failed (exit 7)")
                .doesNotContain("COMPLETED");
        assertThat(tester("Two tests fail.", "true").out()).contains("COMPLETED");
    }

    @Test
    void a_reviewer_must_say_that_it_approves() {
        assertThat(stage("reviewer", "I read it.").out()).contains("No review approval detected (rule no-approval)");
        assertThat(stage("reviewer", "It is not approved.").out()).contains("No review approval detected");
        assertThat(stage("reviewer", "REVIEW PASSED").out()).contains("COMPLETED");
        assertThat(stage("reviewer", "Approved.").out()).contains("COMPLETED");
    }

    private Shell.Said tester(String says, String... checks) {
        return stage("tester", says, checks);
    }

    private Shell.Said stage(String stage, String says, String... checks) {
        List<String> line = new ArrayList<>(List.of("run", "--task", "task-" + ++tasks, "--prompt", "Do it"));
        line.addAll(List.of("--max-restarts", "1", "--check", "{\"type\":\"claim\",\"stage\":\"" + stage + "\"}"));
        for (String check : checks) {
            line.addAll(List.of("--check", check));
        }
        line.addAll(List.of("--completion-promise", "DONE"));
        line.addAll(List.of("--command", "date +%N > made; echo '" + says + "'; " + PROMISE));
        return shell.ralph(line.toArray(String[]::new));
    }

    @Test
    void a_stage_that_does_not_exist_is_a_mistake() {
        Shell.Said said = shell.run("--check", "{\"type\":\"claim\",\"stage\":\"artist\"}", "--command", "true");

        assertThat(said.code()).isEqualTo(2);
        assertThat(said.err()).contains("stage").contains("is artist: it can be coder, reviewer, tester, qa");
    }
}
