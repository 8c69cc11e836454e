package dev.ralph.testkit;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Anthropic's Messages.
final class AnthropicMessages implements ModelProtocol {
    @Override
    public Asking read(JsonNode body, String path) {
        OfferedTools tools = new OfferedTools();
        for (JsonNode tool : body.path("tools")) {
            tools.add(new OfferedTools.Offered(
                    tool.path("name").asString(""), tool.path("input_schema"), OfferedTools.Form.FUNCTION, null));
        }
        return new Asking(
                body.path("model").asString("scripted-model"),
                body.path("stream").asBoolean(false),
                tools,
                ModelProtocol.userTexts(body.path("messages"), "content"));
    }

    @Override
    public ObjectNode whole(ModelAnswer answer) {
        ObjectNode message = message(answer);
        message.putArray("content").addAll(blocks(answer));
        message.put("stop_reason", stopReason(answer));
        message.set("usage", usage(answer.usage(), answer.usage().output()));
        return message;
    }

    @Override
    public void stream(ModelAnswer answer, ReplyWriter.Events events) throws IOException {
        ObjectNode message = message(answer);
        message.putArray("content");
        message.putNull("stop_reason");
        // The first figure for the output is the provider's too: one token, corrected by message_delta.
        message.set("usage", usage(answer.usage(), 1));
        send(events, event("message_start").set("message", message));
        List<ObjectNode> blocks = blocks(answer);
        for (int index = 0; index < blocks.size(); index++) {
            block(answer, blocks.get(index), index, events);
            if (answer.breaksOff()) {
                return;
            }
            send(events, event("content_block_stop").put("index", index));
        }
        if (answer.breaksOff()) {
            return;
        }
        ObjectNode end = event("message_delta");
        end.putObject("delta").put("stop_reason", stopReason(answer)).putNull("stop_sequence");
        end.set("usage", usage(answer.usage(), answer.usage().output()));
        send(events, end);
        send(events, event("message_stop"));
    }

    private static void block(ModelAnswer answer, ObjectNode block, int index, ReplyWriter.Events events)
            throws IOException {
        ObjectNode begun = block.deepCopy();
        List<ObjectNode> deltas = new ArrayList<>();
        switch (block.path("type").asString("")) {
            case "thinking" -> {
                begun.put("thinking", "").put("signature", "");
                deltas.add(delta("thinking_delta").put("thinking", answer.thinking()));
                deltas.add(delta("signature_delta").set("signature", block.path("signature")));
            }
            case "text" -> {
                begun.put("text", "");
                answer.pieces().forEach(piece -> deltas.add(delta("text_delta").put("text", piece)));
            }
            default -> {
                begun.putObject("input");
                deltas.add(delta("input_json_delta")
                        .put("partial_json", block.path("input").toString()));
            }
        }
        send(events, event("content_block_start").put("index", index).set("content_block", begun));
        for (ObjectNode delta : deltas) {
            send(events, event("content_block_delta").put("index", index).set("delta", delta));
        }
    }

    private static List<ObjectNode> blocks(ModelAnswer answer) {
        List<ObjectNode> blocks = new ArrayList<>();
        if (!answer.thinking().isEmpty()) {
            blocks.add(delta("thinking").put("thinking", answer.thinking()).put("signature", "c2NyaXB0ZWQ="));
        }
        if (!answer.text().isEmpty()) {
            blocks.add(delta("text").put("text", answer.text()));
        }
        for (int i = 0; i < answer.calls().size(); i++) {
            OfferedTools.Chosen call = answer.calls().get(i);
            ObjectNode block =
                    delta("tool_use").put("id", answer.callId("toolu_", i)).put("name", call.name());
            blocks.add(block.set("input", call.arguments()));
        }
        return blocks;
    }

    private static ObjectNode message(ModelAnswer answer) {
        return JsonTree.object()
                .put("id", "msg_" + answer.id())
                .put("type", "message")
                .put("role", "assistant")
                .put("model", answer.model())
                .putNull("stop_sequence");
    }

    private static ObjectNode usage(TokenCounts usage, long output) {
        return JsonTree.object()
                .put("input_tokens", usage.input())
                .put("cache_creation_input_tokens", usage.cacheWrite())
                .put("cache_read_input_tokens", usage.cacheRead())
                .put("output_tokens", output);
    }

    private static String stopReason(ModelAnswer answer) {
        return switch (answer.stop()) {
            case MAX_TOKENS -> "max_tokens";
            case REFUSAL -> "refusal";
            case NATURAL -> answer.calls().isEmpty() ? "end_turn" : "tool_use";
        };
    }

    @Override
    public ObjectNode error(int status, String message, @Nullable String type) {
        ObjectNode body = JsonTree.object().put("type", "error");
        body.putObject("error")
                .put("type", type == null ? errorType(status) : type)
                .put("message", message);
        return body;
    }

    private static String errorType(int status) {
        return switch (status) {
            case 400 -> "invalid_request_error";
            case 401 -> "authentication_error";
            case 402 -> "billing_error";
            case 403 -> "permission_error";
            case 404 -> "not_found_error";
            case 413 -> "request_too_large";
            case 429 -> "rate_limit_error";
            case 504 -> "timeout_error";
            case 529 -> "overloaded_error";
            default -> "api_error";
        };
    }

    @Override
    public StepAction.Refuse usageLimit(Duration resetsIn, Instant now) {
        long seconds = resetsIn.toSeconds();
        Map<String, String> headers = Map.of(
                "retry-after", Long.toString(seconds),
                "anthropic-ratelimit-unified-status", "rejected",
                "anthropic-ratelimit-unified-reset", Long.toString(now.getEpochSecond() + seconds),
                "anthropic-ratelimit-unified-representative-claim", "five_hour",
                "anthropic-ratelimit-unified-overage-status", "rejected");
        return ModelProtocol.refusal(
                headers,
                error(429, "This request would exceed your account's rate limit. Please try again later.", null));
    }

    private static ObjectNode event(String type) {
        return JsonTree.object().put("type", type);
    }

    private static ObjectNode delta(String type) {
        return JsonTree.object().put("type", type);
    }

    private static void send(ReplyWriter.Events events, ObjectNode event) throws IOException {
        events.send(event.path("type").asString(""), event);
    }
}
