package dev.ralph.sim;

import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.store.JournalEntry;

final class HeldStartsNothing extends PromiseCheck {
    private boolean held;

    HeldStartsNothing() {
        super("while a loop is held, no attempt starts");
    }

    @Override
    void entry(JournalEntry<Event> entry, LoopState before) {
        switch (entry.event()) {
            case Event.Held _ -> held = true;
            case Event.Released _, Event.LoopResumed _ -> held = false;
            case Event.AttemptStarted started -> {
                if (held) {
                    breaks("attempt " + started.attempt() + " started while the loop was held");
                }
            }
            default -> {}
        }
    }
}
