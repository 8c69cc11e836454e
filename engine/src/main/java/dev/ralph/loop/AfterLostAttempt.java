package dev.ralph.loop;

import dev.ralph.loop.Event.AttemptLost;
import dev.ralph.loop.Phase.AwaitingChildren;

/// What a loop makes of an attempt whose engine died: what the agent had said of its use counts, and so do a
/// provider's limit and its promise. As always, the checks have the last word on that.
///
/// @param state with the attempt running
record AfterLostAttempt(LoopState state, AttemptLost lost) {

    LoopState next() {
        LoopState next = state.counting(lost.statement());
        Event.StopRequested leave = state.leave();
        if (leave != null) {
            return next.finishing(new Reason.StoppedBy(leave.kind(), leave.by()));
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
