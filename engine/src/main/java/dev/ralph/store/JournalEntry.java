package dev.ralph.store;

import dev.ralph.machine.MachineEvent;
import dev.ralph.machine.Transition;
import java.time.Instant;

/// One line of a stream. `seq` counts from 1 within the stream, without gaps.
public record JournalEntry<E extends MachineEvent>(long seq, Instant at, E event) {
    public JournalEntry {
        if (seq < 1) {
            throw new IllegalArgumentException("entries are counted from 1, not " + seq);
        }
    }

    public static <E extends MachineEvent> JournalEntry<E> of(Transition<?, E> transition) {
        return new JournalEntry<>(transition.seq(), transition.at(), transition.event());
    }
}
