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

/// Gemini's generateContent and streamGenerateContent.
final class Gemini implements ModelProtocol {
    @Override
    public Asking read(JsonNode body, String path) {
        OfferedTools tools = new OfferedTools();
        for (JsonNode tool : body.path("tools")) {
            JsonNode camel = tool.path("functionDeclarations");
            for (JsonNode function : camel.isArray() ? camel : tool.path("function_declarations")) {
                JsonNode schema = function.path("parametersJsonSchema");
                tools.add(new OfferedTools.Offered(
                        function.path("name").asString(""),
                        schema.isObject() ? schema : function.path("parameters"),
                        OfferedTools.Form.FUNCTION,
                        null));
            }
        }
        return new Asking(
                model(path),
                path.endsWith(":streamGenerateContent"),
                tools,
                ModelProtocol.userTexts(body.path("contents"), "parts"));
    }

    private static String model(String path) {
        int from = path.lastIndexOf('/') + 1;
        int to = path.lastIndexOf(':');
        return from < to ? path.substring(from, to) : "scripted-model";
    }

    @Override
    public ObjectNode whole(ModelAnswer answer) {
        List<ObjectNode> parts = parts(answer);
        return response(answer, parts.isEmpty() ? List.of(JsonTree.object().put("text", "")) : parts, finish(answer));
    }

    @Override
    public void stream(ModelAnswer answer, ReplyWriter.Events events) throws IOException {
        List<ObjectNode> parts = parts(answer);
        if (answer.breaksOff()) {
            events.send(null, response(answer, parts, null));
            return;
        }
        for (int i = 0; i < parts.size(); i++) {
            boolean last = i == parts.size() - 1;
            events.send(null, response(answer, List.of(parts.get(i)), last ? finish(answer) : null));
        }
        if (parts.isEmpty()) {
            events.send(null, response(answer, List.of(), finish(answer)));
        }
    }

    private static List<ObjectNode> parts(ModelAnswer answer) {
        List<ObjectNode> parts = new ArrayList<>();
        if (!answer.thinking().isEmpty()) {
            parts.add(JsonTree.object().put("text", answer.thinking()).put("thought", true));
        }
        answer.pieces().forEach(piece -> parts.add(JsonTree.object().put("text", piece)));
        for (OfferedTools.Chosen call : answer.calls()) {
            ObjectNode part = JsonTree.object();
            part.putObject("functionCall").put("name", call.name()).set("args", call.arguments());
            parts.add(part);
        }
        return parts;
    }

    private static ObjectNode response(ModelAnswer answer, List<ObjectNode> parts, @Nullable String finish) {
        ObjectNode body = JsonTree.object();
        ObjectNode candidate = body.putArray("candidates").addObject();
        ArrayNode content = candidate.putObject("content").put("role", "model").putArray("parts");
        content.addAll(parts);
        if (finish != null) {
            candidate.put("finishReason", finish);
        }
        candidate.put("index", 0);
        TokenCounts usage = answer.usage();
        body.putObject("usageMetadata")
                .put("promptTokenCount", usage.prompt())
                .put("candidatesTokenCount", usage.output())
                .put("totalTokenCount", usage.prompt() + usage.output())
                .put("cachedContentTokenCount", usage.cacheRead());
        return body.put("modelVersion", answer.model()).put("responseId", answer.id());
    }

    private static String finish(ModelAnswer answer) {
        return switch (answer.stop()) {
            case MAX_TOKENS -> "MAX_TOKENS";
            case REFUSAL -> "SAFETY";
            case NATURAL -> "STOP";
        };
    }

    @Override
    public ObjectNode error(int status, String message, @Nullable String type) {
        ObjectNode body = JsonTree.object();
        body.putObject("error")
                .put("code", status)
                .put("message", message)
                .put("status", type == null ? statusWord(status) : type);
        return body;
    }

    private static String statusWord(int status) {
        return switch (status) {
            case 400 -> "INVALID_ARGUMENT";
            case 401 -> "UNAUTHENTICATED";
            case 403 -> "PERMISSION_DENIED";
            case 404 -> "NOT_FOUND";
            case 429 -> "RESOURCE_EXHAUSTED";
            case 500 -> "INTERNAL";
            case 503 -> "UNAVAILABLE";
            case 504 -> "DEADLINE_EXCEEDED";
            default -> "UNKNOWN";
        };
    }

    @Override
    public StepAction.Refuse usageLimit(Duration resetsIn, Instant now) {
        String delay = resetsIn.toSeconds() + "s";
        ObjectNode body = error(429, "You exceeded your current quota. Please retry in " + delay + ".", null);
        ArrayNode details = body.withObjectProperty("error").putArray("details");
        details.addObject()
                .put("@type", "type.googleapis.com/google.rpc.QuotaFailure")
                .putArray("violations")
                .addObject()
                .put("quotaMetric", "generativelanguage.googleapis.com/generate_content_requests")
                .put("quotaId", "GenerateRequestsPerDayPerProjectPerModel");
        details.addObject()
                .put("@type", "type.googleapis.com/google.rpc.RetryInfo")
                .put("retryDelay", delay);
        return ModelProtocol.refusal(Map.of("retry-after", Long.toString(resetsIn.toSeconds())), body);
    }
}
