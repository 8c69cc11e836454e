package dev.ralph.sim;

import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Policy;
import dev.ralph.store.JournalEntry;

/// Watches one history for one thing every loop promises. Knows nothing of the engine but its journal and its deeds.
abstract class PromiseCheck extends Promise {
    PromiseCheck(String words) {
        super(words);
    }

    /// The loop's first entry became durable.
    void begins(Policy policy) {}

    /// A later entry became durable; `before` is the state it found.
    void entry(JournalEntry<Event> entry, LoopState before) {}

    /// Something happened; `now` is the state that the durable entries imply at this moment.
    void deed(SimFact happening, LoopState now) {}

    /// Nothing more will happen.
    void end(SimHistory history) {}
}
