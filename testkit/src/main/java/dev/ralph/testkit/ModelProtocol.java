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

/// One provider's protocol: how a request is read and how an answer is written.
interface ModelProtocol {
    /// What a request wants.
    record Asking(String model, boolean streaming, OfferedTools tools, List<String> userTexts) {}

    /// @param path the request's path; Gemini's names the model
    Asking read(JsonNode body, String path);

    /// An answer in one piece.
    ObjectNode whole(ModelAnswer answer);

    /// An answer as events. One that breaks off ends after its text.
    void stream(ModelAnswer answer, ReplyWriter.Events events) throws IOException;

    /// The body of an error, in this provider's form.
    ObjectNode error(int status, String message, @Nullable String type);

    /// How this provider says that the account has used up what it may use.
    StepAction.Refuse usageLimit(Duration resetsIn, Instant now);

    /// The texts of a message's content: a text itself, or those of its parts.
    static String text(JsonNode content) {
        if (content.isString()) {
            return content.stringValue();
        }
        List<String> texts = new ArrayList<>();
        for (JsonNode part : content) {
            if (part.path("text").isString()) {
                texts.add(part.path("text").stringValue());
            }
        }
        return String.join("\n", texts);
    }

    /// What messages with the role `user` say.
    static List<String> userTexts(JsonNode messages, String content) {
        List<String> texts = new ArrayList<>();
        for (JsonNode message : messages) {
            String text = message.path("role").asString("").equals("user") ? text(message.path(content)) : "";
            if (!text.isEmpty()) {
                texts.add(text);
            }
        }
        return texts;
    }

    static StepAction.Refuse refusal(Map<String, String> headers, ObjectNode body) {
        return new StepAction.Refuse(429, headers, null, null, body);
    }
}
