package dev.ralph.sim;

import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.store.Entry;

/// A promise about what may happen before and after a stop request.
abstract class StopPromise extends Promise {
    private boolean stopped;

    /// Whether the journal holds a stop request that binds.
    final boolean stopped() {
        return stopped;
    }

    @Override
    final void entry(Entry<Event> entry, LoopState before) {
        switch (entry.event()) {
            case Event.StopRequested _ -> stopped = true;
            case Event.LoopResumed _ -> stopped = false;
            default -> {}
        }
    }
}
