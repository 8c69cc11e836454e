package dev.ralph.testkit;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// OpenAI's Responses.
final class OpenAiResponses implements ModelProtocol {
    @Override
    public Asking read(JsonNode body, String path) {
        OfferedTools tools = new OfferedTools();
        for (JsonNode tool : body.path("tools")) {
            read(tool, null, tools);
        }
        JsonNode input = body.path("input");
        return new Asking(
                body.path("model").asString("scripted-model"),
                body.path("stream").asBoolean(false),
                tools,
                input.isString() ? List.of(input.stringValue()) : ModelProtocol.userTexts(input, "content"));
    }

    private static void read(JsonNode tool, @Nullable String namespace, OfferedTools into) {
        String type = tool.path("type").asString("function");
        String name = tool.path("name").asString(type);
        switch (type) {
            case "namespace" -> tool.path("tools").forEach(inner -> read(inner, name, into));
            case "custom" ->
                into.add(new OfferedTools.Offered(name, JsonTree.object(), OfferedTools.Form.CUSTOM, namespace));
            case "local_shell" ->
                into.add(new OfferedTools.Offered(
                        "local_shell", JsonTree.object(), OfferedTools.Form.LOCAL_SHELL, null));
            default ->
                into.add(
                        new OfferedTools.Offered(name, tool.path("parameters"), OfferedTools.Form.FUNCTION, namespace));
        }
    }

    @Override
    public ObjectNode whole(ModelAnswer answer) {
        ObjectNode response = response(answer, "completed");
        ArrayNode output = response.putArray("output");
        output.addAll(items(answer));
        return response.set("usage", usage(answer.usage()));
    }

    @Override
    public void stream(ModelAnswer answer, ReplyWriter.Events events) throws IOException {
        Numbered numbered = new Numbered(events);
        ObjectNode begun = response(answer, "in_progress");
        begun.putArray("output");
        begun.putNull("usage");
        numbered.send("response.created", JsonTree.object().set("response", begun));
        List<ObjectNode> items = items(answer);
        for (int i = 0; i < items.size(); i++) {
            ObjectNode item = items.get(i);
            ObjectNode added = item.deepCopy();
            switch (item.path("type").asString("")) {
                case "message" -> {
                    added.putArray("content");
                    added(numbered, i, added);
                    pieces(answer, numbered, i, item);
                    if (answer.breaksOff()) {
                        return;
                    }
                    said(answer, numbered, i, item);
                }
                case "function_call" -> {
                    added(numbered, i, added.put("arguments", ""));
                    arguments(numbered, i, item);
                }
                default -> added(numbered, i, added);
            }
            numbered.send(
                    "response.output_item.done",
                    JsonTree.object().put("output_index", i).set("item", item));
        }
        if (answer.breaksOff()) {
            return;
        }
        String end = answer.stop() == StopReason.MAX_TOKENS ? "response.incomplete" : "response.completed";
        numbered.send(end, JsonTree.object().set("response", whole(answer)));
    }

    private static void added(Numbered events, int index, ObjectNode item) throws IOException {
        if (item.has("status")) {
            item.put("status", "in_progress");
        }
        events.send(
                "response.output_item.added",
                JsonTree.object().put("output_index", index).set("item", item));
    }

    private static void pieces(ModelAnswer answer, Numbered events, int index, ObjectNode item) throws IOException {
        ObjectNode empty = JsonTree.object().put("type", "output_text").put("text", "");
        empty.putArray("annotations");
        events.send("response.content_part.added", inContent(index, item).set("part", empty));
        for (String piece : answer.pieces()) {
            events.send("response.output_text.delta", inContent(index, item).put("delta", piece));
        }
    }

    private static void said(ModelAnswer answer, Numbered events, int index, ObjectNode item) throws IOException {
        events.send("response.output_text.done", inContent(index, item).put("text", answer.text()));
        events.send(
                "response.content_part.done",
                inContent(index, item).set("part", item.path("content").path(0)));
    }

    private static void arguments(Numbered events, int index, ObjectNode item) throws IOException {
        ObjectNode delta = JsonTree.object().put("output_index", index);
        delta.set("item_id", item.path("id"));
        ObjectNode done = delta.deepCopy();
        events.send("response.function_call_arguments.delta", delta.set("delta", item.path("arguments")));
        events.send("response.function_call_arguments.done", done.set("arguments", item.path("arguments")));
    }

    private static ObjectNode inContent(int index, ObjectNode item) {
        ObjectNode node = JsonTree.object().put("output_index", index).put("content_index", 0);
        return node.set("item_id", item.path("id"));
    }

    private static List<ObjectNode> items(ModelAnswer answer) {
        List<ObjectNode> items = new ArrayList<>();
        if (!answer.thinking().isEmpty()) {
            ObjectNode reasoning = JsonTree.object().put("type", "reasoning").put("id", "rs_" + answer.id());
            reasoning
                    .putArray("summary")
                    .addObject()
                    .put("type", "summary_text")
                    .put("text", answer.thinking());
            items.add(reasoning);
        }
        if (!answer.text().isEmpty()) {
            ObjectNode message = JsonTree.object().put("type", "message").put("id", "msg_" + answer.id());
            message.put("status", "completed").put("role", "assistant");
            ObjectNode content = message.putArray("content").addObject().put("type", "output_text");
            content.put("text", answer.text()).putArray("annotations");
            items.add(message);
        }
        for (int i = 0; i < answer.calls().size(); i++) {
            items.add(call(answer, i));
        }
        return items;
    }

    private static ObjectNode call(ModelAnswer answer, int index) {
        OfferedTools.Chosen call = answer.calls().get(index);
        ObjectNode item = JsonTree.object()
                .put("id", answer.callId("fc_", index))
                .put("status", "completed")
                .put("call_id", answer.callId("call_", index));
        if (call.namespace() != null) {
            item.put("namespace", call.namespace());
        }
        return switch (call.form()) {
            case FUNCTION ->
                item.put("type", "function_call")
                        .put("name", call.name())
                        .put("arguments", call.arguments().toString());
            case CUSTOM ->
                item.put("type", "custom_tool_call").put("name", call.name()).put("input", textOf(call));
            case LOCAL_SHELL -> {
                item.put("type", "local_shell_call");
                item.putObject("action")
                        .put("type", "exec")
                        .putArray("command")
                        .add("bash")
                        .add("-c")
                        .add(call.arguments().path("command").asString(""));
                yield item;
            }
        };
    }

    private static String textOf(OfferedTools.Chosen call) {
        JsonNode text = call.arguments().path(OfferedTools.Chosen.TEXT);
        return text.isString() ? text.stringValue() : call.arguments().toString();
    }

    private static ObjectNode response(ModelAnswer answer, String status) {
        boolean cut = answer.stop() == StopReason.MAX_TOKENS && status.equals("completed");
        ObjectNode response = JsonTree.object()
                .put("id", "resp_" + answer.id())
                .put("object", "response")
                .put("created_at", 1_700_000_000)
                .put("status", cut ? "incomplete" : status)
                .put("model", answer.model())
                .put("parallel_tool_calls", true)
                .putNull("error");
        if (cut) {
            response.putObject("incomplete_details").put("reason", "max_output_tokens");
        } else {
            response.putNull("incomplete_details");
        }
        return response;
    }

    private static ObjectNode usage(TokenCounts usage) {
        ObjectNode node = JsonTree.object().put("input_tokens", usage.prompt());
        node.putObject("input_tokens_details").put("cached_tokens", usage.cacheRead());
        node.put("output_tokens", usage.output());
        node.putObject("output_tokens_details").put("reasoning_tokens", 0);
        return node.put("total_tokens", usage.prompt() + usage.output());
    }

    @Override
    public ObjectNode error(int status, String message, @Nullable String type) {
        return OpenAiErrors.error(status, message, type);
    }

    @Override
    public StepAction.Refuse usageLimit(Duration resetsIn, Instant now) {
        long seconds = resetsIn.toSeconds();
        ObjectNode body = JsonTree.object();
        body.putObject("error")
                .put("type", "usage_limit_reached")
                .put("message", "The usage limit has been reached")
                .put("plan_type", "plus")
                .put("resets_at", now.getEpochSecond() + seconds)
                .put("resets_in_seconds", seconds);
        Map<String, String> headers = Map.of(
                "x-codex-primary-used-percent", "100",
                "x-codex-primary-window-minutes", "300",
                "x-codex-primary-reset-after-seconds", Long.toString(seconds));
        return ModelProtocol.refusal(headers, body);
    }

    /// Events that count themselves.
    private static final class Numbered {
        private final ReplyWriter.Events events;
        private int next;

        Numbered(ReplyWriter.Events events) {
            this.events = events;
        }

        void send(String type, ObjectNode event) throws IOException {
            events.send(type, event.put("type", type).put("sequence_number", next++));
        }
    }
}
