package dev.ralph.board;

import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// A task as the board shows it.
///
/// @param title     empty where nobody gave it one
/// @param role      of the stage whose turn it is, or was last; null where its task has only one
/// @param iteration attempts so far; 0 where none was made
/// @param most      how many are allowed; 0 where nobody can tell
/// @param words     why it stands where it stands; empty where its mark says all
/// @param listed    it is a task of the project's list
/// @param question  what it asks a person, null where it does not
/// @param since     when something last happened to it
public record Card(
        String task,
        String title,
        Lane lane,
        Mark mark,
        @Nullable String role,
        int iteration,
        int most,
        String words,
        long priority,
        boolean listed,
        @Nullable Question question,
        Instant since) {

    /// @param id by which it is answered
    public record Question(String id, String text) {}

    /// What is the matter with a task.
    public enum Mark {
        /// Whoever runs it works on it now.
        WORKING,
        /// It waits for its provider's limit to end.
        LIMITED,
        PAUSED,
        ASKS,
        /// Nobody runs it any more.
        INTERRUPTED,
        FAILED,
        BLOCKED,
        READY,
        /// Others come first.
        WAITS,
        STOPPED,
        DONE;

        /// As programs read it.
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /// Whether somebody works on it, or would if nothing stood in the way.
    boolean isOpen() {
        return switch (mark) {
            case WORKING, LIMITED, PAUSED, ASKS, INTERRUPTED -> true;
            case FAILED, BLOCKED, READY, WAITS, STOPPED, DONE -> false;
        };
    }

    /// Whether it says this anywhere, in whatever case.
    boolean matches(String text) {
        String wanted = text.toLowerCase(Locale.ROOT);
        String said = String.join("\n", task, title, lane.word(), mark.word(), role == null ? "" : role, words);
        return said.toLowerCase(Locale.ROOT).contains(wanted);
    }
}
