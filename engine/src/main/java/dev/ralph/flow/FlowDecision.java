package dev.ralph.flow;

import dev.ralph.budget.Grant;
import dev.ralph.loop.Event.StopKind;
import dev.ralph.machine.Hold;
import java.util.List;
import java.util.Map;

/// What to do next. Implied by the state alone, so asking again after a crash gives the same answer.
public sealed interface FlowDecision {

    /// Choose a task that is ready and not in this list, and claim it.
    record Pick(List<String> inFlight) implements FlowDecision {}

    /// A limit keeps it from picking: find out whether that leaves a task out.
    record LookForMore() implements FlowDecision {}

    /// @param findings what its earlier pipeline ran into
    record OpenPipeline(String task, Grant grant, List<String> findings) implements FlowDecision {}

    /// Merge what the pipeline accepted, or open a pull request for it.
    ///
    /// @param others pipelines whose turn comes next, in that order; they may be merged together with it, which is
    ///               found when it is their turn
    record Integrate(String task, String pipeline, List<String> others) implements FlowDecision {
        /// Of a task that waits alone.
        public Integrate(String task, String pipeline) {
            this(task, pipeline, List.of());
        }
    }

    /// Write into the task list what became of the task.
    record RecordTask(String task, TaskReason reason) implements FlowDecision {}

    /// Tell the tracker.
    record Sync(String task, TaskReason reason) implements FlowDecision {}

    record Learn(String task, TaskReason reason) implements FlowDecision {}

    /// Until one of them has ended or is parked, or there is something to do for a parked one. Of a flow that is held
    /// none of both may be there.
    ///
    /// @param parked what each of them asked
    record AwaitAny(List<String> running, Map<String, String> parked) implements FlowDecision {}

    /// Leave a request with each that has not ended.
    record StopChildren(List<String> pipelines, StopKind kind, String by) implements FlowDecision {}

    /// Leave a request with each that has not ended.
    record HoldChildren(List<String> pipelines, Hold hold) implements FlowDecision {}

    /// Tell everybody, then record the end.
    record Finish(FlowReason reason) implements FlowDecision {}

    /// The flow has ended.
    record Ended(FlowReason reason) implements FlowDecision {}
}
