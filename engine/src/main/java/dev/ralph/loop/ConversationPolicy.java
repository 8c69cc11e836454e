package dev.ralph.loop;

import dev.ralph.signal.PromiseRule;
import org.jspecify.annotations.Nullable;

/// How a loop speaks with its agent, and what it listens for.
///
/// @param session    what an attempt knows of the one before
/// @param promise    the words that say the task is done, null when only files are looked for
/// @param mustWork   a promise counts only from an attempt that did something
/// @param onQuestion what an agent that asks to wait brings about
public record ConversationPolicy(
        Session session, @Nullable PromiseRule promise, boolean mustWork, OnQuestion onQuestion) {
    public static final ConversationPolicy NONE = new ConversationPolicy(Session.FRESH, null, true);

    public ConversationPolicy(Session session, @Nullable PromiseRule promise, boolean mustWork) {
        this(session, promise, mustWork, OnQuestion.END);
    }

    public ConversationPolicy with(OnQuestion changed) {
        return new ConversationPolicy(session, promise, mustWork, changed);
    }

    /// FRESH begins a new conversation with every attempt; RESUME goes on with the last one where the agent can.
    public enum Session {
        FRESH,
        RESUME
    }

    /// END leaves a loop that somebody may resume; PARK asks a person, and goes on with the answer.
    public enum OnQuestion {
        END,
        PARK
    }
}
