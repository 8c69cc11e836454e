package dev.ralph.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.agent.AgentEvent.Evidence;
import dev.ralph.agent.AgentEvent.Fault;
import dev.ralph.agent.AttemptAccount.Ended;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// What an attempt came to. The cases that can go wrong are each given a remedy and a sentence that says what to do.
class StreamReadingTest {
    private static final AgentKind CLAUDE = Agents.named("claude").orElseThrow();
    private static final AgentKind CODEX = Agents.named("codex").orElseThrow();
    private static final AgentKind GEMINI = Agents.named("gemini").orElseThrow();
    private static final AgentKind QWEN = Agents.named("qwen").orElseThrow();
    private static final AgentKind COMMAND = Agents.command(List.of("my-agent"), StreamFormat.TEXT);

    @Test
    void a_finished_attempt_is_summed_up() {
        AttemptAccount account = claude(0, "", StreamSamples.CLAUDE);

        assertThat(account)
                .isEqualTo(new AttemptAccount(
                        Ended.FINISHED,
                        "its stream says that the turn is over",
                        null,
                        "",
                        null,
                        "5b1e0f6e-9a53-4d0f-8a0e-1f2f3c4d5e6f",
                        "claude-sonnet-4-5",
                        1,
                        0,
                        1,
                        "All done. <promise>DONE</promise>",
                        List.of(),
                        0,
                        false));
    }

    @Test
    void a_limit_is_known_by_its_best_evidence_and_its_time() {
        AttemptAccount account = claude(1, "", """
                {"type":"rate_limit_event","rate_limit_info":{"status":"rejected","resetsAt":1893553445,"rateLimitType":"five_hour"}}
                {"type":"result","subtype":"success","is_error":true,"api_error_status":429,"result":"You've hit your limit · resets 3:52am (UTC)"}
                """);

        assertThat(account.ended()).isEqualTo(Ended.LIMITED);
        assertThat(account.resets()).isEqualTo(Instant.ofEpochSecond(1893553445));
        assertThat(account.evidence()).isEqualTo("a limit, by an event made for it");
        assertThat(account.trouble()).isEqualTo(AgentProblem.RATE);
        assertThat(remedy(account)).isEqualTo(Remedy.WAIT);
    }

    @Test
    void a_limit_that_the_agent_overcame_is_none() {
        AttemptAccount account = claude(0, "", """
                {"type":"rate_limit_event","rate_limit_info":{"status":"rejected","resetsAt":1893553445}}
                {"type":"assistant","message":{"id":"m","model":"x","content":[{"type":"text","text":"done"}]}}
                {"type":"result","subtype":"success","is_error":false,"result":"done"}
                """);

        assertThat(account.ended()).isEqualTo(Ended.FINISHED);
        assertThat(account.resets()).isNull();
    }

    @Test
    void what_the_agent_overcame_is_not_blamed_for_a_later_end() {
        StreamReading reading = new StreamReading(CLAUDE);
        reading.accept(new AgentEvent.Limited(null, "a", Evidence.TYPED));
        reading.accept(new AgentEvent.Failed(Fault.LOGIN, 401, "b"));
        reading.accept(new AgentEvent.Retrying(1, null, 500, "c"));
        reading.accept(new AgentEvent.ToolCall("t", "Bash", "ls"));
        AttemptAccount account = reading.account(-1, "");

        assertThat(account.trouble()).isEqualTo(AgentProblem.CUT_SHORT);
        assertThat(account.faults()).hasSize(1);
        assertThat(account.retries()).isEqualTo(1);
    }

    @Test
    void an_agent_that_was_ended_while_it_tried_again_is_limited_by_what_it_waited_for() {
        StreamReading reading = new StreamReading(CLAUDE);
        reading.accept(new AgentEvent.Retrying(1, null, 429, "rate_limit"));

        assertThat(reading.account(-1, "").ended()).isEqualTo(Ended.LIMITED);
        assertThat(reading.account(-1, "").evidence()).isEqualTo("it was trying again after status 429");
    }

    @Test
    void an_agent_that_writes_about_limits_and_a_tool_that_prints_them_raise_no_alarm() {
        String chatter = "HTTP 429 Too Many Requests: usage limit reached, rate_limit_error, resets 3am, status 401";
        AttemptAccount account = claude(0, chatter, """
                {"type":"assistant","message":{"id":"m","model":"x","content":[{"type":"text","text":"%1$s"},{"type":"tool_use","id":"t","name":"Bash","input":{"command":"%1$s"}}]}}
                {"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t","content":"%1$s","is_error":true}]}}
                {"type":"result","subtype":"success","is_error":false,"result":"%1$s"}
                """.formatted(chatter));

        assertThat(account.ended()).isEqualTo(Ended.FINISHED);
        assertThat(account.trouble()).isNull();
        assertThat(account.faults()).isEmpty();
    }

    @Test
    void a_program_of_which_nothing_is_known_is_believed_its_exit_code_and_nothing_else() {
        AttemptAccount failed =
                account(COMMAND, StreamFormat.TEXT, 1, "429 Too Many Requests: usage limit", "rate limit");
        AttemptAccount well = account(COMMAND, StreamFormat.TEXT, 0, "usage limit", "rate limit");

        assertThat(failed.ended()).isEqualTo(Ended.ERRORED);
        assertThat(failed.trouble()).isEqualTo(AgentProblem.OTHER);
        assertThat(failed.evidence()).isEqualTo("exit code 1");
        assertThat(well.ended()).isEqualTo(Ended.FINISHED);
        assertThat(well.trouble()).isNull();
    }

    @Test
    void exit_0_with_nothing_said_is_told() {
        assertTrouble(
                claude(0, "", ""),
                Ended.ERRORED,
                AgentProblem.NOTHING_SAID,
                Remedy.RETRY,
                "without saying or doing anything");
        assertTrouble(
                account(CODEX, StreamFormat.CODEX, 0, "", "{\"type\":\"turn.completed\",\"usage\":{}}"),
                Ended.FINISHED,
                AgentProblem.NOTHING_SAID,
                Remedy.RETRY,
                "without saying or doing anything");
    }

    @Test
    void an_expired_login_asks_for_the_next_agent_and_says_how_to_log_in() {
        assertTrouble(claude(1, "", """
                        {"type":"result","subtype":"success","is_error":true,"api_error_status":401,"result":"Failed to authenticate. API Error: 401"}
                        """), Ended.ERRORED, AgentProblem.LOGIN, Remedy.NEXT_AGENT, "/login");
    }

    @Test
    void no_credit_no_model_and_a_refused_request_ask_for_the_next_agent() {
        assertThat(failedTurn("Your credit balance is too low").trouble()).isEqualTo(AgentProblem.CREDIT);
        assertThat(failedTurn("model not found").trouble()).isEqualTo(AgentProblem.MODEL);
        assertThat(failedTurn("unexpected status 400 Bad Request: x").trouble()).isEqualTo(AgentProblem.REQUEST);
        assertThat(List.of(AgentProblem.CREDIT, AgentProblem.MODEL, AgentProblem.REQUEST))
                .extracting(AgentProblem::remedy)
                .containsOnly(Remedy.NEXT_AGENT);
    }

    @Test
    void a_context_that_is_too_long_and_an_unknown_session_ask_for_a_fresh_session() {
        assertTrouble(
                failedTurn("Prompt is too long"),
                Ended.ERRORED,
                AgentProblem.CONTEXT,
                Remedy.FRESH_SESSION,
                "too long");
        assertTrouble(
                claude(1, "No conversation found with session ID: 5b1e\n", ""),
                Ended.ERRORED,
                AgentProblem.UNKNOWN_SESSION,
                Remedy.FRESH_SESSION,
                "begins a new one");
    }

    @Test
    void arguments_that_the_program_does_not_know_mean_another_version() {
        assertTrouble(
                claude(1, "error: unknown option '--output-format'\n", ""),
                Ended.ERRORED,
                AgentProblem.WRONG_VERSION,
                Remedy.NEXT_AGENT,
                "npm install");
    }

    @Test
    void a_stream_that_stopped_matching_is_drift_and_no_failure_of_the_task() {
        assertTrouble(
                claude(0, "", "Welcome to version 9!\nAll done.\n"),
                Ended.ERRORED,
                AgentProblem.DRIFT,
                Remedy.RETRY,
                "has an unknown form");
        assertThat(claude(0, "", "{\"kind\":\"said\",\"what\":\"x\"}\n".repeat(30))
                        .drift())
                .isTrue();
        assertThat(claude(0, "", "{\"type\":\"new\"}\n".repeat(30) + StreamSamples.CLAUDE)
                        .trouble())
                .isEqualTo(AgentProblem.DRIFT);
        assertThat(claude(0, "", "{\"type\":\"new\"}\n".repeat(5) + StreamSamples.CLAUDE)
                        .drift())
                .isFalse();
    }

    @Test
    void half_a_line_at_the_end_is_a_stream_that_was_cut_short() {
        AttemptAccount account = claude(0, "", StreamSamples.CLAUDE.substring(0, StreamSamples.CLAUDE.length() - 100));

        assertThat(account.ended()).isEqualTo(Ended.ERRORED);
        assertThat(account.trouble()).isEqualTo(AgentProblem.CUT_SHORT);
        assertThat(account.strange()).isEqualTo(1);
        assertThat(account.session()).isNotNull();
    }

    @Test
    void a_result_without_an_end_of_the_process_is_seen_while_it_runs() {
        StreamReading reading = new StreamReading(CLAUDE);
        HeardEvents.of(StreamFormat.CLAUDE, StreamSamples.CLAUDE.split("\n")).forEach(reading);

        assertThat(reading.finished()).isTrue();
        assertThat(reading.account(-1, "").ended()).isEqualTo(Ended.FINISHED);
    }

    @Test
    void a_limit_that_was_overcome_is_not_why_the_turn_failed() {
        StreamReading reading = new StreamReading(CLAUDE);
        reading.accept(new AgentEvent.Limited(null, "rate limit", AgentEvent.Evidence.STRUCTURED));
        reading.accept(new AgentEvent.Failed(AgentEvent.Fault.LOGIN, 401, "Failed to authenticate"));
        reading.accept(new AgentEvent.Finished(true, "Failed to authenticate"));

        assertThat(reading.account(1, "").trouble()).isEqualTo(AgentProblem.LOGIN);
    }

    @Test
    void a_turn_that_goes_on_after_its_last_word_is_not_finished() {
        StreamReading reading = new StreamReading(CLAUDE);
        reading.accept(new AgentEvent.Finished(false, "one"));
        reading.accept(new AgentEvent.ToolCall("t", "Bash", "ls"));

        assertThat(reading.finished()).isFalse();
        assertThat(reading.account(0, "").trouble()).isEqualTo(AgentProblem.CUT_SHORT);
    }

    @Test
    void exit_codes_speak_where_the_stream_is_silent() {
        assertThat(account(GEMINI, StreamFormat.GEMINI, 173, "").trouble()).isEqualTo(AgentProblem.RATE);
        assertThat(account(GEMINI, StreamFormat.GEMINI, 145, "").trouble()).isEqualTo(AgentProblem.LOGIN);
        assertThat(account(GEMINI, StreamFormat.GEMINI, 53, "").trouble()).isEqualTo(AgentProblem.TURNS);
        assertThat(account(
                                QWEN,
                                StreamFormat.QWEN,
                                53,
                                "",
                                "{\"type\":\"system\",\"subtype\":\"init\",\"session_id\":\"s\"}")
                        .trouble())
                .isEqualTo(AgentProblem.TURNS);
    }

    @Test
    void what_it_printed_last_explains_an_exit_code() {
        assertThat(account(GEMINI, StreamFormat.GEMINI, 41, "YOLO mode is enabled.\nInvalid auth method selected.\n")
                        .told())
                .endsWith("It said: Invalid auth method selected. (it could not log in (exit code 41))");
    }

    @Test
    void the_end_of_a_limit_is_also_looked_for_in_the_error_output() {
        Instant now = Instant.parse("2030-01-01T00:00:00Z");
        StreamReading reading = new StreamReading(GEMINI, ResetTimes.by(() -> now, ZoneOffset.UTC));
        reading.accept(new AgentEvent.Limited(null, "quota exceeded", AgentEvent.Evidence.WORDS));
        reading.accept(new AgentEvent.Finished(true, "quota exceeded"));

        String stderr = "retry in 5s\n    message: 'You exceeded your current quota. Please retry in 3600s.',\n";

        assertThat(reading.account(173, stderr).resets()).isEqualTo(now.plusSeconds(3600));
    }

    @Test
    void a_missing_program_and_a_budget_of_the_agents_own_have_their_sentences() {
        assertThat(AgentProblem.MISSING_PROGRAM.remedy()).isEqualTo(Remedy.NEXT_AGENT);
        assertThat(AgentProblem.MISSING_PROGRAM.told(CODEX)).contains("npm install -g @openai/codex");
        assertThat(AgentProblem.BUDGET.remedy()).isEqualTo(Remedy.FATAL);
        for (AgentProblem trouble : AgentProblem.values()) {
            assertThat(trouble.told(CLAUDE)).contains("claude");
        }
        for (Fault fault : Fault.values()) {
            assertThat(AgentProblem.of(fault).name()).isEqualTo(fault.name());
        }
    }

    @Test
    void what_is_kept_is_bounded() {
        StreamReading reading = new StreamReading(CLAUDE);
        for (int i = 0; i < 100_000; i++) {
            reading.accept(new AgentEvent.Text("word " + i + " ", false));
            reading.accept(new AgentEvent.Failed(Fault.OTHER, 0, "fault " + i));
        }
        AttemptAccount account = reading.account(1, "");

        assertThat(account.lastWords()).hasSizeLessThanOrEqualTo(4000).endsWith("word 99999");
        assertThat(account.faults()).hasSize(20);
        assertThat(account.faults().getFirst().words()).isEqualTo("fault 0");
        assertThat(account.faults().getLast().words()).isEqualTo("fault 99999");
    }

    @Test
    void of_two_limits_the_one_with_a_time_counts() {
        StreamReading reading = new StreamReading(CLAUDE);
        reading.accept(new AgentEvent.Limited(HeardEvents.NOW, "a", Evidence.STRUCTURED));
        reading.accept(new AgentEvent.Limited(null, "b", Evidence.STRUCTURED));
        reading.accept(new AgentEvent.Limited(null, "c", Evidence.WORDS));
        reading.accept(new AgentEvent.Finished(true, null));

        assertThat(reading.account(1, "").resets()).isEqualTo(HeardEvents.NOW);
    }

    private static void assertTrouble(
            AttemptAccount account, Ended ended, AgentProblem trouble, Remedy remedy, String told) {
        assertThat(account.ended()).isEqualTo(ended);
        assertThat(account.trouble()).isEqualTo(trouble);
        assertThat(remedy(account)).isEqualTo(remedy);
        assertThat(account.told()).contains(told);
    }

    private static Remedy remedy(AttemptAccount account) {
        return Objects.requireNonNull(account.trouble()).remedy();
    }

    private static AttemptAccount failedTurn(String words) {
        return account(
                CODEX,
                StreamFormat.CODEX,
                1,
                "",
                "{\"type\":\"turn.failed\",\"error\":{\"message\":\"" + words + "\"}}");
    }

    private static AttemptAccount claude(int exitCode, String stderr, String stream) {
        return stream.isEmpty()
                ? account(CLAUDE, StreamFormat.CLAUDE, exitCode, stderr)
                : account(CLAUDE, StreamFormat.CLAUDE, exitCode, stderr, stream.stripTrailing());
    }

    private static AttemptAccount account(
            AgentKind kind, StreamFormat format, int exitCode, String stderr, String... lines) {
        return HeardEvents.account(kind, format, exitCode, stderr, lines);
    }
}
