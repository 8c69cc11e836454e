package dev.ralph.run;

import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.store.Entry;
import dev.ralph.store.Journal;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/// One loop's journal as its runner writes it. Entries wait in memory until [#settle], so that the end of one
/// attempt and the start of the next cost one sync; whoever is about to act settles first. Others hear of it only by
/// [#tell], so that an agent need not wait for them.
final class Book {
    private final Journal journal;
    private final String loop;
    private final InstantSource clock;
    private final BiConsumer<Entry, LoopState> told;
    private final List<Noted> pending = new ArrayList<>();
    private final List<Noted> untold = new ArrayList<>();
    private long seq;

    private record Noted(Entry entry, LoopState state) {}

    Book(Journal journal, String loop, long seq, InstantSource clock, BiConsumer<Entry, LoopState> told) {
        this.journal = journal;
        this.loop = loop;
        this.seq = seq;
        this.clock = clock;
        this.told = told;
    }

    /// Moves the state, and remembers the event for the next [#settle].
    LoopState note(LoopState state, Event event) {
        LoopState next = state.after(event);
        pending.add(new Noted(new Entry(++seq, clock.instant(), event), next));
        return next;
    }

    /// What was noted is durable.
    void settle() {
        if (!pending.isEmpty()) {
            journal.append(loop, pending.stream().map(Noted::entry).toList());
            untold.addAll(pending);
            pending.clear();
        }
    }

    /// What became durable is told to everybody who listens.
    void tell() {
        List<Noted> news = List.copyOf(untold);
        untold.clear();
        for (Noted noted : news) {
            told.accept(noted.entry(), noted.state());
        }
    }
}
