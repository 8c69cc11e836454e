package dev.ralph.pipeline;

import dev.ralph.budget.Grant;
import dev.ralph.loop.Event.StopKind;
import dev.ralph.loop.Policy;
import dev.ralph.machine.Hold;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What to do next. Implied by the state alone, so asking again after a crash gives the same answer.
public sealed interface PipelineDecision {

    /// @param policy   within the grant
    /// @param findings what its prompt tells
    record OpenLoop(String role, Policy policy, Grant grant, List<String> findings) implements PipelineDecision {}

    /// Until its journal says that it has ended, or is parked.
    record AwaitLoop(String loop) implements PipelineDecision {}

    /// Leave a request with the loop, unless it has ended.
    record StopChild(String loop, StopKind kind, String by) implements PipelineDecision {}

    /// Leave a request with the loop, unless it has ended.
    record HoldChild(String loop, Hold hold) implements PipelineDecision {}

    /// A loop is next, when the pipeline is released.
    record AwaitRelease() implements PipelineDecision {}

    /// Find out what kind of failure it is.
    ///
    /// @param role  of the stage that failed
    /// @param loop  that failed, or that was asked about it
    /// @param asked whether it was asked: it is so once at most
    record Classify(String role, String loop, boolean asked) implements PipelineDecision {
        public Classify(String role, String loop) {
            this(role, loop, false);
        }
    }

    /// Take over what the corrector proposes, or refuse it.
    ///
    /// @param corrector its loop
    /// @param answer    of a person who was asked about it, null when nobody was
    record ApplyCorrection(String corrector, @Nullable String answer) implements PipelineDecision {}

    /// Ask a person how to continue.
    ///
    /// @param reason why the pipeline ends otherwise
    record Ask(PipelineReason reason) implements PipelineDecision {}

    /// Nothing runs until a person answers.
    record AwaitAnswer(String question) implements PipelineDecision {}

    /// Tell everybody, then record the end.
    record Finish(PipelineReason reason) implements PipelineDecision {}

    /// The pipeline has ended.
    record Ended(PipelineReason reason) implements PipelineDecision {}
}
