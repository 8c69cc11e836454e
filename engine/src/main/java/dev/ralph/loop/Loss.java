package dev.ralph.loop;

import dev.ralph.loop.Event.AttemptLost;
import dev.ralph.loop.Phase.Finishing;

/// What a loop makes of an attempt whose engine died: what the agent had said of its use counts, and so does a
/// provider's limit; its promise does not, because nobody saw the attempt to its end.
///
/// @param state with the attempt running
record Loss(LoopState state, AttemptLost lost) {

    LoopState next() {
        LoopState next = state.counting(lost.testimony());
        Event.StopRequested leave = state.leave();
        if (leave != null) {
            return next.in(new Finishing(leave.kind().outcome(), "stopped by " + leave.by()));
        }
        Testimony.Hindrance hindrance =
                lost.testimony() == null ? null : lost.testimony().hindrance();
        boolean limited = hindrance != null && hindrance.cure() == Testimony.Cure.WAIT;
        return limited && state.policy().mode() == Policy.Mode.LOOP
                ? new Wait(next, lost.foundAt()).next(hindrance)
                : next.again(lost.foundAt(), "the engine died while the attempt ran");
    }
}
