package dev.ralph.agent;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What an attempt of an agent came to, as far as its output tells: one for each attempt.
///
/// @param ended    how
/// @param evidence by what that is known, in a few words
/// @param trouble  null when there was none
/// @param told     what happened and what to do about it, with the agent's own words; empty without trouble
/// @param resets   when the provider gives again, null when that is not known or not the point
/// @param session  null when it named none
/// @param model    null when it named none
/// @param actions  tool calls that it told of
/// @param failedActions those of them that failed
/// @param retries  model calls that it tried again by itself
/// @param lastWords the end of the last message it wrote
/// @param faults   what went wrong, also what it recovered from; the first and the latest of many
/// @param strange  lines that were not understood
/// @param drift    whether so much was not understood that the rest cannot be trusted
public record AttemptAccount(
        Ended ended,
        String evidence,
        @Nullable AgentProblem trouble,
        String told,
        @Nullable Instant resets,
        @Nullable String session,
        @Nullable String model,
        int actions,
        int failedActions,
        int retries,
        String lastWords,
        List<AgentEvent.Failed> faults,
        long strange,
        boolean drift) {
    public AttemptAccount {
        faults = List.copyOf(faults);
    }

    public enum Ended {
        FINISHED,
        ERRORED,
        LIMITED
    }
}
