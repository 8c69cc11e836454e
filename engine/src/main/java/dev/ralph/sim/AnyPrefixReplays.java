package dev.ralph.sim;

import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.machine.IllegalEvent;
import dev.ralph.store.JournalEntry;
import java.util.List;
import java.util.Objects;

final class AnyPrefixReplays extends PromiseCheck {
    AnyPrefixReplays() {
        super("every prefix of the journal can be replayed, and replay is always the same");
    }

    @Override
    void entry(JournalEntry<Event> entry, LoopState before) {
        try {
            Objects.requireNonNull(before.after(entry.event()).decision());
        } catch (IllegalEvent e) {
            breaks("entry " + entry.seq() + ": " + e.getMessage());
        }
    }

    @Override
    void end(SimHistory history) {
        if (!isBroken()) {
            List<Event> events =
                    history.entries().stream().map(JournalEntry::event).toList();
            if (!LoopState.replay(events).equals(LoopState.replay(events))) {
                breaks("two replays of the same journal differ");
            }
        }
    }
}
