package dev.ralph.sim;

import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Outcome;
import dev.ralph.store.JournalEntry;
import org.jspecify.annotations.Nullable;

final class OutcomeIsTold extends PromiseCheck {
    private @Nullable Outcome told;

    OutcomeIsTold() {
        super("the outcome is told before it is recorded");
    }

    @Override
    void entry(JournalEntry<Event> entry, LoopState before) {
        switch (entry.event()) {
            case Event.LoopEnded ended -> {
                if (told != ended.outcome()) {
                    breaks(ended.outcome() + " is recorded, but " + (told == null ? "nothing" : told) + " was told");
                }
            }
            case Event.LoopResumed _ -> told = null;
            default -> {}
        }
    }

    @Override
    void deed(SimFact happening, LoopState now) {
        if (happening instanceof SimFact.Announced announced) {
            told = announced.outcome();
        }
    }
}
