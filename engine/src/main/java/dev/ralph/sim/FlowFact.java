package dev.ralph.sim;

import dev.ralph.budget.Cost;
import dev.ralph.flow.TaskReason;
import dev.ralph.machine.MachineEvent;

/// What really happened in a simulated flow, in order.
sealed interface FlowFact {

    /// An event became durable.
    ///
    /// @param append counts transactions
    record Wrote(String stream, MachineEvent event, long append) implements FlowFact {}

    /// A loop's agent did something.
    ///
    /// @param really what that cost, whatever it says
    record Worked(String loop, Cost really) implements FlowFact {}

    record MergeBegan(String task) implements FlowFact {}

    /// @param merged false: there was a conflict, or it was there already
    record MergeEnded(String task, String pipeline, boolean merged) implements FlowFact {}

    /// The task list says what became of the task.
    record TaskListed(String task, TaskReason reason) implements FlowFact {}

    /// A person answered.
    record AnswerGiven(String question) implements FlowFact {}

    /// A person asked a machine to stop.
    record StopAsked(String stream) implements FlowFact {}

    /// The engine died.
    record EngineDied() implements FlowFact {}
}
