package dev.ralph.cli;

import dev.ralph.json.JsonText;
import dev.ralph.json.RecordCodec;
import dev.ralph.machine.StreamHead;
import dev.ralph.store.EventFields;
import dev.ralph.store.JournalEntry;
import java.io.PrintStream;
import java.util.Map;

/// One line of `ralph run --json`: an entry of the journal, in the form that docs/json/run.schema.json describes.
final class EventLine {
    private EventLine() {}

    static void print(PrintStream out, StreamHead head, JournalEntry<?> entry) {
        Record event = (Record) entry.event();
        print(out, RecordCodec.code(event), head, entry, EventFields.of(event));
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
        json.code("kind", head.kind());
        json.field("stream", head.id());
        json.field("task", head.task());
    }
}
