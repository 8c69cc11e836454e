package dev.ralph.store;

import dev.ralph.json.InvalidJson;
import dev.ralph.json.JsonText;
import dev.ralph.json.RecordCodec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// An event as other programs are told, in the form that docs/json/run.schema.json describes.
public final class EventFields {
    private EventFields() {}

    public static Map<String, @Nullable Object> of(Record event) {
        return plain(RecordCodec.snakeCase(event));
    }

    /// What the journal keeps as text and is JSON, as that; sentences under the name of all sentences.
    private static Map<String, @Nullable Object> plain(Map<?, ?> fields) {
        Map<String, @Nullable Object> plain = new LinkedHashMap<>();
        fields.forEach((key, value) -> {
            boolean sentence = value instanceof String
                    ? key.equals("words") || key.equals("reason")
                    : key.equals("reason") && fields.containsKey("receipt"); // of a check that passed
            plain.put(sentence ? "message" : key.toString(), plain(key.toString(), value));
        });
        return plain;
    }

    private static @Nullable Object plain(String key, @Nullable Object value) {
        if (value instanceof Map<?, ?> fields) {
            return plain(fields);
        }
        if (value instanceof List<?> items) {
            return items.stream().map(item -> plain(key, item)).toList();
        }
        return value instanceof String text && (key.equals("check") || key.equals("checks")) ? check(text) : value;
    }

    /// A shell line, or an object with a type.
    public static Object check(String text) {
        try {
            return text.startsWith("{") ? JsonText.object(text) : text;
        } catch (InvalidJson shellLine) {
            return text;
        }
    }
}
