package dev.ralph.store;

import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.machine.Transition;
import java.time.Instant;

/// One line of the journal. `seq` counts from 1 within a loop, without gaps.
public record Entry(long seq, Instant at, Event event) {
    public Entry {
        if (seq < 1) {
            throw new IllegalArgumentException("entries are counted from 1, not " + seq);
        }
    }

    public static Entry of(Transition<LoopState, Event> transition) {
        return new Entry(transition.seq(), transition.at(), transition.event());
    }
}
