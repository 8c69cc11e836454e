package dev.ralph.flow;

import dev.ralph.loop.Event.StopKind;
import dev.ralph.loop.Outcome;

/// Why a flow ended. Sentences are made from it at the edge and never read back.
public sealed interface FlowReason {

    default Outcome outcome() {
        return switch (this) {
            case AllDone _ -> Outcome.COMPLETED;
            case TasksUsed _, GrantUsed _ -> Outcome.EXHAUSTED;
            case TasksFailed _, TasksWait _, Broken _ -> Outcome.BLOCKED;
            case StoppedBy stopped -> stopped.kind().outcome();
        };
    }

    /// Every task is done, and no other is left.
    record AllDone(int done) implements FlowReason {}

    /// As many tasks as allowed were picked.
    record TasksUsed(int allowed) implements FlowReason {}

    /// Money, tokens or time are used up.
    record GrantUsed() implements FlowReason {}

    record TasksFailed(int failed) implements FlowReason {}

    /// What is left waits for tasks that nobody works on.
    record TasksWait() implements FlowReason {}

    record StoppedBy(StopKind kind, String by) implements FlowReason {}

    /// Something the flow cannot decide about.
    ///
    /// @param words what happened, and what to do
    record Broken(String words) implements FlowReason {}
}
