package dev.ralph.store;

import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;

/// Something that people or programs see of a loop, made from its journal: it can be deleted and made again.
public interface Projection {

    /// Takes note of an entry, writing nothing.
    void follow(JournalEntry<Event> entry);

    /// The agent of the attempt that was prepared runs.
    default void running(LoopState state) {
        show(state);
    }

    /// Writes what the entries say that were followed.
    void show(LoopState state);
}
