package dev.ralph.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.agent.AgentEvent.Evidence;
import dev.ralph.agent.AgentEvent.Fault;
import dev.ralph.budget.Tokens;
import dev.ralph.budget.UsageScope;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// What each format's reader says about a whole stream, and about the lines that are peculiar to it.
class StreamFormatTest {

    @Test
    void claude_says_session_model_words_actions_usage_and_end() {
        AgentEvent.Used call =
                new AgentEvent.Used("msg_1", "claude-sonnet-4-5", new Tokens(900, 100, 5, 1), null, UsageScope.CALL);

        assertThat(HeardEvents.of(StreamFormat.CLAUDE, bytes(StreamSamples.CLAUDE)))
                .containsExactly(
                        new AgentEvent.Session("5b1e0f6e-9a53-4d0f-8a0e-1f2f3c4d5e6f"),
                        new AgentEvent.Model("claude-sonnet-4-5"),
                        new AgentEvent.Retrying(1, Duration.ofSeconds(2), 429, "rate_limit"),
                        call,
                        new AgentEvent.Text("I will run \"ls\" ä ok.", true),
                        call,
                        new AgentEvent.ToolCall("toolu_1", "Bash", "ls -l"),
                        call,
                        new AgentEvent.ToolResult("toolu_1", false),
                        new AgentEvent.Text("All done. <promise>DONE</promise>", true),
                        new AgentEvent.Used(
                                "msg_3", "claude-sonnet-4-5", new Tokens(10, 0, 0, 2), null, UsageScope.CALL),
                        new AgentEvent.Used(
                                "process claude-sonnet-4-5",
                                "claude-sonnet-4-5",
                                new Tokens(910, 100, 5, 30),
                                new BigDecimal("0.0123"),
                                UsageScope.PROCESS),
                        new AgentEvent.Finished(false, "All done. <promise>DONE</promise>"));
    }

    @Test
    void a_success_of_claude_that_is_an_error_is_a_failure() {
        assertThat(HeardEvents.of(StreamFormat.CLAUDE, """
                        {"type":"assistant","message":{"id":"x","model":"<synthetic>","role":"assistant","content":[{"type":"text","text":"Failed to authenticate. API Error: 401 x"}]},"error":"authentication_failed"}""", """
                        {"type":"result","subtype":"success","is_error":true,"api_error_status":401,"result":"Failed to authenticate. API Error: 401 x","total_cost_usd":0,"usage":{"input_tokens":0,"output_tokens":0}}"""))
                .containsExactly(
                        new AgentEvent.Used("process", null, Tokens.NONE, BigDecimal.ZERO, UsageScope.PROCESS),
                        new AgentEvent.Failed(Fault.LOGIN, 401, "Failed to authenticate. API Error: 401 x"),
                        new AgentEvent.Finished(true, "Failed to authenticate. API Error: 401 x"));
    }

    @Test
    void claude_names_the_time_when_a_limit_ends() {
        assertThat(HeardEvents.of(StreamFormat.CLAUDE, """
                        {"type":"rate_limit_event","rate_limit_info":{"status":"allowed_warning","resetsAt":1893553445,"rateLimitType":"five_hour"}}""", """
                        {"type":"rate_limit_event","rate_limit_info":{"status":"rejected","resetsAt":1893553445,"rateLimitType":"five_hour","overageStatus":"rejected","isUsingOverage":false}}""", """
                        {"type":"rate_limit_event","rate_limit_info":{"status":"rejected","resetsAt":1893553445,"rateLimitType":"five_hour","isUsingOverage":true}}"""))
                .containsExactly(new AgentEvent.Limited(
                        Instant.ofEpochSecond(1893553445), "usage limit five_hour", Evidence.TYPED));
    }

    @Test
    void claude_out_of_turns_and_out_of_budget_are_told_apart_from_failures() {
        assertThat(HeardEvents.only(AgentEvent.Failed.class, HeardEvents.of(StreamFormat.CLAUDE, """
                                {"type":"result","subtype":"error_max_turns","is_error":true,"terminal_reason":"max_turns","errors":["Reached maximum number of turns (2)"]}""", """
                                {"type":"result","subtype":"error_max_budget_usd","is_error":true,"terminal_reason":"budget_exhausted","errors":["x"]}""", """
                                {"type":"result","subtype":"error_during_execution","is_error":true,"errors":["No conversation found with session ID: abc"]}""")))
                .extracting(AgentEvent.Failed::fault)
                .containsExactly(Fault.TURNS, Fault.BUDGET, Fault.UNKNOWN_SESSION);
    }

    @Test
    void codex_says_session_words_actions_retries_and_usage_of_the_whole_thread() {
        assertThat(HeardEvents.of(StreamFormat.CODEX, bytes(StreamSamples.CODEX)))
                .containsExactly(
                        new AgentEvent.Session("0199a213-81c0-7800-8aa1-bbab2a035a53"),
                        new AgentEvent.Text("I will run a command.", true),
                        new AgentEvent.ToolCall("item_3", "shell", "bash -lc 'ls'"),
                        new AgentEvent.ToolResult("item_3", true),
                        new AgentEvent.ToolCall("item_4", "file_change", "/w/a.txt"),
                        new AgentEvent.ToolResult("item_4", false),
                        new AgentEvent.Retrying(
                                1, null, 500, "Reconnecting... 1/5 (unexpected status 500 Internal Server Error: x)"),
                        new AgentEvent.Text("All done. <promise>DONE</promise>", true),
                        new AgentEvent.Used("thread", null, new Tokens(1100, 2200, 0, 130), null, UsageScope.SESSION),
                        new AgentEvent.Finished(false, null));
    }

    @Test
    void the_limit_of_codex_is_known_by_its_words() {
        String words = "You've hit your usage limit. Upgrade to Pro or try again at 5:20 AM.";

        assertThat(HeardEvents.of(
                        StreamFormat.CODEX,
                        "{\"type\":\"error\",\"message\":\"" + words + "\"}",
                        "{\"type\":\"turn.failed\",\"error\":{\"message\":\"" + words + "\"}}"))
                .containsExactly(
                        new AgentEvent.Failed(Fault.RATE, 0, words),
                        new AgentEvent.Limited(Instant.parse("2030-01-02T05:20:00Z"), words, Evidence.WORDS),
                        new AgentEvent.Finished(true, words));
    }

    @Test
    void an_error_of_codex_that_nothing_follows_is_said_at_the_end() {
        assertThat(HeardEvents.of(
                        StreamFormat.CODEX,
                        "{\"type\":\"error\",\"message\":\"stream disconnected before completion: x\"}"))
                .containsExactly(new AgentEvent.Failed(Fault.NETWORK, 0, "stream disconnected before completion: x"));
    }

    @Test
    void gemini_says_its_pieces_and_closes_a_message_when_something_else_follows() {
        assertThat(HeardEvents.of(StreamFormat.GEMINI, bytes(StreamSamples.GEMINI)))
                .containsExactly(
                        new AgentEvent.Strange("no JSON object: Loaded cached credentials."),
                        new AgentEvent.Session("8f6e1c0a-1111-4222-8333-944455556666"),
                        new AgentEvent.Model("gemini-2.5-pro"),
                        new AgentEvent.Text("I will ", false),
                        new AgentEvent.Text("run it.", false),
                        new AgentEvent.Text("", true),
                        new AgentEvent.ToolCall("t-1", "run_shell_command", "ls"),
                        new AgentEvent.ToolResult("t-1", false),
                        new AgentEvent.Text("Done <promise>DONE</promise>", false),
                        new AgentEvent.Text("", true),
                        new AgentEvent.Used(
                                "process gemini-2.5-pro",
                                "gemini-2.5-pro",
                                new Tokens(1100, 2200, 0, 200),
                                null,
                                UsageScope.PROCESS),
                        new AgentEvent.Finished(false, null));
    }

    @Test
    void opencode_has_ended_when_a_step_asks_for_no_tool() {
        assertThat(HeardEvents.of(StreamFormat.OPENCODE, bytes(StreamSamples.OPENCODE)))
                .containsExactly(
                        new AgentEvent.Session("ses_5a"),
                        new AgentEvent.Text("I will run it.", true),
                        new AgentEvent.ToolCall("call_1", "bash", "ls"),
                        new AgentEvent.ToolResult("call_1", false),
                        new AgentEvent.Used(
                                "prt_4", null, new Tokens(900, 100, 0, 150), new BigDecimal("0.004"), UsageScope.CALL),
                        new AgentEvent.Text("Done <promise>DONE</promise>", true),
                        new AgentEvent.Used("prt_7", null, new Tokens(10, 0, 0, 5), null, UsageScope.CALL),
                        new AgentEvent.Finished(false, null));
    }

    @Test
    void opencode_goes_on_after_a_step_with_a_tool_or_without_a_known_reason_whatever_reason_it_states() {
        String begun = "{\"type\":\"step_start\",\"sessionID\":\"ses_1\",\"part\":{\"type\":\"step-start\"}}\n";
        String tool = "{\"type\":\"tool_use\",\"sessionID\":\"ses_1\",\"part\":{\"callID\":\"c\",\"tool\":\"bash\"}}\n";
        String stop = "{\"type\":\"step_finish\",\"sessionID\":\"ses_1\",\"part\":{\"reason\":\"stop\"}}\n";
        String unknown = stop.replace("stop\"", "unknown\"");

        assertThat(finishedInTheMiddle(begun + tool + stop)).isFalse();
        assertThat(finishedInTheMiddle(begun + unknown)).isFalse();
        assertThat(finishedInTheMiddle(begun + tool + stop + begun + stop)).isTrue();
        assertThat(HeardEvents.of(StreamFormat.OPENCODE, bytes(begun + tool + stop)))
                .endsWith(new AgentEvent.Finished(false, null));
    }

    private static boolean finishedInTheMiddle(String stream) {
        List<AgentEvent> said = new ArrayList<>();
        byte[] bytes = bytes(stream);
        StreamFormat.OPENCODE.reader(ResetTimes.UNKNOWN).read(bytes, 0, bytes.length, said::add);
        return said.contains(new AgentEvent.Finished(false, null));
    }

    @Test
    void opencode_passes_on_the_header_that_says_when_to_come_back() {
        assertThat(HeardEvents.of(StreamFormat.OPENCODE, """
                        {"type":"error","sessionID":"ses_5a","error":{"name":"APIError","data":{"message":"Too Many Requests","statusCode":429,"isRetryable":true,"responseHeaders":{"retry-after":"3600"},"responseBody":"{}"}}}"""))
                .containsExactly(
                        new AgentEvent.Session("ses_5a"),
                        new AgentEvent.Failed(Fault.RATE, 429, "Too Many Requests"),
                        new AgentEvent.Limited(
                                HeardEvents.NOW.plusSeconds(3600), "Too Many Requests", Evidence.STRUCTURED),
                        new AgentEvent.Finished(true, "Too Many Requests"));
    }

    @Test
    void qwen_counts_the_cache_within_its_input() {
        assertThat(HeardEvents.of(StreamFormat.QWEN, bytes(StreamSamples.QWEN)))
                .containsExactly(
                        new AgentEvent.Session("11111111-2222-4333-8444-555555555555"),
                        new AgentEvent.Model("qwen3-coder"),
                        new AgentEvent.Text("I will run it.", true),
                        new AgentEvent.ToolCall("call_1", "run_shell_command", "ls"),
                        new AgentEvent.Used("m1", "qwen3-coder", new Tokens(900, 100, 0, 50), null, UsageScope.CALL),
                        new AgentEvent.ToolResult("call_1", false),
                        new AgentEvent.Retrying(1, Duration.ofMinutes(1), 0, ""),
                        new AgentEvent.Text("Done <promise>DONE</promise>", true),
                        new AgentEvent.Used("process", null, new Tokens(1100, 2200, 0, 130), null, UsageScope.PROCESS),
                        new AgentEvent.Finished(false, "Done <promise>DONE</promise>"));
    }

    @Test
    void a_failure_that_qwen_tells_as_words_is_not_taken_for_them() {
        assertThat(HeardEvents.of(StreamFormat.QWEN, """
                        {"type":"assistant","message":{"id":"m","role":"assistant","content":[{"type":"text","text":"[API Error: 401 x]"}],"usage":{"input_tokens":0,"output_tokens":0}}}""", """
                        {"type":"result","subtype":"error_during_execution","is_error":true,"error":{"message":"[API Error: 401 x]"}}"""))
                .containsExactly(
                        new AgentEvent.Failed(Fault.LOGIN, 401, "[API Error: 401 x]"),
                        new AgentEvent.Finished(true, "[API Error: 401 x]"));
    }

    @Test
    void copilot_says_whole_messages_and_names_its_session_at_the_end() {
        assertThat(HeardEvents.of(StreamFormat.COPILOT, bytes(StreamSamples.COPILOT)))
                .containsExactly(
                        new AgentEvent.Text("I will run it.", true),
                        new AgentEvent.ToolCall("c1", "bash", "ls"),
                        new AgentEvent.ToolResult("c1", false),
                        new AgentEvent.Retrying(1, null, 500, "server_error"),
                        new AgentEvent.Text("Done <promise>DONE</promise>", true),
                        new AgentEvent.Session("99999999-2222-4333-8444-555555555555"),
                        new AgentEvent.Finished(false, null));
    }

    @Test
    void copilot_gives_its_limits_a_class() {
        assertThat(HeardEvents.of(StreamFormat.COPILOT, """
                        {"type":"session.error","data":{"errorType":"rate_limit","message":"slow down","statusCode":429},"id":"e"}""", """
                        {"type":"result","sessionId":"s","exitCode":1}"""))
                .containsExactly(
                        new AgentEvent.Failed(Fault.RATE, 429, "slow down"),
                        new AgentEvent.Limited(null, "slow down", Evidence.STRUCTURED),
                        new AgentEvent.Session("s"),
                        new AgentEvent.Finished(true, null));
    }

    @Test
    void the_bridge_of_acp_says_everything_in_our_own_words() {
        assertThat(HeardEvents.of(StreamFormat.ACP, bytes(StreamSamples.ACP)))
                .containsExactly(
                        new AgentEvent.Session("s1"),
                        new AgentEvent.Model("gemini-2.5-pro"),
                        new AgentEvent.Text("I will ", false),
                        new AgentEvent.Text("", true),
                        new AgentEvent.ToolCall("t1", "execute", "ls"),
                        new AgentEvent.ToolResult("t1", false),
                        new AgentEvent.Text("Done <promise>DONE</promise>", true),
                        new AgentEvent.Used("turn", "m", new Tokens(10, 5, 0, 7), null, UsageScope.TURN),
                        new AgentEvent.Used("cost", null, Tokens.NONE, new BigDecimal("0.0123"), UsageScope.SESSION),
                        new AgentEvent.Finished(false, null));
    }

    @Test
    void ralphs_own_agent_says_the_same_and_what_it_tries_again() {
        String words = "HTTP 429: rate_limit_error: slow down (retry in 60s)";

        assertThat(HeardEvents.of(StreamFormat.BUILTIN, bytes(StreamSamples.BUILTIN)))
                .containsExactly(
                        new AgentEvent.Model("claude-sonnet-5-5"),
                        new AgentEvent.Retrying(
                                1, Duration.ofSeconds(1), 529, "HTTP 529: overloaded_error: Overloaded"),
                        new AgentEvent.Used(
                                "call 1", "claude-sonnet-5-5", new Tokens(1000, 100, 5, 50), null, UsageScope.CALL),
                        new AgentEvent.Text("I will run it.", true),
                        new AgentEvent.ToolCall("call 1.1", "bash", "ls"),
                        new AgentEvent.ToolResult("call 1.1", true),
                        new AgentEvent.Failed(Fault.RATE, 429, words),
                        new AgentEvent.Limited(Instant.parse("2030-01-02T00:01:00Z"), words, Evidence.STRUCTURED),
                        new AgentEvent.Finished(true, words));
    }

    @Test
    void plain_text_is_said_line_by_line_without_what_is_meant_for_a_terminal() {
        assertThat(HeardEvents.of(StreamFormat.TEXT, bytes(StreamSamples.TEXT)))
                .containsExactly(
                        new AgentEvent.Text("I will run it.\n", false),
                        new AgentEvent.Text("green ä€😀\n", false),
                        new AgentEvent.Text("Done <promise>DONE</promise>\n", false),
                        new AgentEvent.Text("", true));
    }

    @Test
    void a_long_line_of_plain_text_comes_in_pieces_that_cut_no_character() {
        String line = "a" + "€😀".repeat(5000);

        List<AgentEvent.Text> said =
                HeardEvents.only(AgentEvent.Text.class, HeardEvents.of(StreamFormat.TEXT, bytes(line)));

        assertThat(said).hasSizeGreaterThan(4);
        assertThat(said.stream().map(AgentEvent.Text::text).collect(Collectors.joining()))
                .isEqualTo(line);
    }

    @Test
    void what_was_used_can_be_given_to_the_meter() {
        for (UsageScope scope : UsageScope.values()) {
            assertThat(new AgentEvent.Used("k", "m", Tokens.NONE, BigDecimal.ONE, scope)
                            .report()
                            .scope()
                            .name())
                    .isEqualTo(scope.name());
        }
    }

    @Test
    void an_unknown_event_is_strange_and_nothing_more() {
        for (StreamFormat format : StreamFormat.values()) {
            if (format != StreamFormat.TEXT) {
                assertThat(HeardEvents.of(format, "{\"type\":\"brand.new\",\"data\":{\"x\":1},\"brand\":[{}]}"))
                        .as(format.word())
                        .containsExactly(new AgentEvent.Strange("an event of an unknown type: brand.new"));
            }
        }
    }

    @Test
    void the_model_of_a_call_is_named_without_what_a_terminal_obeys() {
        assertThat(HeardEvents.of(StreamFormat.CLAUDE, """
                        {"type":"assistant","message":{"id":"m","model":"x\\u001b[2J","usage":{"output_tokens":1}}}"""))
                .containsExactly(new AgentEvent.Used("m", "x", new Tokens(0, 0, 0, 1), null, UsageScope.CALL));
    }

    @Test
    void codex_counts_more_than_nine_retries() {
        assertThat(HeardEvents.of(StreamFormat.CODEX, """
                        {"type":"error","message":"Reconnecting... 12/15"}"""))
                .containsExactly(new AgentEvent.Retrying(12, null, 0, "Reconnecting... 12/15"));
    }

    @Test
    void a_session_id_that_could_be_an_option_is_not_taken() {
        assertThat(HeardEvents.of(
                        StreamFormat.CLAUDE, "{\"type\":\"system\",\"subtype\":\"init\",\"session_id\":\"--version\"}"))
                .containsExactly(new AgentEvent.Strange("a session id that cannot be one: --version"));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
