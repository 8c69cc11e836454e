package dev.ralph.tracker;

import dev.ralph.backlog.ImportedTask;
import dev.ralph.backlog.TaskImport;
import dev.ralph.disk.Sha256;
import dev.ralph.json.JsonText;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// An issue of a tracker. Its words are foreign: bounded and without control characters, and nothing more can be said
/// of
/// them.
///
/// @param id      its number, or its name in a file
/// @param created null where nobody knows
/// @param task    what it says
record Issue(String id, State state, @Nullable Instant created, ImportedTask task) {
    enum State {
        OPEN,
        /// Closed, because it is done.
        DONE,
        /// Closed, because nobody will do it.
        CANCELLED;

        boolean isOpen() {
            return this == OPEN;
        }
    }

    /// What GitHub says of an issue; null where that is none: a pull request, or nonsense.
    static @Nullable Issue of(@Nullable Object said, String id) {
        if (!(said instanceof Map<?, ?> fields)
                || fields.get("pull_request") != null
                || !(fields.get("state") instanceof String word)) {
            return null;
        }
        Map<String, @Nullable Object> text = new LinkedHashMap<>();
        text.put("number", 1L); // it is read as an issue
        for (String name : List.of("title", "body", "labels", "html_url")) {
            text.put(name, fields.get(name));
        }
        List<ImportedTask> read =
                TaskImport.read("issue.json", JsonText.of(List.of(text))).tasks();
        if (read.size() != 1) {
            return null;
        }
        Object reason = fields.get("state_reason");
        State state = !word.equals("closed")
                ? State.OPEN
                : "not_planned".equals(reason) || "duplicate".equals(reason) ? State.CANCELLED : State.DONE;
        return new Issue(id, state, time(fields.get("created_at")), read.getFirst());
    }

    private static @Nullable Instant time(@Nullable Object text) {
        try {
            return text instanceof String written
                    ? OffsetDateTime.parse(written).toInstant()
                    : null;
        } catch (DateTimeException unknown) {
            return null;
        }
    }

    /// Tells one version of its text from another.
    String hash() {
        return hash(task.title(), task.description());
    }

    static String hash(String title, String description) {
        return Sha256.of(title + "\n" + description).substring(0, 32);
    }
}
