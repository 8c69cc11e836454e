package dev.ralph.session;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// One message of a session.
///
/// @param text what was said in it: never the output of tools, never thinking
/// @param at when it was said; null where the program does not know
/// @param actions how many tools were called in it, [#UNKNOWN] where the program does not know
public record SessionMessage(
        Role role, String text, @Nullable Instant at, int actions) {
    public static final int UNKNOWN = -1;

    public enum Role {
        ASSISTANT,
        USER,
        /// Tools, the system, anybody else: never believed.
        OTHER
    }

    public SessionMessage {
        if (actions < UNKNOWN) {
            throw new IllegalArgumentException(actions + " actions make no sense");
        }
    }

    public static SessionMessage user(String text) {
        return new SessionMessage(Role.USER, text, null, UNKNOWN);
    }

    public static SessionMessage assistant(String text) {
        return new SessionMessage(Role.ASSISTANT, text, null, UNKNOWN);
    }

    /// By the name of the role in the program's own messages; a name nobody knows is not the agent.
    public static SessionMessage of(@Nullable String role, @Nullable String content) {
        Role known = switch (role) {
            case "assistant" -> Role.ASSISTANT;
            case "user" -> Role.USER;
            case null, default -> Role.OTHER;
        };
        return new SessionMessage(known, content == null ? "" : content, null, UNKNOWN);
    }

    public SessionMessage at(@Nullable Instant time) {
        return new SessionMessage(role, text, time, actions);
    }

    public SessionMessage actions(int count) {
        return new SessionMessage(role, text, at, count);
    }

    boolean isFromAgent() {
        return role == Role.ASSISTANT;
    }
}
