package dev.ralph.backlog;

/// What a program, or a command, may do at certain moments of a run over a list of tasks. What it throws is told to the
/// user, and changes nothing about the run. The calls of a run come one after the other, on a thread of their own.
public interface LoopHooks {
    default void onTaskStart(BacklogTask task) {}

    /// @param iteration from 1
    default void onIterationStart(BacklogTask task, int iteration) {}

    /// Only of agents that tell what they do.
    default void onAction(Action action) {}

    default void onIterationEnd(BacklogTask task, int iteration, IterationResult result) {}

    /// @param success whether it is done, and that is verified
    default void onTaskEnd(BacklogTask task, boolean success) {}

    default void onAnomaly(Anomaly anomaly) {}
}
