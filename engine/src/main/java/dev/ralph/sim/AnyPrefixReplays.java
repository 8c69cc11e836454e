package dev.ralph.sim;

import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.machine.IllegalEvent;
import dev.ralph.store.Entry;
import java.util.List;
import java.util.Objects;

final class AnyPrefixReplays extends Promise {
    @Override
    String words() {
        return "every prefix of the journal can be replayed, and replay is always the same";
    }

    @Override
    void entry(Entry<Event> entry, LoopState before) {
        try {
            Objects.requireNonNull(before.after(entry.event()).decision());
        } catch (IllegalEvent e) {
            breaks("entry " + entry.seq() + ": " + e.getMessage());
        }
    }

    @Override
    void end(History history) {
        if (broken() == null) {
            List<Event> events = history.entries().stream().map(Entry::event).toList();
            if (!LoopState.replay(events).equals(LoopState.replay(events))) {
                breaks("two replays of the same journal differ");
            }
        }
    }
}
