package dev.ralph.cli;

import dev.ralph.json.InvalidJson;
import dev.ralph.json.JsonText;
import dev.ralph.json.RecordCodec;
import dev.ralph.machine.StreamHead;
import dev.ralph.store.JournalEntry;
import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One line of `ralph run --json`: an entry of the journal, in the form that docs/json/event.schema.json describes.
final class EventLine {
    private EventLine() {}

    static void print(PrintStream out, StreamHead head, JournalEntry<?> entry) {
        Record event = (Record) entry.event();
        print(out, RecordCodec.code(event), head, entry, plain(RecordCodec.snakeCase(event)));
    }

    static void print(PrintStream out, String type, StreamHead head, JournalEntry<?> entry, Map<String, ?> event) {
        JsonOutput json = new JsonOutput(out);
        json.object(() -> {
            json.field("type", type);
            head(json, head);
            json.field("seq", entry.seq());
            json.field("at", entry.at().toString());
            json.rawField("event", JsonText.of(event));
        });
        json.end();
    }

    /// Whose line it is.
    static void head(JsonOutput json, StreamHead head) {
        json.field("kind", head.kind().name().toLowerCase(Locale.ROOT));
        json.field("stream", head.id());
        json.field("task", head.task());
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
    static Object check(String text) {
        try {
            return text.startsWith("{") ? JsonText.object(text) : text;
        } catch (InvalidJson shellLine) {
            return text;
        }
    }
}
