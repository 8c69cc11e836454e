package dev.ralph.flow;

import dev.ralph.budget.Cost;
import dev.ralph.loop.Event.StopKind;
import dev.ralph.loop.Outcome;
import dev.ralph.machine.MachineEvent;
import dev.ralph.machine.StreamHead;
import dev.ralph.pipeline.PipelineEvent.PipelineStarted;
import dev.ralph.pipeline.PipelineReason;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What happened to a flow, in the past tense. Events are a stored format: fields are added, never changed.
public sealed interface FlowEvent extends MachineEvent {

    /// The first event of every flow.
    record FlowStarted(FlowPlan plan) implements FlowEvent {}

    /// Somebody started it again while all that was left waited for answers: a new run, whose tasks and costs count
    /// anew, under a plan of its own.
    record FlowResumed(FlowPlan plan) implements FlowEvent {}

    /// @param others how many more were ready, null where nobody counted them
    record TaskPicked(String task, @Nullable Integer others) implements FlowEvent {
        public TaskPicked(String task) {
            this(task, null);
        }
    }

    record NoneReady(Until until) implements FlowEvent {}

    /// The list is another one than when none was ready.
    record TasksChanged() implements FlowEvent {}

    enum Until {
        /// Tasks are left, and wait for others.
        SOMETHING_ENDS,
        FOR_GOOD,
        /// Some are ready, and a limit of this run leaves them out.
        NEXT_RUN
    }

    /// The pipeline of a task begins.
    record PipelineOpened(StreamHead head, PipelineStarted started) implements FlowEvent {
        @Override
        public List<Birth> births() {
            return List.of(new Birth(head, started));
        }
    }

    /// The task cannot be begun, and nothing was; the others can.
    ///
    /// @param words why, and what to do
    record TaskRefused(String task, String words) implements FlowEvent {}

    /// A person is asked; the slot is free for another task, and so is what the pipeline has not used.
    ///
    /// @param cost what it has used so far; null where nobody wrote it down: all that it was granted stays its own
    record PipelineParked(
            String pipeline, String question, @Nullable Cost cost) implements FlowEvent {}

    /// The answer is there, or something else for the pipeline; it gets the next free slot.
    record PipelineReturned(String pipeline) implements FlowEvent {}

    /// Read from the journal of the pipeline.
    record PipelineEnded(String pipeline, PipelineReason reason, Cost cost) implements FlowEvent {
        public Outcome outcome() {
            return reason.outcome();
        }
    }

    /// @param commit      what it is merged as; null where it is no commit, or nothing had changed
    /// @param pullRequest the address or the branch of the pull request that was opened instead; null for none
    /// @param left        what of the work was not kept, and why
    record Integrated(
            String task,
            @Nullable String commit,
            @Nullable String pullRequest,
            @Nullable List<String> left) implements FlowEvent {
        public Integrated {
            left = left == null ? List.of() : List.copyOf(left);
        }

        public Integrated(String task, @Nullable String commit) {
            this(task, commit, null, null);
        }

        @Override
        public List<String> left() {
            return left == null ? List.of() : left;
        }
    }

    /// Nothing was merged.
    ///
    /// @param findings what is in the way, for the task's next pipeline
    record Conflicted(String task, List<String> findings) implements FlowEvent {
        public Conflicted {
            findings = List.copyOf(findings);
        }
    }

    /// The merge failed. Whether it has happened is not known; the work stays where it is.
    ///
    /// @param work what git calls it; null where it is no commit
    record IntegrationFailed(
            String task, String words, @Nullable String work) implements FlowEvent {}

    /// The task list says what became of the task.
    record Recorded(String task) implements FlowEvent {}

    record Synced(String task) implements FlowEvent {}

    record Learned(String task) implements FlowEvent {}

    /// Journaled before any pipeline hears of it.
    record StopRequested(StopKind kind, String by) implements FlowEvent {}

    /// Every open pipeline has the request to stop.
    record StopPassedOn() implements FlowEvent {}

    /// Until [Released] no task is picked, no pipeline opened and none brought back; what runs ends by itself.
    /// Journaled before any pipeline hears of it.
    record Held(String by) implements FlowEvent {}

    record Released(String by) implements FlowEvent {}

    /// Every open pipeline knows whether it is held.
    record HoldPassedOn() implements FlowEvent {}

    /// Something the flow cannot decide about was found.
    record TroubleFound(String words) implements FlowEvent {}

    record FlowEnded(FlowReason reason) implements FlowEvent {}
}
