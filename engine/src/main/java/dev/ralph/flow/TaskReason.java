package dev.ralph.flow;

import dev.ralph.loop.Event.StopKind;
import dev.ralph.loop.Outcome;
import dev.ralph.loop.Reason;
import dev.ralph.pipeline.PipelineReason;
import org.jspecify.annotations.Nullable;

/// Why a flow is through with a task.
public sealed interface TaskReason {

    default Outcome outcome() {
        return switch (this) {
            case Done _ -> Outcome.COMPLETED;
            case PipelineFailed failed -> failed.reason().outcome();
            case ConflictsUsed _, NotIntegrated _, NotBegun _ -> Outcome.BLOCKED;
            case LimitUsed _, NotAfforded _ -> Outcome.EXHAUSTED;
            case FlowStopped stopped -> stopped.kind().outcome();
        };
    }

    /// @param pipeline whose journal says more
    record Done(String pipeline) implements TaskReason {}

    /// @param pipeline whose journal says more
    record PipelineFailed(String pipeline, PipelineReason reason) implements TaskReason {}

    /// All its tries together have used up what the task may.
    ///
    /// @param pipeline the last one
    /// @param limit    which of its limits
    record LimitUsed(String pipeline, int tries, Reason limit) implements TaskReason {}

    /// What it did could not be merged, and no try is left.
    ///
    /// @param limit of the task that leaves none; null where it had as many as allowed
    record ConflictsUsed(
            String pipeline, int tries, @Nullable Reason limit) implements TaskReason {}

    /// Merging what it did failed.
    record NotIntegrated(String pipeline, String words) implements TaskReason {}

    /// Something stands against working on it.
    ///
    /// @param words what, and what to do
    record NotBegun(String words) implements TaskReason {}

    /// The flow's grant was used up before the task had a pipeline.
    record NotAfforded() implements TaskReason {}

    record FlowStopped(StopKind kind) implements TaskReason {}
}
