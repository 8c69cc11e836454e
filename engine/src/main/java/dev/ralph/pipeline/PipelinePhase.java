package dev.ralph.pipeline;

import org.jspecify.annotations.Nullable;

/// Where a pipeline stands between two events.
public sealed interface PipelinePhase {

    /// The loop of this role is next.
    record Opening(String role) implements PipelinePhase {}

    /// The loop works.
    record Awaiting(String role, String loop) implements PipelinePhase {}

    /// The loop works, and does not know yet that it is to stop.
    record Stopping(String role, String loop) implements PipelinePhase {}

    /// The loop works, and does not know yet whether it is held.
    record Informing(String role, String loop) implements PipelinePhase {}

    /// @param loop  that failed, or that was asked what the failure is
    /// @param asked whether it was asked
    record Classifying(String loop, boolean asked) implements PipelinePhase {}

    record Applying(String corrector, @Nullable String answer) implements PipelinePhase {}

    record Asking(PipelineReason reason) implements PipelinePhase {}

    /// @param back where the answer leads
    record Parked(String question, PipelinePhase back) implements PipelinePhase {}

    /// The reason is known but not yet told.
    record Finishing(PipelineReason reason) implements PipelinePhase {}

    record Ended(PipelineReason reason) implements PipelinePhase {}
}
