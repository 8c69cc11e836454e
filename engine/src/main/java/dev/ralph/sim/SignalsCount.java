package dev.ralph.sim;

import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Phase;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Signal;
import dev.ralph.store.JournalEntry;

final class SignalsCount extends PromiseCheck {
    private boolean there;
    private boolean reported;
    private boolean promised;

    SignalsCount() {
        super(
                "DONE counts whenever it is there: before the first attempt and after the last; a promise, until it is answered");
    }

    @Override
    void entry(JournalEntry<Event> entry, LoopState before) {
        switch (entry.event()) {
            case Event.AttemptEnded ended -> {
                boolean rejects = !ended.report().findings().isEmpty();
                reported = ended.report().signal() == Signal.DONE
                        && !rejects
                        && before.phase() instanceof Phase.Running
                        && before.leave() == null;
                promised = ended.report().signal() == Signal.PROMISE && !rejects;
            }
            case Event.AttemptLost lost ->
                promised = lost.signal() == Signal.PROMISE && lost.findings().isEmpty();
            case Event.ChecksEnded checks -> promised &= checks.verdict().passed();
            case Event.NothingSeen _, Event.AttemptStarted _ -> {
                // A single attempt is made whatever lies there.
                boolean counts = there && before.policy().mode() == Policy.Mode.LOOP;
                if (counts || reported) {
                    breaks("entry " + entry.seq() + " although DONE was there: " + entry.event());
                }
                if (promised) {
                    breaks("entry " + entry.seq() + " although nobody answered the promise: " + entry.event());
                }
            }
            case Event.RestEnded _, Event.LoopEnded _ -> {
                if (reported) {
                    breaks("entry " + entry.seq() + " although the attempt had left DONE: " + entry.event());
                }
            }
            case Event.ChildrenEnded _, Event.StopRequested _, Event.TroubleFound _ -> reported = false;
            default -> {}
        }
    }

    @Override
    void deed(SimFact happening, LoopState now) {
        if (happening instanceof SimFact.Signalled signalled && signalled.signal() == Signal.DONE) {
            there = true;
        } else if (happening instanceof SimFact.Renamed) {
            there = false;
        }
    }
}
