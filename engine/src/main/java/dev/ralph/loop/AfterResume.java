package dev.ralph.loop;

import dev.ralph.loop.Event.LoopResumed;
import dev.ralph.loop.Phase.*;

/// What a loop becomes when somebody resumes it: the books stay, the policy may be another one.
record AfterResume(LoopState from, LoopResumed resumed) {

    LoopState next() {
        return switch (from.phase()) {
            case Ended ended when ended.outcome().resumable() && resumed.recheck() -> stillClaimed();
            case Ended ended when ended.reason() instanceof Reason.NotDiscarded -> afresh().discarding();
            case Ended ended when ended.outcome().resumable() -> afresh();
            // Other agents than those that are limited need not wait.
            case Limited _ when hasOtherAgents() -> withOtherAgents();
            case Ready _, Resting _, Limited _ -> goingOn().unlessOver();
            // What was believed was not held against these.
            case Keeping _ when resumed.recheck() || hasNewLines() -> goingOn().in(new Checking(0));
            case AwaitingChildren _, Checking _, Refusing _, Keeping _, Discarding _ -> goingOn();
            case Asking _, Parked _ -> goingOn();
            case Running _, Stopping _, Finishing _, Ended _ -> from.illegal(resumed);
        };
    }

    private LoopState afresh() {
        return patient().in(new Ready(true)).unlessOver();
    }

    /// What the last attempt claimed was not answered. Checks may be made once every cap is reached.
    private LoopState stillClaimed() {
        boolean wasOpen = from.attempts() > 0
                && switch (((Ended) from.phase()).outcome()) {
                    case STOPPED, CANCELLED, FAILED, FATAL, BLOCKED -> true;
                    case COMPLETED, EXHAUSTED, WAITING, REJECTED -> false;
                };
        return wasOpen ? patient().in(new AwaitingChildren()) : from.illegal(resumed);
    }

    /// An ended loop gets its patience back: failures in a row count anew, what was spent stays spent.
    private LoopState patient() {
        return goingOn()
                .withFailure(RepeatedFailure.NONE)
                .withChildren(null)
                .withChain(chain().rested())
                .withUsage(from.usage().again());
    }

    private LoopState withOtherAgents() {
        return goingOn().in(new Ready(false)).withUsage(from.usage().again()).unlessOver();
    }

    /// Nobody holds it back any longer.
    private LoopState goingOn() {
        return new LoopState(
                resumed.policy(),
                from.phase(),
                from.attempts(),
                from.refusal(),
                from.failure(),
                from.children(),
                from.basis(),
                from.answers(),
                false,
                null,
                chain(),
                from.usage());
    }

    /// What an earlier Ralph looked at by itself.
    private boolean hasNewLines() {
        return !from.policy().checks().containsAll(resumed.policy().checks());
    }

    private boolean hasOtherAgents() {
        return !resumed.policy().agents().equals(from.policy().agents());
    }

    private AgentChain chain() {
        return hasOtherAgents() ? AgentChain.of(resumed.policy().agents().size()) : from.chain();
    }
}
