package dev.ralph.loop;

import dev.ralph.loop.Event.AttemptLost;
import dev.ralph.loop.Phase.AwaitingChildren;

/// What a loop makes of an attempt whose engine died: what the agent had said of its use counts, and so do a
/// provider's limit, its promise, and what it sends back. As always, the checks have the last word on a promise.
///
/// @param state with the attempt running
record AfterLostAttempt(LoopState state, AttemptLost lost) {

    LoopState next() {
        LoopState next = state.counting(lost);
        Event.StopRequested leave = state.leave();
        if (leave != null) {
            return next.finishing(new Reason.StoppedBy(leave.kind(), leave.by()));
        }
        if (next.rejects(lost.findings())) {
            return next.finishing(new Reason.Rejected(lost.findings()));
        }
        if (lost.signal() != null) {
            return lost.signal() == Signal.GAVE_UP
                    ? next.finishing(Reason.GaveUp.of(lost.declared()))
                    : next.in(new AwaitingChildren());
        }
        AgentStatement.Hindrance hindrance =
                lost.statement() == null ? null : lost.statement().hindrance();
        boolean loops = state.policy().mode() == Policy.Mode.LOOP;
        if (loops && hindrance != null && hindrance.cure() == AgentStatement.Cure.WAIT) {
            return new AfterProviderLimit(next, lost.foundAt()).next(hindrance);
        }
        Reason failed = new Reason.AttemptFailed(new AttemptFailure.Lost());
        return (isOnly() ? next.finishing(failed) : next.again(lost.foundAt(), failed)).discarding();
    }

    /// No test was run on it, so it is not the attempts that were used up: who opened the loop may open it again.
    private boolean isOnly() {
        return state.policy().limits().attempts() == 1
                && state.policy().conversation().counts(Signal.ENDED);
    }
}
