package dev.ralph.sim;

import dev.ralph.flow.TaskReason;
import dev.ralph.machine.MachineEvent;
import dev.ralph.store.JournalEntry;

/// What really happened in a simulated flow, in order.
sealed interface FlowFact {

    /// An event became durable.
    ///
    /// @param append counts transactions
    record Wrote(String stream, JournalEntry<?> entry, long append) implements FlowFact {
        MachineEvent event() {
            return entry.event();
        }
    }

    /// What happened in a loop.
    record InLoop(String loop, SimFact fact) implements FlowFact {}

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
