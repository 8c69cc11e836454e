package dev.ralph.session;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What happens to sessions and matters to their loops.
public sealed interface SessionEvent {
    String IDLE = "session.idle";
    String ERROR = "session.error";
    String DELETED = "session.deleted";

    String sessionId();

    default String name() {
        return switch (this) {
            case Idle _ -> IDLE;
            case Failed _ -> ERROR;
            case Deleted _ -> DELETED;
        };
    }

    /// The agent's turn is over.
    record Idle(String sessionId) implements SessionEvent {}

    /// @param error the name of what went wrong
    record Failed(String sessionId, @Nullable String error) implements SessionEvent {
        /// Whether the user broke off the turn.
        boolean isAbort() {
            return "MessageAbortedError".equals(error) || "AbortError".equals(error);
        }
    }

    record Deleted(String sessionId) implements SessionEvent {}

    /// By the name that the program has for it; empty for events that do not matter here.
    ///
    /// @param error the name of the error, for errors
    static Optional<SessionEvent> named(String name, String sessionId, @Nullable String error) {
        return switch (name) {
            case IDLE -> Optional.of(new Idle(sessionId));
            case ERROR -> Optional.of(new Failed(sessionId, error));
            case DELETED -> Optional.of(new Deleted(sessionId));
            default -> Optional.empty();
        };
    }
}
