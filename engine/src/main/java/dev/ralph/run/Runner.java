package dev.ralph.run;

import dev.ralph.loop.Decision;
import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.store.Entry;
import dev.ralph.store.Journal;
import java.time.InstantSource;
import java.util.List;
import java.util.function.BiConsumer;

/// The loop: ask for the decision, perform it, journal what happened, go on.
public final class Runner {
    private final Journal journal;
    private final World world;
    private final InstantSource clock;
    private final BiConsumer<Entry, LoopState> told;

    /// @param told hears every entry after it became durable, with the state it led to
    public Runner(Journal journal, World world, InstantSource clock, BiConsumer<Entry, LoopState> told) {
        this.journal = journal;
        this.world = world;
        this.clock = clock;
        this.told = told;
    }

    /// Runs the loop from wherever its journal stands until it has ended.
    public Decision.Nothing run(String loop) throws InterruptedException {
        List<Entry> entries = journal.entries(loop);
        LoopState state = LoopState.replay(entries.stream().map(Entry::event).toList());
        Book book = new Book(journal, loop, entries.getLast().seq(), clock, told);
        while (true) {
            Decision decision = state.decision();
            // Starting an attempt begins by looking and by preparing a folder: nothing that needs the past on disk.
            if (!(decision instanceof Decision.StartAttempt)) {
                book.settle();
            }
            if (decision instanceof Decision.Nothing end) {
                return end;
            }
            Event event = world.perform(decision);
            state = book.note(state, event);
        }
    }
}
