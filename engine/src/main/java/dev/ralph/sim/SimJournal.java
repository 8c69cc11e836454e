package dev.ralph.sim;

import dev.ralph.loop.LoopState;
import dev.ralph.store.AttemptSummary;
import dev.ralph.store.Entry;
import dev.ralph.store.Journal;
import dev.ralph.store.LoopHead;
import dev.ralph.store.LoopSummary;
import dev.ralph.store.NotOurs;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A journal in memory that keeps every promise of [Journal] and, when asked, dies around an append: before it
/// became durable, or after that but before the writer could know.
public final class SimJournal implements Journal {
    private final TreeMap<String, Kept> loops = new TreeMap<>();
    private final Crashes crashes;
    private final Consumer<Entry> durable;
    private final Legality legality;

    /// Whether entries that cannot follow are refused; only tests with a planted bug want them.
    enum Legality {
        CHECKED,
        ANYTHING_GOES
    }

    private static final class Kept {
        final LoopHead head;
        final List<Entry> entries = new ArrayList<>();

        @Nullable
        LoopState state;

        Kept(LoopHead head) {
            this.head = head;
        }
    }

    /// A journal that never dies.
    public SimJournal() {
        this(Crashes.never(), _ -> {});
    }

    /// @param durable hears every entry at the moment it becomes durable
    public SimJournal(Crashes crashes, Consumer<Entry> durable) {
        this(crashes, durable, Legality.CHECKED);
    }

    SimJournal(Crashes crashes, Consumer<Entry> durable, Legality legality) {
        this.crashes = crashes;
        this.durable = durable;
        this.legality = legality;
    }

    @Override
    public synchronized void begin(LoopHead head) {
        loops.putIfAbsent(head.loop(), new Kept(head));
    }

    @Override
    public synchronized void append(String loop, List<Entry> entries) {
        if (entries.isEmpty()) {
            return;
        }
        Kept kept = loops.get(loop);
        if (kept == null) {
            throw new IllegalArgumentException("loop " + loop + " was never begun in this journal");
        }
        if (legality == Legality.CHECKED) {
            requireNext(loop, kept.entries.size(), entries);
        }
        LoopState state = legality == Legality.CHECKED ? after(kept.state, entries) : null;
        crashes.step();
        kept.state = state;
        kept.entries.addAll(entries);
        entries.forEach(durable);
        crashes.step();
    }

    private static void requireNext(String loop, long last, List<Entry> entries) {
        for (Entry entry : entries) {
            if (entry.seq() <= last) {
                throw new NotOurs(loop, entry.seq());
            }
            if (entry.seq() != last + 1) {
                throw new IllegalArgumentException(
                        "entry " + entry.seq() + " of loop " + loop + " does not follow entry " + last);
            }
            last++;
        }
    }

    private static @Nullable LoopState after(@Nullable LoopState state, List<Entry> entries) {
        if (state == null) {
            return LoopState.replay(entries.stream().map(Entry::event).toList());
        }
        for (Entry entry : entries) {
            state = state.after(entry.event());
        }
        return state;
    }

    @Override
    public synchronized List<Entry> entries(String loop) {
        return entriesAfter(loop, 0);
    }

    @Override
    public synchronized List<Entry> entriesAfter(String loop, long after) {
        Kept kept = loops.get(loop);
        if (kept == null || after >= kept.entries.size()) {
            return List.of();
        }
        return List.copyOf(kept.entries.subList((int) Math.max(0, after), kept.entries.size()));
    }

    @Override
    public synchronized List<LoopSummary> loops() {
        List<LoopSummary> all = new ArrayList<>();
        for (Kept kept : loops.descendingMap().values()) {
            if (!kept.entries.isEmpty()) {
                all.add(LoopSummary.of(kept.head, kept.entries));
            }
        }
        return Collections.unmodifiableList(all);
    }

    @Override
    public synchronized Optional<LoopSummary> loop(String loop) {
        return loops().stream()
                .filter(known -> known.head().loop().equals(loop))
                .findFirst();
    }

    @Override
    public synchronized List<LoopSummary> loopsOf(String task) {
        return loops().stream()
                .filter(known -> known.head().task().equals(task))
                .toList();
    }

    @Override
    public synchronized List<AttemptSummary> attempts(String loop) {
        return AttemptSummary.of(loop, entries(loop));
    }

    @Override
    public void close() {}
}
