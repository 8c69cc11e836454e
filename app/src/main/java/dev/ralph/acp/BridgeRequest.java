package dev.ralph.acp;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What the bridge is to do.
///
/// @param command      the agent's program and its arguments
/// @param session      the session to continue, or null for a new one
/// @param mode         the session mode to set, or null for the agent's own
/// @param model        the model to ask for, or null for the agent's own
/// @param timeout      how long the turn may take
/// @param startTimeout how long the agent may take to open the session
/// @param grace        how long the agent may take for each step of its end
public record BridgeRequest(
        List<String> command,
        @Nullable String session,
        @Nullable String mode,
        @Nullable String model,
        Duration timeout,
        Duration startTimeout,
        Duration grace) {
    public BridgeRequest {
        command = List.copyOf(command);
        if (command.isEmpty()) {
            throw new IllegalArgumentException("no agent to start: name its program after --");
        }
        if (session != null && session.isBlank()) {
            throw new IllegalArgumentException("the id of the session is empty: leave --session out for a new one");
        }
        if (!timeout.isPositive() || !startTimeout.isPositive() || !grace.isPositive()) {
            throw new IllegalArgumentException("a time limit must be longer than nothing");
        }
    }
}
