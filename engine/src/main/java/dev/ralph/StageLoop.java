package dev.ralph;

import java.time.Instant;

/// A stage of a task that is being worked on.
///
/// @param iteration from 1
/// @param startedAt when the stage began to work on the task
public record StageLoop(String task, String stage, int iteration, int maxIterations, Instant startedAt) {}
