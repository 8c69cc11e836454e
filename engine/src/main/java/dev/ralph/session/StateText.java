package dev.ralph.session;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/// A loop as JSON, in the form in which the specification's program writes it: its names, their order, two blanks of
/// indentation, nothing behind the last bracket, and no line for what there is not.
final class StateText {
    /// Only in our own file of each session: how many messages the session had when the loop began.
    static final String MESSAGES = "messagesAtStart";

    private static final JsonFactory JSON = new JsonFactory();
    private static final DateTimeFormatter MILLIS = DateTimeFormatter.ofPattern(
                    "uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private StateText() {}

    /// @param messages [LoopStates.Stored#UNKNOWN] leaves the line out
    static String of(RalphLoopState state, int messages) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("active", state.active());
        fields.put("iteration", state.iteration());
        fields.put("maxIterations", state.maxIterations());
        fields.put("completionPromise", state.completionPromise());
        fields.put("startedAt", time(state.startedAt()));
        fields.put("prompt", state.prompt());
        fields.put("sessionId", state.sessionId());
        if (state.description() != null) {
            fields.put("description", state.description());
        }
        if (state.lastIterationAt() != null) {
            fields.put("lastIterationAt", time(state.lastIterationAt()));
        }
        if (messages != LoopStates.Stored.UNKNOWN) {
            fields.put(MESSAGES, messages);
        }
        return object(fields);
    }

    static String time(Instant at) {
        return MILLIS.format(at);
    }

    /// The scalars of a JSON object by name; the last of equal names counts, what is nested is passed over.
    ///
    /// @throws IllegalArgumentException when it is none
    static Map<String, Object> fields(String json) {
        Map<String, Object> fields = new LinkedHashMap<>();
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), json)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new IllegalArgumentException("it is not a JSON object");
            }
            while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                String name = parser.currentName();
                Object value = value(parser, parser.nextToken());
                if (value != null) {
                    fields.put(name, value);
                }
            }
            if (parser.nextToken() != null) {
                throw new IllegalArgumentException("something follows its JSON object");
            }
            return fields;
        } catch (JacksonException e) {
            throw new IllegalArgumentException("it is not JSON: " + e.getOriginalMessage(), e);
        }
    }

    private static @Nullable Object value(JsonParser parser, @Nullable JsonToken token) {
        return switch (token) {
            case VALUE_STRING, VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> parser.getString();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case START_OBJECT, START_ARRAY -> {
                parser.skipChildren();
                yield null;
            }
            case null, default -> null;
        };
    }

    private static String object(Map<String, Object> fields) {
        StringBuilder json = new StringBuilder("{");
        fields.forEach((name, value) -> {
            json.append(json.length() == 1 ? "\n  " : ",\n  ");
            quote(name, json);
            json.append(": ");
            if (value instanceof String text) {
                quote(text, json);
            } else {
                json.append(value);
            }
        });
        return json.append("\n}").toString();
    }

    private static void quote(String text, StringBuilder json) {
        json.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> json.append("\\\"");
                case '\\' -> json.append("\\\\");
                case '\b' -> json.append("\\b");
                case '\f' -> json.append("\\f");
                case '\n' -> json.append("\\n");
                case '\r' -> json.append("\\r");
                case '\t' -> json.append("\\t");
                default -> {
                    if (c < ' ' || isLoneSurrogate(text, i)) {
                        json.append("\\u")
                                .append(Integer.toHexString(0x10000 + c).substring(1));
                    } else {
                        json.append(c);
                    }
                }
            }
        }
        json.append('"');
    }

    private static boolean isLoneSurrogate(String text, int i) {
        char c = text.charAt(i);
        if (Character.isHighSurrogate(c)) {
            return i + 1 == text.length() || !Character.isLowSurrogate(text.charAt(i + 1));
        }
        return Character.isLowSurrogate(c) && (i == 0 || !Character.isHighSurrogate(text.charAt(i - 1)));
    }
}
