package dev.ralph.pipeline;

import dev.ralph.loop.Event.StopKind;
import dev.ralph.loop.Outcome;
import dev.ralph.loop.Reason;

/// Why a pipeline ended. Sentences are made from it at the edge and never read back.
public sealed interface PipelineReason {

    default Outcome outcome() {
        return switch (this) {
            case StagesPassed _ -> Outcome.COMPLETED;
            case StageFailed failed -> failed.reason().outcome();
            case RejectionsUsed _, CorrectionsUsed _, GrantUsed _ -> Outcome.EXHAUSTED;
            case StoppedBy stopped -> stopped.kind().outcome();
            case Stalemate _, Broken _, Checkpoint _ -> Outcome.BLOCKED;
        };
    }

    /// Every stage passed.
    record StagesPassed() implements PipelineReason {}

    /// A loop ended without success, and nothing can be corrected.
    ///
    /// @param loop whose journal says more
    record StageFailed(String role, String loop, Reason reason) implements PipelineReason {}

    /// @param role  of the stage that rejected once more
    record RejectionsUsed(String role, int allowed) implements PipelineReason {}

    /// A stage comes back with the same finding again and again.
    ///
    /// @param finding in its last words
    record Stalemate(String role, String finding, int times) implements PipelineReason {}

    /// A person looks before the first stage begins.
    ///
    /// @param words what at
    record Checkpoint(String words) implements PipelineReason {}

    /// @param role of the stage that failed once more
    record CorrectionsUsed(String role, int allowed) implements PipelineReason {}

    /// Money, tokens or time are used up.
    ///
    /// @param role of the stage that was next
    record GrantUsed(String role) implements PipelineReason {}

    record StoppedBy(StopKind kind, String by) implements PipelineReason {}

    /// Something the pipeline cannot decide about.
    ///
    /// @param words what happened, and what to do
    record Broken(String words) implements PipelineReason {}
}
