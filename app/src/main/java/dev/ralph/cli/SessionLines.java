package dev.ralph.cli;

import dev.ralph.config.Profile;
import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.machine.StreamHead;
import dev.ralph.session.SessionNotice;
import dev.ralph.store.JournalEntry;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// The notices of profile `session`: a line for people, an object of its own for programs.
final class SessionLines {
    private SessionLines() {}

    static List<String> of(JournalEntry<Event> entry, LoopState state) {
        return Profile.of(state.policy())
                .wording()
                .notice(entry.event(), state)
                .map(notice -> List.of(notice.title() + ": " + notice.message()))
                .orElse(List.of());
    }

    /// In the form of the entries around it; its number is that of the entry it follows from.
    static void json(PrintStream out, StreamHead head, JournalEntry<Event> entry, LoopState state) {
        Optional<SessionNotice> notice = Profile.of(state.policy()).wording().notice(entry.event(), state);
        if (notice.isEmpty()) {
            return;
        }
        JsonOutput json = new JsonOutput(out);
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

    private static void fields(JsonOutput json, SessionNotice notice) {
        json.field("title", notice.title());
        json.field("message", notice.message());
        json.field("variant", notice.variant().word());
        Duration shown = notice.duration();
        if (shown != null) {
            json.field("duration", shown.toMillis());
        }
    }
}
