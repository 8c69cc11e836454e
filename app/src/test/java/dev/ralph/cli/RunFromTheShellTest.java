package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// `ralph run` as a script sees it: exit codes, and the lines people read.
class RunFromTheShellTest extends WithShell {
    private static final String COUNT = "echo x >> count; n=$(wc -l < count); ";
    private static final String DONE = "touch \"$TASK_FOLDER/DONE\"";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0 | COMPLETED | touch \"$TASK_FOLDER/DONE\"",
                "1 | FAILED    | mkdir \"$TASK_FOLDER/DONE\"",
                "1 | FATAL     | no-such-agent-anywhere",
                "3 | EXHAUSTED | exit 1",
                "5 | WAITING   | exit 42",
                "6 | CANCELLED | touch \"$TASK_FOLDER/CANCELLED\"; sleep 60",
                "6 | STOPPED   | touch \"$TASK_FOLDER/STOP-REQUESTED\"; sleep 60",
            })
    void the_exit_code_says_how_the_loop_ended(int code, String outcome, String line) {
        Shell.Said said = shell.run("--max-restarts", "1", "--command", line);

        assertThat(said.code()).isEqualTo(code);
        assertThat(said.out()).contains("\n" + outcome + " after ");
    }

    @Test
    void attempts_and_restarts_are_told_in_the_words_of_the_specification() {
        Shell.Said said = shell.run(
                "--max-restarts",
                "4",
                "--command",
                COUNT + "[ $n = 1 ] && exit 1; [ $n = 2 ] && exit 0; [ $n = 3 ] && exit 9; " + DONE);

        assertThat(said.lines())
                .containsSubsequence(
                        "Starting agent (attempt 1/4)",
                        "Attempt 1: Agent failed (exit 1), restarting...",
                        "Agent failed with exit code 1, restarting (attempt 2/4)",
                        "Starting agent (attempt 2/4)",
                        "Attempt 2: Agent ended without DONE (exit 0), restarting...",
                        "Restarting agent (attempt 3/4)",
                        "Starting agent (attempt 3/4)",
                        "Attempt 3: Agent failed (exit 9), restarting...",
                        "Attempt 4: Agent succeeded");
        assertThat(said.out()).containsPattern("(?m)^\\[\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d] Attempt 1: ");
    }

    @Test
    void a_restart_is_told_before_the_delay() throws Exception {
        List<String> words = Shell.java(Main.class.getName(), "--dir", folder.toString(), "run", "--task", "task-001");
        words.addAll(List.of("--prompt", "x", "--max-restarts", "2", "--restart-delay", "1h", "--command", "exit 1"));
        Path said = folder.resolve("said");
        Process loop = new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();

        try {
            Waiting.until(() -> !loop.isAlive()
                    || Files.readString(said).contains("Agent failed with exit code 1, restarting (attempt 2/2)"));
            assertThat(loop.isAlive()).as(Files.readString(said)).isTrue();
            assertThat(said).content().doesNotContain("Starting agent (attempt 2/2)");
        } finally {
            loop.destroy();
            assertThat(loop.waitFor()).isEqualTo(6);
        }
    }

    @Test
    void the_last_attempt_says_that_the_limit_is_reached() {
        Shell.Said said = shell.run("--max-restarts", "2", "--command", "exit 1");

        assertThat(said.lines())
                .containsSubsequence(
                        "Attempt 2: Agent failed (exit 1)",
                        "Attempt 2: Max restarts exceeded, stopping",
                        "Allow more: ralph resume task-001 --max-restarts 4");
    }

    @Test
    void another_text_for_a_task_that_is_done_is_refused() throws Exception {
        assertThat(shell.run("--command", DONE).code()).isZero();

        Shell.Said other = shell.ralph("run", "--task", "task-001", "--command", "touch ran", "Something else");

        assertThat(other.code()).as(other.out()).isEqualTo(2);
        assertThat(other.err()).contains("task task-001 is done", "without --task", "DONE");
        assertThat(shell.ralph("run", "--task", "task-001", "--command", "touch ran")
                        .code())
                .isZero();
        assertThat(folder.resolve("ran")).doesNotExist();
    }

    @Test
    void a_blocked_promise_needs_a_completion_promise() {
        Shell.Said said =
                shell.run("--blocked-promise", "STUCK", "--command", "touch ran; echo '<promise>STUCK</promise>'");

        assertThat(said.code()).as(said.out()).isEqualTo(2);
        assertThat(said.err()).contains("--blocked-promise needs --completion-promise");
        assertThat(folder.resolve("ran")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"restart", "session"})
    void an_agent_is_told_how_to_say_that_it_cannot_go_on(String profile) throws Exception {
        String agent = COUNT + "cat \"$RUN_FOLDER/prompt.md\" > prompt-$n; echo x > work-$n;"
                + " [ $n = 1 ] || echo '<promise>STUCK</promise>'";
        Shell.Said said = shell.run(
                "--profile", profile, "--completion-promise", "OK", "--blocked-promise", "STUCK", "--command", agent);

        assertThat(said.code()).as(said.out()).isEqualTo(4);
        for (String prompt : List.of("prompt-1", "prompt-2")) {
            assertThat(folder.resolve(prompt))
                    .content()
                    .contains("cannot continue without a human")
                    .contains("<promise>STUCK</promise>");
        }
    }

    @Test
    void colours_come_only_where_they_are_wanted() {
        String[] plain = {"--max-restarts", "1", "--command", "exit 1"};
        String[] colored = {"--max-restarts", "1", "--command", "exit 1", "--color", "always"};

        assertThat(shell.run(plain).out())
                .contains("\nEXHAUSTED after 1 attempt")
                .doesNotContain("\033");
        assertThat(shell.run(colored).out()).contains("\n\033[31mEXHAUSTED\033[0m after 1 attempt");
    }

    @Test
    void a_timeout_is_told_in_the_words_of_the_specification() {
        Shell.Said said = shell.run("--idle-timeout", "1s", "--command", COUNT + "[ $n = 1 ] && sleep 60; " + DONE);

        assertThat(said.lines())
                .containsSubsequence(
                        "Agent timeout after 1s, killing process group",
                        "Process group killed, treating as failure",
                        "Restarting agent (attempt 2/100)",
                        "Starting agent (attempt 2/100)");
    }

    @Test
    void a_wish_to_wait_is_told_in_the_words_of_the_specification() {
        assertThat(shell.run("--command", "exit 42").lines()).contains("Wait-without-restart signal detected");
    }

    @Test
    void a_fatal_error_is_told_with_what_to_do() {
        Shell.Said said = shell.run("--", "no-such-agent-anywhere");

        assertThat(said.lines())
                .anyMatch(line -> line.startsWith("Fatal error: ") && line.contains("no-such-agent-anywhere"));
        assertThat(said.lines()).doesNotContain("Restarting agent (attempt 2/100)");
        assertThat(said.out()).doesNotContain(System.getenv("PATH"));
    }

    @ParameterizedTest
    @CsvSource({
        "--max-restarts,-1",
        "--max-restarts,99999999999999999999",
        "--max-restarts,many",
        "--restart-delay,-1s",
        "--restart-delay,5",
        "--poll-interval,0s",
        "--wait-timeout,-5m",
        "--wait-timeout,99999999d",
        "--idle-timeout,0s",
        "--timeout,0ms",
    })
    void a_limit_that_makes_no_sense_is_refused_by_name_before_anything_runs(String flag, String value) {
        Shell.Said said = shell.run(flag, value, "--command", COUNT);

        assertThat(said.code()).isEqualTo(2);
        assertThat(said.err()).startsWith("ralph: ").contains(flag);
        assertThat(folder.resolve("count")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"../up", "a/b", "..", ".", "a..b", "-x", "a\\b", "a b", ""})
    void a_task_id_that_is_no_safe_folder_name_is_refused(String task) {
        Shell.Said said = shell.ralph("run", "--task=" + task, "--prompt", "x", "--command", COUNT);

        assertThat(said.code()).isEqualTo(2);
        assertThat(said.err()).contains("task");
        assertThat(folder.resolve("count")).doesNotExist();
        assertThat(folder.resolve(".ralph/up")).doesNotExist();
    }

    @Test
    void a_configuration_that_is_wrong_is_refused_before_anything_runs() throws Exception {
        Files.createDirectories(folder.resolve(".ralph"));
        Files.writeString(folder.resolve(".ralph/config.yaml"), "max_restart: 3\n");

        Shell.Said said = shell.run("--command", COUNT);

        assertThat(said.code()).isEqualTo(2);
        assertThat(said.err()).contains("config.yaml").contains("max_restart");
        assertThat(folder.resolve("count")).doesNotExist();
    }

    @Test
    void a_check_that_fails_is_shown_with_the_last_lines_it_printed() {
        Shell.Said said = shell.run(
                "--max-restarts",
                "1",
                "--check",
                "echo one; printf '\\033[31m2 tests failed\\n\\n'; exit 4",
                "--command",
                DONE);

        assertThat(said.out())
                .containsPattern("; exit 4` failed \\(exit 4\\)\n.*  \\| one\n.*  \\| .*2 tests failed\n");
    }

    @Test
    void a_check_more_does_not_drop_the_checks_of_the_project() throws Exception {
        Files.createDirectories(folder.resolve(".ralph"));
        Files.writeString(folder.resolve(".ralph/config.yaml"), "checks: ['test -e proof']\n");

        Shell.Said refused = shell.run("--max-restarts", "1", "--check", "true", "--command", DONE);
        assertThat(refused.code()).isEqualTo(3);
        assertThat(refused.lines()).contains("Check `test -e proof` failed (exit 1)");
        Shell.Said resumed = shell.ralph(
                "resume", "task-001", "--max-restarts", "2", "--check", "test -e more", "--containment", "group");
        assertThat(resumed.code()).isEqualTo(3);
        assertThat(resumed.lines()).contains("Check `test -e proof` failed (exit 1)");
        Shell.Said accepted =
                shell.ralph("resume", "task-001", "--max-restarts", "3", "--check", "off", "--containment", "group");
        assertThat(accepted.code()).isZero();
        assertThat(accepted.out()).contains("COMPLETED after 3 attempts: unverified: no check configured");
    }

    @Test
    void resume_goes_on_after_a_wait_and_clears_the_marker() {
        shell.run("--command", COUNT + "[ $n = 1 ] && touch \"$TASK_FOLDER/WAIT_WITHOUT_RESTART\" || " + DONE);

        Shell.Said said = shell.ralph("resume", "--task", "task-001", "--containment", "group");

        assertThat(said.code()).isZero();
        assertThat(said.lines())
                .anyMatch(line -> line.startsWith("Loop resumed by " + System.getProperty("user.name"))
                        && line.endsWith("(1 of 100 attempts spent)"));
        assertThat(said.out()).contains("COMPLETED after 2 attempts");
        assertThat(shell.task("task-001").resolve("WAIT_WITHOUT_RESTART")).doesNotExist();
    }

    @Test
    void below_a_root_the_task_folder_is_where_the_specification_says() {
        Path root = folder.resolve("run-agent");

        Shell.Said said = shell.run("--root", root.toString(), "--project", "my-project", "--command", DONE);

        assertThat(said.code()).isZero();
        assertThat(root.resolve("my-project/task-001/DONE")).exists();
    }

    @Test
    void a_program_and_its_arguments_are_handed_on_untouched() throws Exception {
        shell.run("--", "sh", "-c", "printf '%s\\n' \"$@\" > words; " + DONE, "agent", "a b", "--json", "", "$HOME");

        assertThat(folder.resolve("words")).hasContent("a b\n--json\n\n$HOME\n");
    }
}
