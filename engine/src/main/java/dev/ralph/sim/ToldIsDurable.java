package dev.ralph.sim;

import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.store.JournalEntry;
import java.util.ArrayList;
import java.util.List;

final class ToldIsDurable extends PromiseCheck {
    private final List<JournalEntry<Event>> told = new ArrayList<>();

    ToldIsDurable() {
        super("what the engine counts on is in the journal for ever");
    }

    @Override
    void deed(SimFact happening, LoopState now) {
        if (happening instanceof SimFact.Told heard) {
            told.add(heard.entry());
        }
    }

    @Override
    void end(SimHistory history) {
        for (JournalEntry<Event> entry : told) {
            boolean kept = entry.seq() <= history.entries().size()
                    && history.entries().get((int) entry.seq() - 1).equals(entry);
            if (!kept) {
                breaks("entry " + entry.seq() + " was told but is not in the journal: " + entry.event());
            }
        }
    }
}
