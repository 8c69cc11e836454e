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
        return loops && hindrance != null && hindrance.cure() == AgentStatement.Cure.WAIT
                ? new AfterProviderLimit(next, lost.foundAt()).next(hindrance)
                : next.again(lost.foundAt(), new Reason.AttemptFailed(new AttemptFailure.Lost()))
                        .discarding();
    }
}
