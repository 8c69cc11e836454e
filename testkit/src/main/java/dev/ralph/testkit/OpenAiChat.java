package dev.ralph.testkit;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// OpenAI's Chat Completions.
final class OpenAiChat implements ModelProtocol {
    @Override
    public Asking read(JsonNode body, String path) {
        OfferedTools tools = new OfferedTools();
        for (JsonNode tool : body.path("tools")) {
            JsonNode function = tool.path("function");
            tools.add(new OfferedTools.Offered(
                    function.path("name").asString(""), function.path("parameters"), OfferedTools.Form.FUNCTION, null));
        }
        return new Asking(
                body.path("model").asString("scripted-model"),
                body.path("stream").asBoolean(false),
                tools,
                ModelProtocol.userTexts(body.path("messages"), "content"));
    }

    @Override
    public ObjectNode whole(ModelAnswer answer) {
        ObjectNode body = begun(answer, "chat.completion");
        ObjectNode choice = body.putArray("choices").addObject().put("index", 0);
        ObjectNode message = choice.putObject("message").put("role", "assistant");
        message.put("content", answer.text().isEmpty() ? null : answer.text());
        if (!answer.thinking().isEmpty()) {
            message.put("reasoning_content", answer.thinking());
        }
        if (!answer.calls().isEmpty()) {
            ArrayNode calls = message.putArray("tool_calls");
            for (int i = 0; i < answer.calls().size(); i++) {
                calls.add(call(answer, i, JsonTree.object()));
            }
        }
        choice.put("finish_reason", finish(answer));
        body.set("usage", usage(answer.usage()));
        return body;
    }

    @Override
    public void stream(ModelAnswer answer, ReplyWriter.Events events) throws IOException {
        delta(answer, events, JsonTree.object().put("role", "assistant").put("content", ""));
        if (!answer.thinking().isEmpty()) {
            delta(answer, events, JsonTree.object().put("reasoning_content", answer.thinking()));
        }
        for (String piece : answer.pieces()) {
            delta(answer, events, JsonTree.object().put("content", piece));
        }
        if (answer.breaksOff()) {
            return;
        }
        for (int i = 0; i < answer.calls().size(); i++) {
            ObjectNode delta = JsonTree.object();
            delta.putArray("tool_calls").add(call(answer, i, JsonTree.object().put("index", i)));
            delta(answer, events, delta);
        }
        events.send(null, chunk(answer, JsonTree.object(), finish(answer)));
        ObjectNode last = begun(answer, "chat.completion.chunk");
        last.putArray("choices");
        events.send(null, last.set("usage", usage(answer.usage())));
        events.raw("data: [DONE]\n\n");
    }

    private static void delta(ModelAnswer answer, ReplyWriter.Events events, ObjectNode delta) throws IOException {
        events.send(null, chunk(answer, delta, null));
    }

    private static ObjectNode chunk(ModelAnswer answer, ObjectNode delta, @Nullable String finish) {
        ObjectNode chunk = begun(answer, "chat.completion.chunk");
        ObjectNode choice = chunk.putArray("choices").addObject().put("index", 0);
        choice.set("delta", delta);
        choice.put("finish_reason", finish);
        return chunk;
    }

    private static ObjectNode call(ModelAnswer answer, int index, ObjectNode into) {
        OfferedTools.Chosen call = answer.calls().get(index);
        into.put("id", answer.callId("call_", index)).put("type", "function");
        into.putObject("function")
                .put("name", call.name())
                .put("arguments", call.arguments().toString());
        return into;
    }

    private static ObjectNode begun(ModelAnswer answer, String object) {
        return JsonTree.object()
                .put("id", "chatcmpl-" + answer.id())
                .put("object", object)
                .put("created", 1_700_000_000)
                .put("model", answer.model());
    }

    private static ObjectNode usage(TokenCounts usage) {
        ObjectNode node = JsonTree.object()
                .put("prompt_tokens", usage.prompt())
                .put("completion_tokens", usage.output())
                .put("total_tokens", usage.prompt() + usage.output());
        node.putObject("prompt_tokens_details").put("cached_tokens", usage.cacheRead());
        return node;
    }

    private static String finish(ModelAnswer answer) {
        return switch (answer.stop()) {
            case MAX_TOKENS -> "length";
            case REFUSAL -> "content_filter";
            case NATURAL -> answer.calls().isEmpty() ? "stop" : "tool_calls";
        };
    }

    @Override
    public ObjectNode error(int status, String message, @Nullable String type) {
        return OpenAiErrors.error(status, message, type);
    }

    @Override
    public StepAction.Refuse usageLimit(Duration resetsIn, Instant now) {
        String seconds = Long.toString(resetsIn.toSeconds());
        Map<String, String> headers = Map.of("retry-after", seconds, "x-ratelimit-reset-requests", seconds + "s");
        String message = "Rate limit reached for requests. Please try again in " + seconds + "s.";
        return ModelProtocol.refusal(headers, error(429, message, null));
    }
}
