package dev.ralph.attempt;

import dev.ralph.loop.AgentStatement;
import dev.ralph.loop.AttemptFailure;
import dev.ralph.loop.Signal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What an agent's words say about its attempt.
///
/// @param signal  what they say about the task, null when nothing
/// @param failure what went wrong; null when nothing did or the exit code says it
/// @param rejected why they send the work back, none where they do not
/// @param blocker what stands beside a promise that it cannot continue; null where nothing does
public record AttemptFindings(
        @Nullable AgentStatement statement,
        @Nullable Signal signal,
        @Nullable AttemptFailure failure,
        List<String> rejected,
        @Nullable String blocker) {
    static final AttemptFindings NONE = new AttemptFindings(null, null, null, List.of(), null);
}
