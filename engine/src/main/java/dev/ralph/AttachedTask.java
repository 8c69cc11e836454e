package dev.ralph;

import dev.ralph.budget.Spent;
import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Phase;
import dev.ralph.loop.Reason;
import dev.ralph.machine.StreamHead;
import dev.ralph.process.Progress;
import dev.ralph.store.JournalEntry;
import dev.ralph.store.JournalView;
import dev.ralph.store.LoopSummary;
import dev.ralph.store.StreamType;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;

/// The last loop of a task as its journal tells it, whatever process runs it. Nothing here changes the loop.
public final class AttachedTask implements WatchedTask, AutoCloseable {
    private static final Duration LOOK = Duration.ofMillis(100);

    private final Ralph ralph;
    private final JournalView journal;
    private final StreamHead head;
    private volatile LoopState state;
    private volatile Instant since;
    private long seq;

    /// @param past hears what has happened already
    AttachedTask(Ralph ralph, JournalView journal, LoopSummary loop, BiConsumer<JournalEntry<Event>, LoopState> past) {
        this.ralph = ralph;
        this.journal = journal;
        this.head = loop.head();
        List<JournalEntry<Event>> entries = journal.entries(head.id());
        JournalEntry<Event> first = entries.getFirst();
        this.state = LoopState.begin((Event.LoopStarted) first.event());
        this.since = first.at();
        this.seq = first.seq();
        past.accept(first, state);
        move(entries.subList(1, entries.size()), past);
    }

    private void move(List<JournalEntry<Event>> entries, BiConsumer<JournalEntry<Event>, LoopState> told) {
        for (JournalEntry<Event> entry : entries) {
            LoopState next = state.after(entry.event());
            since = next.phase().equals(state.phase()) ? since : entry.at();
            state = next;
            seq = entry.seq();
            told.accept(entry, next);
        }
    }

    /// Returns when it has ended, or waits for a person; empty where the process that ran it is gone.
    ///
    /// @param told hears what happens from now on
    public Optional<Reason> follow(BiConsumer<JournalEntry<Event>, LoopState> told) throws InterruptedException {
        while (true) {
            boolean runs = isRunning(); // looked at before the journal: who is gone then writes no more
            move(journal.entriesAfter(StreamType.LOOP, head.id(), seq), told);
            if (state.hasEnded() || (!runs && state.phase() instanceof Phase.Parked)) {
                return Optional.ofNullable(state.reason());
            }
            if (!runs) {
                return Optional.empty();
            }
            Thread.sleep(LOOK);
        }
    }

    /// Whether a process runs it right now.
    public boolean isRunning() {
        return journal.loop(head.id()).filter(ralph::isRunning).isPresent();
    }

    @Override
    public StreamHead head() {
        return head;
    }

    @Override
    public LoopState state() {
        return state;
    }

    /// Since when it has been where it stands.
    public Instant since() {
        return since;
    }

    @Override
    public Optional<Spent> spent() {
        return Optional.empty();
    }

    @Override
    public Optional<Progress> progress() {
        return Optional.empty();
    }

    @Override
    public void close() {
        journal.close();
    }
}
