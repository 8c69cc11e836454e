package dev.ralph.sim;

import dev.ralph.loop.Event;
import dev.ralph.machine.MachineEvent;
import dev.ralph.machine.StreamHead;
import dev.ralph.store.AttemptSummary;
import dev.ralph.store.Journal;
import dev.ralph.store.JournalEntry;
import dev.ralph.store.PositionedEntry;
import dev.ralph.store.Questions;
import dev.ralph.store.StreamQuery;
import dev.ralph.store.StreamSummary;
import dev.ralph.store.StreamType;
import java.util.List;
import java.util.Optional;

/// A journal that says "written" while the last append still lies in memory; its engine's death takes that away.
final class HastyJournal implements Journal {
    private final Journal real;
    private List<Batch> unwritten = List.of();

    HastyJournal(Journal real) {
        this.real = real;
    }

    @Override
    public void begin(StreamHead head) {
        real.begin(head);
    }

    @Override
    public void append(List<Batch> batches) {
        real.append(unwritten);
        unwritten = List.copyOf(batches);
        if (batches.getLast().entries().getLast().event() instanceof Event.LoopEnded) {
            real.append(unwritten);
        }
    }

    @Override
    public Questions questions() {
        return real.questions();
    }

    @Override
    public <E extends MachineEvent> List<JournalEntry<E>> entriesAfter(
            StreamType<?, E> type, String stream, long after) {
        return real.entriesAfter(type, stream, after);
    }

    @Override
    public List<PositionedEntry> since(long position, int most) {
        return real.since(position, most);
    }

    @Override
    public long position() {
        return real.position();
    }

    @Override
    public Optional<StreamSummary> stream(String stream) {
        return real.stream(stream);
    }

    @Override
    public List<StreamSummary> streams(StreamQuery which) {
        return real.streams(which);
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
