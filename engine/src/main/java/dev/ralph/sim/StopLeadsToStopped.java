package dev.ralph.sim;

import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Outcome;
import dev.ralph.loop.Phase;
import dev.ralph.store.JournalEntry;
import org.jspecify.annotations.Nullable;

final class StopLeadsToStopped extends PromiseCheck {
    private boolean asked;
    private @Nullable Outcome expected;

    StopLeadsToStopped() {
        super("who asks a loop to stop gets STOPPED or CANCELLED, unless it was already finishing");
    }

    @Override
    void entry(JournalEntry<Event> entry, LoopState before) {
        switch (entry.event()) {
            case Event.StopRequested stop -> {
                asked = false;
                boolean first = expected == null && !over(before);
                boolean stronger = expected != null && before.phase() instanceof Phase.Running;
                if (first || (stronger && stop.kind() != Event.StopKind.AFTER_ATTEMPT)) {
                    expected = stop.kind().outcome();
                }
            }
            case Event.LoopEnded ended -> {
                if (asked) {
                    breaks("somebody asked to stop, but the journal never heard of it");
                }
                if (expected != null && expected != ended.outcome()) {
                    breaks("it ended as " + ended.outcome() + " instead of " + expected);
                }
                expected = null;
                asked = false;
            }
            default -> {}
        }
    }

    @Override
    void deed(SimFact happening, LoopState now) {
        if (happening instanceof SimFact.Asked ask && ask.request() instanceof Event.StopRequested && !over(now)) {
            asked = true;
        }
    }

    private static boolean over(LoopState state) {
        return state.phase() instanceof Phase.Finishing || state.hasEnded();
    }
}
