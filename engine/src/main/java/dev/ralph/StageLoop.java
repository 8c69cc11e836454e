package dev.ralph;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A stage of a task that is being worked on, or waits for an answer.
///
/// @param iteration from 1
/// @param startedAt when the stage began to work on the task, or asked
/// @param question  what it asks, null while it works
public record StageLoop(
        String task,
        String stage,
        int iteration,
        int maxIterations,
        Instant startedAt,
        @Nullable String question) {}
