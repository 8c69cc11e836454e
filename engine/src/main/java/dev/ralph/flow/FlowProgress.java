package dev.ralph.flow;

import org.jspecify.annotations.Nullable;

/// A flow as lists show it.
///
/// @param inFlight tasks that were picked and are not through
/// @param heldBy   who paused it; null while it is not held
/// @param reason   why it ended; null while it works
public record FlowProgress(
        int inFlight,
        int done,
        int failed,
        @Nullable String heldBy,
        @Nullable FlowReason reason) {

    public static FlowProgress of(FlowState state) {
        return new FlowProgress(
                state.tasks().size(),
                state.done(),
                state.failed(),
                state.hold().on() && !state.over() ? state.hold().by() : null,
                state.over() ? state.end() : null);
    }
}
