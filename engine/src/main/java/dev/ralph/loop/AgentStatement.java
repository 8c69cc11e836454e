package dev.ralph.loop;

import dev.ralph.budget.Counters;
import dev.ralph.budget.Spent;
import dev.ralph.loop.Reason.Refusal;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What an agent itself said during an attempt, as its adapter understood it.
///
/// @param agent     the adapter that listened
/// @param version   of the agent program, null when it did not say
/// @param session   its conversation, by which it can be resumed
/// @param spent     what it used
/// @param counters  what its conversation had used in all, for the next attempt of it
/// @param actions   tools it called
/// @param strange   lines nobody understood; they are in the raw log
/// @param hindrance what kept it from working, null when nothing did
/// @param remark    what the next attempt must be told about this one's promise
public record AgentStatement(
        String agent,
        @Nullable String version,
        @Nullable String session,
        @Nullable String model,
        Spent spent,
        Counters counters,
        int actions,
        int strange,
        @Nullable Hindrance hindrance,
        @Nullable Refusal remark) {

    public AgentStatement {
        Objects.requireNonNull(agent);
        Objects.requireNonNull(spent);
        Objects.requireNonNull(counters);
    }

    /// Whether its provider had no more to give.
    public boolean isLimited() {
        return hindrance != null && hindrance.cure() == Cure.WAIT;
    }

    /// @param words    one line: what happened and what to do
    /// @param evidence how it is known, as the adapter names it
    /// @param until    when to try again, where it is WAIT
    public record Hindrance(
            Cure cure,
            String words,
            String evidence,
            @Nullable Instant until) {
        public Hindrance {
            if ((cure == Cure.WAIT) != (until != null)) {
                throw new IllegalArgumentException("a hindrance that passes has a time, and no other has: " + words);
            }
        }
    }

    /// What helps.
    public enum Cure {
        /// Try again.
        RETRY,
        /// Try again with a new conversation.
        FRESH,
        /// The conversation is gone: try again with a new one, unless the loop belongs to it.
        GONE,
        /// Try again later; this was not the agent's fault.
        WAIT,
        /// Another agent may be able to.
        NEXT,
        /// Nothing a loop can do.
        FATAL
    }
}
