package dev.ralph.sim;

import dev.ralph.loop.Event;
import dev.ralph.store.JournalEntry;

final class LoopComesToItsEnd extends PromiseCheck {
    LoopComesToItsEnd() {
        super("a loop comes to its end, through all crashes");
    }

    @Override
    void end(SimHistory history) {
        if (history.trouble() != null) {
            breaks(history.trouble());
            return;
        }
        boolean ended = false;
        for (JournalEntry<Event> entry : history.entries()) {
            ended = entry.event() instanceof Event.LoopEnded || (ended && entry.event() instanceof Event.StopRequested);
        }
        if (!ended) {
            breaks("the engine stopped, but the journal does not end with LoopEnded");
        }
    }
}
