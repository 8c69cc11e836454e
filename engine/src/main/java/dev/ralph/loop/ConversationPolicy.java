package dev.ralph.loop;

import dev.ralph.signal.PromiseRule;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// How a loop speaks with its agent, and what it listens for.
///
/// @param session    what an attempt knows of the one before
/// @param promise    the words that say the task is done, null when only files are looked for
/// @param mustWork   a promise counts only from an attempt that did something
/// @param onQuestion what an agent that asks to wait brings about
/// @param rules      what else holds for a loop of profile `session`, null for all others
public record ConversationPolicy(
        Session session,
        @Nullable PromiseRule promise,
        boolean mustWork,
        OnQuestion onQuestion,
        @Nullable SessionRules rules) {
    public static final ConversationPolicy NONE = new ConversationPolicy(Session.FRESH, null, true);

    public ConversationPolicy(Session session, @Nullable PromiseRule promise, boolean mustWork) {
        this(session, promise, mustWork, OnQuestion.END, null);
    }

    public ConversationPolicy with(OnQuestion changed) {
        return new ConversationPolicy(session, promise, mustWork, changed, rules);
    }

    public ConversationPolicy with(@Nullable PromiseRule changed) {
        return new ConversationPolicy(session, changed, mustWork, onQuestion, rules);
    }

    public ConversationPolicy with(@Nullable SessionRules changed) {
        return new ConversationPolicy(session, promise, mustWork, onQuestion, changed);
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

    /// The loop belongs to its conversation: when that is deleted, the loop is cancelled.
    ///
    /// @param recovery    how long nothing is started after an attempt that failed
    /// @param stateDir    the folder of its state file, null for the usual one
    /// @param description what people call the loop, null for nothing
    public record SessionRules(
            Duration recovery,
            @Nullable String stateDir,
            @Nullable String description) {
        public SessionRules {
            Policy.notNegative("recovery delay", recovery);
        }
    }
}
