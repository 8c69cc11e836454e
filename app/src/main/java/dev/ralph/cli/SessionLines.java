package dev.ralph.cli;

import dev.ralph.config.Profile;
import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.machine.StreamHead;
import dev.ralph.session.SessionNotice;
import dev.ralph.store.JournalEntry;
import java.io.PrintStream;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
        EventLine.print(out, "notice", head, entry, fields(notice.get()));
    }

    private static Map<String, Object> fields(SessionNotice notice) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("title", notice.title());
        fields.put("message", notice.message());
        fields.put("variant", notice.variant().word());
        Duration shown = notice.duration();
        if (shown != null) {
            fields.put("duration", shown.toMillis());
        }
        return fields;
    }
}
