package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.time.Duration;
import org.junit.jupiter.api.Test;
/// Programs that bear the name of an agent and are none, and what they print on a user's terminal.

class HostileAgentsTest extends WithAgentPrograms {
    private static final String FAILED =
            "{\"type\":\"result\",\"subtype\":\"success\",\"is_error\":true,\"result\":\"WORDS\"}";

    @Test
    void what_an_agent_says_of_its_failure_is_shown_whole_and_harmless_everywhere() throws Exception {
        install("claude", "cat <<'END'\n" + FAILED.replace("WORDS", "no\\u001b[2J\\u202e way\\nout") + "\nEND\nexit 1");

        TypedCommand run = run("--max-restarts", "1");

        String told = "claude failed. It said: no\ufffd way out";
        assertThat(run.out()).contains("Agent failed (" + told + ")");
        assertThat(type("status", "t").out()).contains(told);
        assertThat(type("status", "t", "--json").out()).contains("\"failure\":\"told\",\"message\":\"" + told + "\"");
        assertThat(type("bus", "read", "--task", "t").out()).contains("agent failed on restart #0: " + told);
    }

    @Test
    void a_wait_is_told_in_the_time_of_the_lines_around_it() throws Exception {
        install(
                "claude",
                "if [ -e tried ]; then echo hello; exit 0; fi; touch tried; echo '{\"type\":\"rate_limit_event\","
                        + "\"rate_limit_info\":{\"status\":\"rejected\",\"resetsAt\":'$(($(date +%s) + 2))'}}'; exit 1");

        assertThat(run("--max-restarts", "1").out())
                .containsPattern(
                        "\\[(\\S+) \\S+] Waiting until \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d: the usage limit of claude");
    }

    @Test
    void a_limit_that_is_reached_is_the_one_that_can_be_raised() throws Exception {
        install(
                "claude",
                "touch \"f$JRUN_ID\"; echo '{\"type\":\"result\",\"subtype\":\"success\",\"is_error\":false,"
                        + "\"result\":\"x\",\"total_cost_usd\":0.25,\"usage\":{\"input_tokens\":1200,\"output_tokens\":50}}'");

        TypedCommand run = run("--max-cost", "0.40");

        assertThat(run.out()).contains("Allow more: ralph resume t --max-cost 1");
        assertThat(type("bus", "read", "--task", "t").out()).contains("task failed: cost limit ($0.40) reached");
    }

    @Test
    void a_stream_nobody_knows_is_refused_before_anything_starts() {
        TypedCommand run =
                TypedCommand.in(folder, "run", "--task", "t", "--prompt", "x", "--stream", "foo", "--", "true");

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("Unknown output format: foo. Known: text, claude, codex");
        assertThat(folder.resolve(".ralph/tasks")).doesNotExist();
    }

    @Test
    void a_rehearsal_without_a_script_ends_at_once_and_says_what_is_missing() {
        TypedCommand run = run("--agent", "rehearsal");

        assertThat(run.code()).isEqualTo(1);
        assertThat(run.out()).contains("Fatal error: the agent `rehearsal` needs a script to play");
    }

    @Test
    void a_file_that_cannot_be_executed_is_named() throws Exception {
        Files.writeString(Files.createDirectories(folder.resolve("bin")).resolve("claude"), "x");
        Files.createDirectories(folder.resolve("bin/codex"));

        assertThat(run("--max-restarts", "1").out()).contains("bin/claude is not executable.");
        assertThat(type("doctor").out())
                .contains("not installed: " + folder.resolve("bin/claude") + " is not executable")
                .contains("not installed: " + folder.resolve("bin/codex") + " is a folder");
    }

    @Test
    void a_program_that_floods_or_fails_when_asked_for_its_version_does_not_hold_the_doctor_up() throws Exception {
        install("claude", "exec yes 'no version'");
        install("codex", "echo broken; exit 3");
        install("gemini", "sleep 30 & echo 0.61.0");
        long began = System.nanoTime();

        TypedCommand doctor = type("doctor");

        assertThat(doctor.out()).contains("printed no version (exit code 3)", "0.61.0");
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(15));
    }

    @Test
    void prices_of_a_foreign_repository_that_are_none_are_told_by_the_doctor_and_never_read_whole() throws Exception {
        Files.writeString(
                Files.createDirectories(folder.resolve(".ralph")).resolve("config.yaml"), "prices: /dev/zero\n");

        TypedCommand doctor = type("doctor");

        assertThat(doctor.code()).isEqualTo(1);
        assertThat(doctor.out()).contains("the prices /dev/zero must be a file", "correct the setting `prices`");
        assertThat(run("--max-restarts", "1").code()).isEqualTo(2);
    }

    @Test
    void cost_of_a_task_that_does_not_exist_is_a_mistake_and_a_silent_attempt_is_its_agents() throws Exception {
        install("claude", "exit 0");
        run("--max-restarts", "1");

        assertThat(type("cost", "nobody").code()).isEqualTo(2);
        assertThat(type("cost", "t").out()).contains("claude").doesNotContain("program");
    }
}
