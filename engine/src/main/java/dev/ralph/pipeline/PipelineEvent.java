package dev.ralph.pipeline;

import dev.ralph.budget.Cost;
import dev.ralph.budget.Grant;
import dev.ralph.loop.Event.LoopStarted;
import dev.ralph.loop.Event.StopKind;
import dev.ralph.loop.Outcome;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Reason;
import dev.ralph.machine.MachineEvent;
import dev.ralph.machine.StreamHead;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What happened to a pipeline, in the past tense. Events are a stored format: fields are added, never changed.
public sealed interface PipelineEvent extends MachineEvent {

    /// The first event of every pipeline.
    ///
    /// @param grant    what it may use up
    /// @param findings what earlier work on the task brought to light, for the first stage
    record PipelineStarted(PipelinePlan plan, Grant grant, List<String> findings) implements PipelineEvent {
        public PipelineStarted {
            findings = List.copyOf(findings);
        }
    }

    /// The loop of a stage, or of the corrector, begins.
    ///
    /// @param policy   within the grant
    /// @param findings what its prompt tells: of a rejection, a failure, or an answer
    record StageOpened(StreamHead head, Policy policy, Grant grant, List<String> findings) implements PipelineEvent {
        public StageOpened {
            findings = List.copyOf(findings);
        }

        @Override
        public List<Birth> births() {
            return List.of(new Birth(head, new LoopStarted(policy)));
        }
    }

    /// Read from the journal of the loop.
    ///
    /// @param findings why it rejects what earlier stages did, or what failed, for the loop that follows
    record StageEnded(String loop, Reason reason, List<String> findings, Cost cost) implements PipelineEvent {
        public StageEnded {
            findings = List.copyOf(findings);
        }

        public Outcome outcome() {
            return reason.outcome();
        }

        /// Whether it sends the work back. Before there was an outcome for that, a loop completed and had findings.
        public boolean rejects() {
            return outcome() == Outcome.REJECTED || (outcome() == Outcome.COMPLETED && !findings.isEmpty());
        }
    }

    /// The loop has the request to stop.
    record StopPassedOn(String loop) implements PipelineEvent {}

    /// What the failure is cannot be told from its output: the classifier is asked.
    record FailureUnclear() implements PipelineEvent {}

    /// @param kind    as the profile calls such failures
    /// @param cause   what is to be corrected
    /// @param details null where nobody asks for them
    record FailureClassified(
            String kind, String cause, @Nullable FailureDetails details) implements PipelineEvent {
        public FailureClassified(String kind, String cause) {
            this(kind, cause, null);
        }
    }

    /// What a failure is about.
    ///
    /// @param error          what went wrong, in its own words
    /// @param file           the document that is to be corrected
    /// @param section        what of it
    /// @param action         what to do there
    /// @param place          where it shows, as the tool names it; null where it does not say
    /// @param test           that failed; null where none did
    /// @param counterexample of a property that does not hold; null where there is none
    /// @param output         the part of what was printed that says it; null where nothing was
    /// @param at             when it happened
    record FailureDetails(
            String error,
            String file,
            String section,
            String action,
            @Nullable String place,
            @Nullable String test,
            @Nullable String counterexample,
            @Nullable String output,
            Instant at) {}

    /// @param change where it can be looked up
    record CorrectionApplied(String change) implements PipelineEvent {}

    /// Nothing was changed.
    record CorrectionRefused(String why) implements PipelineEvent {}

    /// Parked until the answer: the pipeline asks, or its loop does.
    ///
    /// @param question its id
    /// @param loop     that asks, and whose journal holds the question; null where the pipeline itself asks
    record Asked(String question, String text, @Nullable String loop) implements PipelineEvent {
        public static Asked byItself(String question, String text) {
            return new Asked(question, text, null);
        }

        @Override
        public @Nullable Question asks() {
            return loop == null ? new Question(question, text) : null;
        }
    }

    /// @param grant what it may use from now on altogether, as far as that is less than before; null for as much
    record Answered(
            String question,
            String text,
            String by,
            @Nullable Grant grant) implements PipelineEvent {
        public Answered(String question, String text, String by) {
            this(question, text, by, null);
        }
    }

    /// Journaled before the loop hears of it.
    record StopRequested(StopKind kind, String by) implements PipelineEvent {}

    /// Until [Released] no loop is opened, and the loop starts no attempt. Journaled before the loop hears of it.
    record Held(String by) implements PipelineEvent {}

    record Released(String by) implements PipelineEvent {}

    /// The loop knows whether it is held.
    record HoldPassedOn(String loop) implements PipelineEvent {}

    /// Something the pipeline cannot decide about was found.
    record TroubleFound(String words) implements PipelineEvent {}

    record PipelineEnded(PipelineReason reason) implements PipelineEvent {}
}
