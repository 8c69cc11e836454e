package dev.ralph.sim;

import dev.ralph.loop.Event;
import dev.ralph.store.AttemptSummary;
import dev.ralph.store.Entry;
import dev.ralph.store.Journal;
import dev.ralph.store.LoopHead;
import dev.ralph.store.LoopSummary;
import java.util.List;
import java.util.Optional;

/// A journal that says "written" while the last append still lies in memory; its engine's death takes that away.
final class HastyJournal implements Journal {
    private final Journal real;
    private List<Entry> unwritten = List.of();

    HastyJournal(Journal real) {
        this.real = real;
    }

    @Override
    public void begin(LoopHead head) {
        real.begin(head);
    }

    @Override
    public void append(String loop, List<Entry> entries) {
        real.append(loop, unwritten);
        unwritten = List.copyOf(entries);
        if (entries.getLast().event() instanceof Event.LoopEnded) {
            real.append(loop, unwritten);
        }
    }

    @Override
    public List<Entry> entries(String loop) {
        return real.entries(loop);
    }

    @Override
    public List<Entry> entriesAfter(String loop, long after) {
        return real.entriesAfter(loop, after);
    }

    @Override
    public List<LoopSummary> loops() {
        return real.loops();
    }

    @Override
    public Optional<LoopSummary> loop(String loop) {
        return real.loop(loop);
    }

    @Override
    public List<LoopSummary> loopsOf(String task) {
        return real.loopsOf(task);
    }

    @Override
    public List<AttemptSummary> attempts(String loop) {
        return real.attempts(loop);
    }

    @Override
    public void close() {
        real.close();
    }
}
