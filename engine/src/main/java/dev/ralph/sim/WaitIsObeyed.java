package dev.ralph.sim;

import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Outcome;
import dev.ralph.loop.Phase;
import dev.ralph.loop.Signal;
import dev.ralph.store.JournalEntry;
import org.jspecify.annotations.Nullable;

final class WaitIsObeyed extends PromiseCheck {
    private boolean waiting;

    WaitIsObeyed() {
        super("an agent that asks to be left alone is left alone until somebody resumes the loop or answers");
    }

    @Override
    void entry(JournalEntry<Event> entry, LoopState before) {
        switch (entry.event()) {
            case Event.AttemptEnded ended ->
                waiting = before.phase() instanceof Phase.Running
                        && before.leave() == null
                        && ended.report().findings().isEmpty()
                        && asksToWait(ended.report().signal());
            case Event.SignalSeen seen ->
                waiting = !(before.phase() instanceof Phase.Running) && asksToWait(seen.signal());
            case Event.LoopEnded ended -> {
                if (waiting && ended.outcome() != Outcome.WAITING) {
                    breaks("it ended as " + ended.outcome() + " although the agent asked to wait");
                }
            }
            case Event.LoopResumed _ -> waiting &= before.phase() instanceof Phase.Parked;
            case Event.Answered _ -> waiting = false;
            case Event.StopRequested _, Event.TroubleFound _ ->
                waiting &= !(before.phase() instanceof Phase.Parked || before.phase() instanceof Phase.Asking);
            default -> {}
        }
    }

    @Override
    void deed(SimFact happening, LoopState now) {
        if (happening instanceof SimFact.Executed executed && waiting) {
            breaks("attempt " + executed.attempt() + " ran although the agent asked to wait");
        }
    }

    private static boolean asksToWait(@Nullable Signal signal) {
        return signal != null && signal.asksToWait();
    }
}
