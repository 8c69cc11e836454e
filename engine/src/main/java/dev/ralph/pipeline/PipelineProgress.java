package dev.ralph.pipeline;

import org.jspecify.annotations.Nullable;

/// A pipeline as lists show it.
///
/// @param role   of the stage whose turn it is
/// @param stage  which one that is, from 1
/// @param stages how many there are
/// @param heldBy who paused it; null while it is not held
/// @param reason why it ended, or is about to; null while it works
public record PipelineProgress(
        String role,
        int stage,
        int stages,
        @Nullable String heldBy,
        @Nullable PipelineReason reason) {

    public static PipelineProgress of(PipelineState state) {
        PipelineReason reason = switch (state.decision()) {
            case PipelineDecision.Finish finish -> finish.reason();
            case PipelineDecision.Ended ended -> ended.reason();
            case PipelineDecision.OpenLoop _, PipelineDecision.AwaitLoop _, PipelineDecision.StopChild _ -> null;
            case PipelineDecision.HoldChild _, PipelineDecision.AwaitRelease _ -> null;
            case PipelineDecision.Classify _, PipelineDecision.ApplyCorrection _ -> null;
            case PipelineDecision.Ask _, PipelineDecision.AwaitAnswer _ -> null;
        };
        int stages = state.plan().stages().size();
        String heldBy = state.hold().on() && reason == null ? state.hold().by() : null;
        return new PipelineProgress(
                state.plan().stages().get(state.at()).role(), state.at() + 1, stages, heldBy, reason);
    }
}
