package dev.ralph.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What people are told of a trouble: one line, with the agent's own words or where to find them.
class ToldTroubleTest {
    private static final AgentKind CLAUDE = Agents.named("claude").orElseThrow();

    @Test
    void words_of_several_lines_are_told_on_one() {
        AttemptAccount account = claude(1, "", """
                {"type":"result","subtype":"success","is_error":true,"result":"first\\n\\tsecond\\r\\nthird"}
                """);

        assertThat(account.told()).isEqualTo("claude failed. It said: first second third");
    }

    @Test
    void one_that_ends_without_a_word_is_told_with_its_exit_code() {
        assertThat(claude(137, "", "{\"type\":\"system\",\"subtype\":\"init\",\"session_id\":\"s\"}")
                        .told())
                .isEqualTo("claude stopped in the middle of its turn. Seen by: its stream ends without a"
                        + " result, exit code 137. `ralph logs` shows what it printed.");
    }

    @Test
    void a_script_whose_interpreter_is_missing_is_not_tried_again() {
        AttemptAccount account = claude(127, "/usr/bin/env: \u2018node\u2019: No such file or directory\n", "");

        assertThat(account.trouble()).isEqualTo(AgentProblem.MISSING_INTERPRETER);
        assertThat(AgentProblem.MISSING_INTERPRETER.remedy()).isEqualTo(Remedy.NEXT_AGENT);
        assertThat(account.told()).contains("Install it, or put it on the PATH.", "It said: /usr/bin/env: \u2018node");
    }

    @Test
    void an_agent_behind_the_bridge_that_is_missing_is_not_tried_again() {
        AttemptAccount account = HeardEvents.account(
                Agents.acp(List.of("ralph", "acp-bridge"), List.of("nobody")),
                StreamFormat.ACP,
                127,
                "",
                "{\"type\":\"error\",\"class\":\"missing\",\"words\":\"the agent nobody cannot be started\"}",
                "{\"type\":\"result\",\"failed\":true}");

        assertThat(account.trouble()).isEqualTo(AgentProblem.MISSING_PROGRAM);
        assertThat(account.told()).contains("Install it with: install nobody");
    }

    @ParameterizedTest
    @CsvSource({
        "login, 0, no key: set ANTHROPIC_API_KEY or OPENAI_API_KEY, LOGIN",
        "other, 401, HTTP 401: authentication_error: invalid x-api-key, LOGIN",
        "other, 400, HTTP 400: invalid_request_error: prompt is too long: 210000 tokens > 200000 maximum, CONTEXT",
        "other, 404, HTTP 404: not_found_error: model: nobody, MODEL",
        "other, 429, HTTP 429: rate_limit_error: slow down (retry in 60s), RATE",
        "other, 500, HTTP 500: api_error: Internal server error, OVERLOADED",
        "other, 529, HTTP 529: overloaded_error: Overloaded, OVERLOADED",
        "network, 0, the model cannot be reached: java.io.IOException: no answer in 600s, NETWORK",
        "context, 0, the conversation is longer than 120000 tokens, CONTEXT"
    })
    void what_ralphs_own_agent_could_not_do_is_a_trouble_like_that_of_every_agent(
            String type, int status, String words, AgentProblem trouble) {
        AttemptAccount account = HeardEvents.account(
                Agents.builtin("ralph"),
                StreamFormat.BUILTIN,
                1,
                "",
                "{\"type\":\"error\",\"class\":\"" + type + "\",\"status\":" + status + ",\"words\":\"" + words + "\"}",
                "{\"type\":\"result\",\"failed\":true,\"stopReason\":\"error\"}");

        assertThat(account.trouble()).isEqualTo(trouble);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--flag", "../../x", "a/../../x", "a b", "a\\nb", "$(touch x)", ""})
    void what_could_be_an_option_or_a_path_is_no_session(String id) {
        AttemptAccount account = claude(
                0, "", "{\"type\":\"system\",\"subtype\":\"init\",\"session_id\":\"" + id + "\",\"model\":\"m\"}");

        assertThat(account.session()).isNull();
    }

    private static AttemptAccount claude(int exitCode, String stderr, String stream) {
        return stream.isEmpty()
                ? HeardEvents.account(CLAUDE, StreamFormat.CLAUDE, exitCode, stderr)
                : HeardEvents.account(CLAUDE, StreamFormat.CLAUDE, exitCode, stderr, stream.stripTrailing());
    }
}
