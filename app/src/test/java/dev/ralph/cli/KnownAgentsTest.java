package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Agents that are known by name, as somebody types them. The program is a shell script that prints a stream.
class KnownAgentsTest extends WithAgentPrograms {
    private static final String STREAM = """
            cat <<'END'
            {"type":"system","subtype":"init","session_id":"s-1","model":"claude-opus-4-5"}
            {"type":"assistant","message":{"id":"m1","model":"claude-opus-4-5","role":"assistant","content":[{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"make"}}]},"session_id":"s-1"}
            {"type":"assistant","message":{"id":"m2","model":"claude-opus-4-5","role":"assistant","content":[{"type":"text","text":"WORDS"}]},"session_id":"s-1"}
            {"type":"result","subtype":"success","is_error":false,"api_error_status":null,"result":"WORDS","session_id":"s-1","total_cost_usd":0.25,"usage":{"input_tokens":1200,"output_tokens":50},"modelUsage":{"claude-opus-4-5":{"inputTokens":1200,"outputTokens":50,"cacheReadInputTokens":300,"cacheCreationInputTokens":0,"costUSD":0.25}}}
            END
            """;

    @Test
    void a_loop_says_what_the_agent_did_and_cost_and_ralph_cost_shows_it() throws Exception {
        claude(STREAM.replace("WORDS", "All fixed. <promise>ALL_FIXED</promise>"));

        TypedCommand run = run("--completion-promise", "ALL_FIXED");

        assertThat(run.err()).isEmpty();
        assertThat(run.code()).isZero();
        assertThat(run.out())
                .contains(
                        "Agent gave its promise, checking... · claude claude-opus-4-5, 1 action, 1,550 tokens, $0.25",
                        "COMPLETED");
        TypedCommand cost = TypedCommand.in(folder, "cost");
        assertThat(cost.out())
                .contains("claude-opus-4-5", "1,200", "300", "50", "$0.25", "in all: 1,550 tokens, $0.25");
        TypedCommand json = TypedCommand.in(folder, "cost", "t", "--json");
        assertThat(json.out())
                .contains("\"agent\":\"claude\"", "\"input\":1200", "\"cache_read\":300", "\"dollars\":0.25");
    }

    @Test
    void a_promise_without_work_is_told_as_that() throws Exception {
        String idle = STREAM.replaceFirst("(?m)^.*tool_use.*\n", "");
        claude(idle.replace("WORDS", "<promise>ALL_FIXED</promise>"));

        TypedCommand run = run("--completion-promise", "ALL_FIXED", "--max-restarts", "1");

        assertThat(run.code()).as(run.out() + run.err()).isEqualTo(3);
        assertThat(run.out())
                .contains(
                        "Attempt 1: Agent gave its promise but did nothing (exit 0)",
                        "The agent claimed to be done but did nothing.")
                .doesNotContain("ended without its promise", "without claiming to be done");
    }

    @Test
    void the_version_of_the_agents_program_is_recorded_with_every_attempt() throws Exception {
        claude(STREAM.replace("WORDS", "<promise>DONE</promise>"));
        Path module = Files.createDirectories(folder.resolve("lib/node_modules/@anthropic-ai/claude-code"));
        Files.writeString(
                module.resolve("package.json"), "{\"name\":\"x\",\"bin\":{\"version\":1},\"version\":\"2.1.325\"}");
        Path program = folder.resolve("bin/claude");
        Files.move(program, module.resolve("cli.js"));
        Files.createSymbolicLink(program, module.resolve("cli.js"));

        assertThat(run("--completion-promise", "DONE").code()).isZero();

        assertThat(type("task", "show", "t").out()).contains("claude 2.1.325");
        assertThat(type("status", "t", "--json").out())
                .contains("\"agent\":\"claude\"", "\"agent_version\":\"2.1.325\"", "\"session\":\"s-1\"");
        try (Stream<Path> files = Files.walk(folder.resolve(".ralph/tasks/t/runs"))) {
            Path info = files.filter(file -> file.endsWith("run-info.yaml"))
                    .findFirst()
                    .orElseThrow();
            assertThat(info).content().contains("agent_version: \"2.1.325\"");
        }
    }

    @Test
    void a_version_that_nobody_can_tell_is_unknown_and_the_program_is_not_asked() throws Exception {
        claude("echo \"$*\" >>asked\n" + STREAM.replace("WORDS", "<promise>DONE</promise>"));

        assertThat(run("--completion-promise", "DONE").code()).isZero();

        assertThat(type("status", "t", "--json").out()).contains("\"agent_version\":null");
        assertThat(folder.resolve("asked"))
                .content()
                .doesNotContain("--version")
                .hasLineCount(1);
    }

    @Test
    void variables_that_are_passed_reach_a_known_agent_besides_what_it_needs() throws Exception {
        claude("env >seen\n" + STREAM.replace("WORDS", "<promise>DONE</promise>"));
        Map<String, String> environment = Map.of(
                "PATH", folder.resolve("bin") + ":/usr/bin:/bin", "MY_TOKEN", "t1", "MY_SECRET", "s1", "TZ", "UTC");

        TypedCommand.in(
                folder, environment, words("--completion-promise", "DONE", "--env-pass", "MY_TOKEN,ANTHROPIC_X"));
        assertThat(folder.resolve("seen"))
                .content()
                .contains("MY_TOKEN=t1", "TZ=UTC")
                .doesNotContain("MY_SECRET");

        TypedCommand.in(
                folder,
                environment,
                words("--completion-promise", "DONE", "--env-pass", "MY_TOKEN", "--env-unset", "TZ,MY_TOKEN"));
        assertThat(folder.resolve("seen")).content().contains("PATH=").doesNotContain("MY_", "TZ=");
    }

    @Test
    void what_a_plain_program_cost_is_unknown_not_nothing() {
        TypedCommand.loop(folder, "t", "touch DONE");

        assertThat(TypedCommand.in(folder, "cost").out())
                .contains("program", "unknown", "in all: unknown tokens, unknown");
        assertThat(TypedCommand.in(folder, "cost", "--json").out()).contains("\"tokens\":null", "\"dollars\":null");
    }

    @Test
    void a_sum_with_something_unknown_in_it_is_at_least_so_much_and_tasks_have_sums_of_their_own() throws Exception {
        claude(STREAM.replace("WORDS", "not yet"));
        run("--max-restarts", "2");
        TypedCommand.loop(folder, "other", "touch DONE");

        TypedCommand cost = TypedCommand.in(folder, "cost");

        assertThat(cost.out()).containsPattern("t +all +2,400 +600 +100 +\\$0.50");
        assertThat(cost.out()).contains("in all: at least 3,100 tokens, at least $0.50");
        assertThat(TypedCommand.in(folder, "cost", "--json").out())
                .contains("\"tasks\":{\"other\":{", "\"t\":{", "\"tokens\":3100,\"dollars\":0.5,\"complete\":true}}");
    }

    @Test
    void a_dollar_limit_that_cannot_be_kept_is_told_once_on_the_terminal_and_on_the_bus() throws Exception {
        claude(STREAM.replace("WORDS", "not yet")
                .replace("claude-opus-4-5", "claude-nobody-knows")
                .replace(",\"total_cost_usd\":0.25", "")
                .replace(",\"costUSD\":0.25", ""));
        String words = "Cost unknown: no price for claude-nobody-knows, so the $5.00 limit does not apply. Give"
                + " prices with --prices (docs/prices.md), or set --max-tokens.";

        TypedCommand run = run("--max-restarts", "3", "--max-cost", "5");

        assertThat(run.out()).containsOnlyOnce("Warning: " + words);
        assertThat(TypedCommand.in(folder, "bus", "read", "--task", "t").out()).containsOnlyOnce(words);
        TypedCommand priced = type(
                "run",
                "--task",
                "u",
                "--prompt",
                "x",
                "--agent",
                "claude",
                "--profile",
                "restart",
                "--max-restarts",
                "1",
                "--prices",
                prices());
        assertThat(priced.out()).contains("$").doesNotContain("cannot be kept");
    }

    private String prices() throws IOException {
        return Files.writeString(
                        folder.resolve("prices.yaml"),
                        "checked: 2026-11-15\nmodels:\n  claude-nobody-knows: {input: 1, output: 2}\n")
                .toString();
    }

    @Test
    void an_agent_that_was_never_started_cost_nothing() {
        run("--max-restarts", "1");

        assertThat(TypedCommand.in(folder, "cost").out()).contains("in all: nothing");
        assertThat(TypedCommand.in(folder, "cost", "--json").out())
                .contains("\"total\":{\"models\":{},\"tokens\":0,\"dollars\":0,\"complete\":true}");
    }

    @Test
    void the_notices_of_profile_session_are_those_of_its_specification() throws Exception {
        claude("if [ -e again ]; then\n" + STREAM.replace("WORDS", "<promise>DONE</promise>") + "else\ntouch again\n"
                + STREAM.replace("WORDS", "not yet") + "fi");

        TypedCommand run = run("--profile", "session", "--max-iterations", "25");

        assertThat(run.code()).isZero();
        assertThat(run.out())
                .contains(
                        "Ralph Loop Started: Max 25 iterations. Complete with <promise>DONE</promise>",
                        "Ralph Loop: Iteration 2/25",
                        "Ralph Loop Complete!: Task completed after 2 iteration(s)");
    }

    @Test
    void a_session_that_never_promises_stops_with_the_words_of_the_specification() throws Exception {
        claude("touch \"file-$JRUN_ID\"\n" + STREAM.replace("WORDS", "not yet"));

        TypedCommand run = run("--profile", "session", "--max-iterations", "2");

        assertThat(run.code()).isEqualTo(3);
        assertThat(run.out()).contains("Ralph Loop Stopped: Max iterations (2) reached without completion");
    }

    @Test
    void a_session_that_ran_out_of_iterations_goes_on_with_more_of_them() throws Exception {
        claude("touch \"file-$JRUN_ID\"\n" + STREAM.replace("WORDS", "not yet"));

        TypedCommand run = run("--profile", "session", "--max-iterations", "1");
        assertThat(run.out()).containsPattern("Allow more: .* --max-iterations 2");
        TypedCommand again = resume("--max-iterations", "2");

        assertThat(again.out()).contains("Max iterations (2) reached without completion");
    }

    @Test
    void a_session_of_0_iterations_never_runs_its_agent() throws Exception {
        claude("touch ran\n" + STREAM.replace("WORDS", "not yet"));

        TypedCommand run = run("--profile", "session", "--max-iterations", "0");

        assertThat(run.code()).isEqualTo(3);
        assertThat(run.out()).contains("Max iterations (0) reached without completion");
        assertThat(folder.resolve("ran")).doesNotExist();
    }

    @Test
    void an_agent_nobody_knows_is_refused_with_those_that_are() {
        TypedCommand run = run("--agent", "clod");

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("unknown agent clod. Known: claude, codex, opencode, gemini, qwen, copilot");
        assertThat(run("--agent", "cluade").err()).contains("unknown agent cluade; did you mean 'claude'?");
    }

    @Test
    void a_switch_to_the_next_agent_is_told_and_a_fatal_end_only_once() {
        TypedCommand run = run("--agent", "qwen,codex", "--max-restarts", "3");

        assertThat(run.out())
                .containsOnlyOnce("Switching from qwen to codex\n")
                .contains("Fatal error: codex is not installed. Install it with: ", "\nFATAL after 2 attempts\n");
    }

    @Test
    void two_ways_to_name_the_agent_on_one_line_are_refused() {
        TypedCommand run = run("--agent", "claude", "--command", "true");

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("not both");
    }

    @Test
    void limits_that_make_no_sense_are_refused() {
        assertThat(run("--max-cost", "0").err()).contains("dollars more than 0");
        assertThat(run("--max-cost", "-1").err()).contains("dollars more than 0");
        assertThat(run("--max-tokens", "1e9").err()).contains("a whole number more than 0");
        assertThat(run("--max-tokens", "2.5").err()).contains("a whole number more than 0");
        assertThat(run("--completion-promise", " ").code()).isEqualTo(2);
    }

    @Test
    void a_loop_ends_at_what_it_may_cost_and_resume_can_allow_more() throws Exception {
        claude(STREAM.replace("WORDS", "not yet"));

        TypedCommand run = run("--completion-promise", "DONE", "--max-cost", "0.40");
        assertThat(run.code()).isEqualTo(3);
        assertThat(run.out()).contains("EXHAUSTED after 2 attempts: cost limit ($0.40) reached: $0.50 spent");

        TypedCommand again = resume("--max-cost", "0.90");
        assertThat(again.out()).contains("EXHAUSTED after 4 attempts: cost limit ($0.90) reached: $1.00 spent");
    }

    @Test
    void an_attempt_that_does_not_count_is_not_called_spent() throws Exception {
        claude(STREAM.replace("WORDS", "not yet"));

        TypedCommand run = run("--agent", "codex,claude", "--max-restarts", "1", "--completion-promise", "DONE");
        assertThat(run.out()).contains("Restarting agent (attempt 2, 1 of 1 counted)", "EXHAUSTED");
        TypedCommand again = resume("--max-restarts", "2");

        assertThat(again.out())
                .contains("(1 of 2 attempts spent)", "Restarting agent (attempt 4, 2 of 2 counted)", "EXHAUSTED");
        assertThat(type("status").out()).containsPattern("EXHAUSTED +4/4 ");
        assertThat(type("status", "--json").out())
                .contains("\"attempts\":4,\"free_attempts\":2,\"max_attempts\":4")
                .containsSubsequence("\"free\":true", "\"free\":false", "\"free\":true", "\"free\":false");
    }

    @Test
    void doctor_lists_known_agents_with_the_programs_they_are() throws Exception {
        claude("echo '2.1.325 (Claude Code)'");

        TypedCommand doctor = type("doctor");

        assertThat(doctor.out())
                .containsPattern("warning  agent claude +no login found; 2.1.325 \\(.*/bin/claude\\)")
                .contains("→ run claude once and type /login, or set ANTHROPIC_API_KEY")
                .containsPattern("missing  agent codex +not installed")
                .containsPattern("\\d warnings?\\.\nFirst: run claude once and type /login");
        Map<String, String> loggedIn =
                Map.of("PATH", folder.resolve("bin") + ":/usr/bin:/bin", "ANTHROPIC_API_KEY", "x");
        assertThat(TypedCommand.in(folder, loggedIn, "doctor").out())
                .containsPattern("ready    agent claude +2.1.325")
                .doesNotContain("no login found");
    }

    @Test
    void own_prices_that_cannot_be_read_are_told_before_anything_starts() throws Exception {
        claude(STREAM.replace("WORDS", "x"));
        Files.writeString(folder.resolve("prices.yaml"), "models: {m: {input: dear}}\n");

        TypedCommand run = run("--prices", folder.resolve("prices.yaml").toString());

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("prices.yaml");
        assertThat(folder.resolve(".ralph/tasks")).doesNotExist();
    }

    private static String[] words(String... more) {
        List<String> words =
                new ArrayList<>(List.of("run", "--task", "t", "--prompt", "do it", "--restart-delay", "0s"));
        words.addAll(List.of("--containment", "group", "--agent", "claude", "--profile", "restart"));
        words.addAll(List.of(more));
        return words.toArray(String[]::new);
    }

    private TypedCommand resume(String... more) {
        List<String> words = new ArrayList<>(List.of("resume", "--task", "t"));
        words.addAll(List.of(more));
        return type(words.toArray(String[]::new));
    }

    private void claude(String script) throws IOException {
        install("claude", script);
    }
}
