package dev.ralph.session;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// One message of a session.
///
/// @param text what was said in it: never the output of tools, never thinking
/// @param at when it was said; null where the program does not know
/// @param actions how many tools were called in it, [#UNKNOWN] where the program does not know
public record Message(Role role, String text, @Nullable Instant at, int actions) {
    public static final int UNKNOWN = -1;

    public enum Role {
        ASSISTANT,
        USER,
        /// Tools, the system, anybody else: never believed.
        OTHER
    }

    public Message {
        if (actions < UNKNOWN) {
            throw new IllegalArgumentException(actions + " actions make no sense");
        }
    }

    public static Message user(String text) {
        return new Message(Role.USER, text, null, UNKNOWN);
    }

    public static Message assistant(String text) {
        return new Message(Role.ASSISTANT, text, null, UNKNOWN);
    }

    /// By the name of the role in the program's own messages; a name nobody knows is not the agent.
    public static Message of(@Nullable String role, @Nullable String content) {
        Role known = switch (role) {
            case "assistant" -> Role.ASSISTANT;
            case "user" -> Role.USER;
            case null, default -> Role.OTHER;
        };
        return new Message(known, content == null ? "" : content, null, UNKNOWN);
    }

    public Message at(@Nullable Instant time) {
        return new Message(role, text, time, actions);
    }

    public Message actions(int count) {
        return new Message(role, text, at, count);
    }

    boolean isFromAgent() {
        return role == Role.ASSISTANT;
    }
}
