package dev.ralph.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.testkit.ModelClient.Way;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/// Each protocol, in one piece and streamed, gives the same answer.
class ProtocolsTest {
    private static final String LONG =
            "Grüße 😀 an alle, in mehr als einem Stück: " + "abc ".repeat(30) + "<promise>DONE</promise>";

    private final ModelServer server = ModelServer.start();

    @AfterEach
    void close() {
        server.close();
    }

    @ParameterizedTest
    @EnumSource
    void text_arrives_whole_and_streamed(Way way) {
        ModelClient client = client(ModelStep.text(LONG), ModelStep.text(LONG));

        HeardAnswer expected = new HeardAnswer(LONG, List.of());
        assertThat(HeardAnswer.of(way, client.json(way))).isEqualTo(expected);
        assertThat(HeardAnswer.of(way, client.events(way))).isEqualTo(expected);
    }

    @ParameterizedTest
    @EnumSource
    void a_shell_call_uses_the_tool_on_offer_and_fills_its_schema(Way way) {
        ModelClient client = client(ModelStep.shell("echo hi"), ModelStep.shell("echo hi"));
        String expected = switch (way) {
            case ANTHROPIC -> "Bash {\"command\":\"echo hi\"}";
            case RESPONSES -> "exec_command {\"cmd\":\"echo hi\"}";
            case CHAT -> "bash {\"command\":\"echo hi\",\"description\":\"a scripted step\"}";
            case GEMINI -> "run_shell_command {\"command\":\"echo hi\"}";
        };

        assertThat(HeardAnswer.of(way, client.json(way)).calls()).containsExactly(expected);
        assertThat(HeardAnswer.of(way, client.events(way)).calls()).containsExactly(expected);
    }

    @ParameterizedTest
    @EnumSource
    void several_calls_come_in_one_answer_after_the_words(Way way) {
        ModelStep both = ModelStep.calls(
                        new ScriptedCall.Write("a.txt", "x\n"), new ScriptedCall.Tool("other", Map.of("n", 7)))
                .saying("Two things.");
        ModelClient client = client(both, both);

        for (HeardAnswer heard :
                List.of(HeardAnswer.of(way, client.json(way)), HeardAnswer.of(way, client.events(way)))) {
            assertThat(heard.text()).isEqualTo("Two things.");
            assertThat(heard.calls()).hasSize(2).last().isEqualTo("other {\"n\":7}");
            assertThat(heard.calls()).first().asString().contains("a.txt").contains("x\\n");
        }
    }

    @ParameterizedTest
    @EnumSource
    void thoughts_are_no_text(Way way) {
        ModelStep step = ModelStep.text("said").thinking("only thought");
        ModelClient client = client(step, step);

        assertThat(client.whole(way).body()).contains("only thought");
        assertThat(HeardAnswer.of(way, client.events(way)).text()).isEqualTo("said");
    }

    @ParameterizedTest
    @EnumSource
    void an_empty_answer_has_no_text_and_no_call(Way way) {
        ModelClient client = client(ModelStep.empty(), ModelStep.empty());

        HeardAnswer nothing = new HeardAnswer("", List.of());
        assertThat(HeardAnswer.of(way, client.json(way))).isEqualTo(nothing);
        assertThat(HeardAnswer.of(way, client.events(way))).isEqualTo(nothing);
    }

    @ParameterizedTest
    @EnumSource
    void tokens_are_reported_the_way_each_provider_counts(Way way) {
        ModelStep step = ModelStep.text("x").using(new TokenCounts(100, 20, 3, 7));
        ModelClient client = client(step, step);
        String expected = switch (way) {
            case ANTHROPIC ->
                "{\"input_tokens\":100,\"cache_creation_input_tokens\":3,\"cache_read_input_tokens\":20,\"output_tokens\":7}";
            case RESPONSES ->
                "{\"input_tokens\":123,\"input_tokens_details\":{\"cached_tokens\":20},\"output_tokens\":7,\"output_tokens_details\":{\"reasoning_tokens\":0},\"total_tokens\":130}";
            case CHAT ->
                "{\"prompt_tokens\":123,\"completion_tokens\":7,\"total_tokens\":130,\"prompt_tokens_details\":{\"cached_tokens\":20}}";
            case GEMINI ->
                "{\"promptTokenCount\":123,\"candidatesTokenCount\":7,\"totalTokenCount\":130,\"cachedContentTokenCount\":20}";
        };

        assertThat(client.whole(way).body()).contains(expected);
        assertThat(client.streamed(way).body()).contains(expected);
    }

    @ParameterizedTest
    @EnumSource
    void the_reason_to_stop_is_the_providers_word(Way way) {
        ModelClient client = client(
                ModelStep.text("x").stopping(StopReason.MAX_TOKENS).times(2),
                ModelStep.text("x").stopping(StopReason.REFUSAL));
        String cut = switch (way) {
            case ANTHROPIC -> "\"max_tokens\"";
            case RESPONSES -> "\"max_output_tokens\"";
            case CHAT -> "\"length\"";
            case GEMINI -> "\"MAX_TOKENS\"";
        };

        assertThat(client.whole(way).body()).contains(cut);
        assertThat(client.streamed(way).body()).contains(cut);
        assertThat(client.whole(way).statusCode()).isEqualTo(200);
    }

    @Test
    void the_events_of_anthropic_come_in_its_order() {
        ModelClient client = client(ModelStep.shell("true").saying("hi"));

        assertThat(client.events(Way.ANTHROPIC))
                .extracting(event -> event.path("type").asString())
                .containsExactly(
                        "message_start",
                        "content_block_start",
                        "content_block_delta",
                        "content_block_stop",
                        "content_block_start",
                        "content_block_delta",
                        "content_block_stop",
                        "message_delta",
                        "message_stop");
    }

    @Test
    void the_events_of_responses_come_in_its_order_and_are_numbered() {
        ModelClient client = client(ModelStep.shell("true").saying("hi"));

        List<JsonNode> events = client.events(Way.RESPONSES);

        assertThat(events)
                .extracting(event -> event.path("type").asString())
                .containsExactly(
                        "response.created",
                        "response.output_item.added",
                        "response.content_part.added",
                        "response.output_text.delta",
                        "response.output_text.done",
                        "response.content_part.done",
                        "response.output_item.done",
                        "response.output_item.added",
                        "response.function_call_arguments.delta",
                        "response.function_call_arguments.done",
                        "response.output_item.done",
                        "response.completed");
        assertThat(events)
                .extracting(event -> event.path("sequence_number").asInt())
                .containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
    }

    @Test
    void chat_ends_with_its_usage_and_the_word_done() {
        ModelClient client = client(ModelStep.text("hi"));

        String body = client.streamed(Way.CHAT).body();

        assertThat(body).endsWith("data: [DONE]\n\n");
        assertThat(ModelClient.events(body).getLast().path("choices")).isEmpty();
    }

    @Test
    void tools_of_responses_may_be_custom_or_in_a_namespace_or_the_local_shell() {
        ModelClient client =
                client(ModelStep.shell("true"), ModelStep.tool("echo", Map.of("text", "x")), ModelStep.shell("true"));

        assertThat(tools(client, "{\"type\":\"custom\",\"name\":\"shell\"}"))
                .contains("\"type\":\"custom_tool_call\"")
                .contains("\"input\":\"true\"");
        assertThat(
                        tools(
                                client,
                                "{\"type\":\"namespace\",\"name\":\"mcp__echo\",\"tools\":[{\"type\":\"function\",\"name\":\"echo\",\"parameters\":{}}]}"))
                .contains("\"namespace\":\"mcp__echo\"")
                .contains("\"name\":\"echo\"");
        assertThat(tools(client, "{\"type\":\"local_shell\"}"))
                .contains("\"type\":\"local_shell_call\"")
                .contains("[\"bash\",\"-c\",\"true\"]");
    }

    private static String tools(ModelClient client, String tool) {
        return client.post("/v1/responses", "{\"input\":\"hi\",\"tools\":[" + tool + "]}")
                .body();
    }

    private ModelClient client(ModelStep... steps) {
        return new ModelClient(server.play(ModelScript.of(steps)));
    }
}
