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
final class OpenAiResponses implements Wire {
    @Override
    public Asking read(JsonNode body, String path) {
        Toolbox tools = new Toolbox();
        for (JsonNode tool : body.path("tools")) {
            read(tool, null, tools);
        }
        JsonNode input = body.path("input");
        return new Asking(
                body.path("model").asString("scripted-model"),
                body.path("stream").asBoolean(false),
                tools,
                input.isString() ? List.of(input.stringValue()) : Wire.userTexts(input, "content"));
    }

    private static void read(JsonNode tool, @Nullable String namespace, Toolbox into) {
        String type = tool.path("type").asString("function");
        String name = tool.path("name").asString(type);
        switch (type) {
            case "namespace" -> tool.path("tools").forEach(inner -> read(inner, name, into));
            case "custom" -> into.add(new Toolbox.Offered(name, Json.object(), Toolbox.Form.CUSTOM, namespace));
            case "local_shell" ->
                into.add(new Toolbox.Offered("local_shell", Json.object(), Toolbox.Form.LOCAL_SHELL, null));
            default -> into.add(new Toolbox.Offered(name, tool.path("parameters"), Toolbox.Form.FUNCTION, namespace));
        }
    }

    @Override
    public ObjectNode whole(Answer answer) {
        ObjectNode response = response(answer, "completed");
        ArrayNode output = response.putArray("output");
        output.addAll(items(answer));
        return response.set("usage", usage(answer.usage()));
    }

    @Override
    public void stream(Answer answer, Reply.Events events) throws IOException {
        Numbered numbered = new Numbered(events);
        ObjectNode begun = response(answer, "in_progress");
        begun.putArray("output");
        begun.putNull("usage");
        numbered.send("response.created", Json.object().set("response", begun));
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
                    Json.object().put("output_index", i).set("item", item));
        }
        if (answer.breaksOff()) {
            return;
        }
        String end = answer.stop() == Stop.MAX_TOKENS ? "response.incomplete" : "response.completed";
        numbered.send(end, Json.object().set("response", whole(answer)));
    }

    private static void added(Numbered events, int index, ObjectNode item) throws IOException {
        if (item.has("status")) {
            item.put("status", "in_progress");
        }
        events.send(
                "response.output_item.added",
                Json.object().put("output_index", index).set("item", item));
    }

    private static void pieces(Answer answer, Numbered events, int index, ObjectNode item) throws IOException {
        ObjectNode empty = Json.object().put("type", "output_text").put("text", "");
        empty.putArray("annotations");
        events.send("response.content_part.added", inContent(index, item).set("part", empty));
        for (String piece : answer.pieces()) {
            events.send("response.output_text.delta", inContent(index, item).put("delta", piece));
        }
    }

    private static void said(Answer answer, Numbered events, int index, ObjectNode item) throws IOException {
        events.send("response.output_text.done", inContent(index, item).put("text", answer.text()));
        events.send(
                "response.content_part.done",
                inContent(index, item).set("part", item.path("content").path(0)));
    }

    private static void arguments(Numbered events, int index, ObjectNode item) throws IOException {
        ObjectNode delta = Json.object().put("output_index", index);
        delta.set("item_id", item.path("id"));
        ObjectNode done = delta.deepCopy();
        events.send("response.function_call_arguments.delta", delta.set("delta", item.path("arguments")));
        events.send("response.function_call_arguments.done", done.set("arguments", item.path("arguments")));
    }

    private static ObjectNode inContent(int index, ObjectNode item) {
        ObjectNode node = Json.object().put("output_index", index).put("content_index", 0);
        return node.set("item_id", item.path("id"));
    }

    private static List<ObjectNode> items(Answer answer) {
        List<ObjectNode> items = new ArrayList<>();
        if (!answer.thinking().isEmpty()) {
            ObjectNode reasoning = Json.object().put("type", "reasoning").put("id", "rs_" + answer.id());
            reasoning
                    .putArray("summary")
                    .addObject()
                    .put("type", "summary_text")
                    .put("text", answer.thinking());
            items.add(reasoning);
        }
        if (!answer.text().isEmpty()) {
            ObjectNode message = Json.object().put("type", "message").put("id", "msg_" + answer.id());
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

    private static ObjectNode call(Answer answer, int index) {
        Toolbox.Chosen call = answer.calls().get(index);
        ObjectNode item = Json.object()
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

    private static String textOf(Toolbox.Chosen call) {
        JsonNode text = call.arguments().path(Toolbox.Chosen.TEXT);
        return text.isString() ? text.stringValue() : call.arguments().toString();
    }

    private static ObjectNode response(Answer answer, String status) {
        boolean cut = answer.stop() == Stop.MAX_TOKENS && status.equals("completed");
        ObjectNode response = Json.object()
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

    private static ObjectNode usage(Usage usage) {
        ObjectNode node = Json.object().put("input_tokens", usage.prompt());
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
    public Act.Refuse usageLimit(Duration resetsIn, Instant now) {
        long seconds = resetsIn.toSeconds();
        ObjectNode body = Json.object();
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
        return Wire.refusal(headers, body);
    }

    /// Events that count themselves.
    private static final class Numbered {
        private final Reply.Events events;
        private int next;

        Numbered(Reply.Events events) {
            this.events = events;
        }

        void send(String type, ObjectNode event) throws IOException {
            events.send(type, event.put("type", type).put("sequence_number", next++));
        }
    }
}
