package dev.ralph.cli;

import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.machine.StreamHead;
import dev.ralph.session.Notice;
import dev.ralph.store.Entry;
import dev.ralph.wording.Wording;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// The notices of profile `session`: a line for people, an object of its own for programs.
final class SessionLines {
    private SessionLines() {}

    static List<String> of(Entry<Event> entry, LoopState state) {
        return Wording.of(state.policy())
                .notice(entry.event(), state)
                .map(notice -> List.of(notice.title() + ": " + notice.message()))
                .orElse(List.of());
    }

    /// In the form of the entries around it; its number is that of the entry it follows from.
    static void json(PrintStream out, StreamHead head, Entry<Event> entry, LoopState state) {
        Optional<Notice> notice = Wording.of(state.policy()).notice(entry.event(), state);
        if (notice.isEmpty()) {
            return;
        }
        Json json = new Json(out);
        json.object(() -> {
            json.field("loop", head.id());
            json.field("task", head.task());
            json.field("seq", entry.seq());
            json.field("at", entry.at().toString());
            json.field("type", "Notice");
            json.objectField("event", () -> fields(json, notice.get()));
        });
        json.end();
    }

    private static void fields(Json json, Notice notice) {
        json.field("title", notice.title());
        json.field("message", notice.message());
        json.field("variant", notice.variant().word());
        Duration shown = notice.duration();
        if (shown != null) {
            json.field("duration", shown.toMillis());
        }
    }
}
