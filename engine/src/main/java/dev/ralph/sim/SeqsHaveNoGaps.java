package dev.ralph.sim;

import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.store.JournalEntry;

final class SeqsHaveNoGaps extends PromiseCheck {
    private long last = 1;

    SeqsHaveNoGaps() {
        super("entries are counted from 1 without a gap");
    }

    @Override
    void entry(JournalEntry<Event> entry, LoopState before) {
        if (entry.seq() != last + 1) {
            breaks("entry " + entry.seq() + " follows entry " + last);
        }
        last = entry.seq();
    }

    @Override
    void end(SimHistory history) {
        long next = 1;
        for (JournalEntry<Event> entry : history.entries()) {
            if (entry.seq() != next) {
                breaks("entry " + entry.seq() + " stands in the place of entry " + next);
            }
            next++;
        }
    }
}
