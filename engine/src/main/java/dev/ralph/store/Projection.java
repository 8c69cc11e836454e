package dev.ralph.store;

import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Policy;
import java.util.Optional;

/// Something that people or programs see of a loop, made from its journal: it can be deleted and made again.
public interface Projection {

    /// Takes note of an entry, writing nothing.
    void follow(JournalEntry<Event> entry);

    /// Writes what the entries say that were followed.
    void show(LoopState state);

    /// What somebody did to it and the loop has not heard of; empty where that does not count.
    ///
    /// @param policy that holds now
    default Optional<Event> edited(Policy policy) throws InterruptedException {
        return Optional.empty();
    }
}
