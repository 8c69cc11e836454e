package dev.ralph.sim;

import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.store.JournalEntry;

/// A promise about what may happen before and after a stop request.
abstract class StopPromise extends PromiseCheck {
    private boolean stopped;

    StopPromise(String words) {
        super(words);
    }

    /// Whether the journal holds a stop request that binds.
    final boolean stopped() {
        return stopped;
    }

    @Override
    final void entry(JournalEntry<Event> entry, LoopState before) {
        switch (entry.event()) {
            case Event.StopRequested _ -> stopped = true;
            case Event.LoopResumed _ -> stopped = false;
            default -> {}
        }
    }
}
