package dev.ralph.sim;

import dev.ralph.loop.Event;
import dev.ralph.machine.MachineEvent;
import dev.ralph.machine.StreamHead;
import dev.ralph.store.AttemptSummary;
import dev.ralph.store.Journal;
import dev.ralph.store.JournalEntry;
import dev.ralph.store.LoopProgress;
import dev.ralph.store.OpenLoopExists;
import dev.ralph.store.OwnershipLost;
import dev.ralph.store.PositionedEntry;
import dev.ralph.store.Questions;
import dev.ralph.store.StreamQuery;
import dev.ralph.store.StreamSummary;
import dev.ralph.store.StreamType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A journal in memory that keeps every promise of [Journal] and, when asked, dies around an append: before it
/// became durable, or after that but before the writer could know.
public final class SimJournal implements Journal {
    private final Map<StreamHead.Kind, StreamType<?, ?>> types = new LinkedHashMap<>();
    private final Map<String, StreamHead> begun = new LinkedHashMap<>();
    private final Map<String, Kept> streams = new LinkedHashMap<>();
    private final List<PositionedEntry> all = new ArrayList<>();
    private final Map<String, Questions.Question> questions = new LinkedHashMap<>();
    private final CrashPlan crashes;
    private final Consumer<PositionedEntry> durable;
    private final Legality legality;

    /// Whether entries that cannot follow are refused; only tests with a planted bug want them.
    enum Legality {
        CHECKED,
        ANYTHING_GOES
    }

    /// @param entries  those before it, where it is a change
    /// @param added    by a change
    /// @param standing null where anything goes
    private record Kept(
            StreamHead head,
            List<JournalEntry<?>> entries,
            List<JournalEntry<?>> added,
            @Nullable LoopProgress standing) {
        int size() {
            return entries.size() + added.size();
        }
    }

    /// A journal that never dies.
    ///
    /// @param more what is kept in it besides loops
    public SimJournal(StreamType<?, ?>... more) {
        this(CrashPlan.never(), _ -> {}, more);
    }

    /// @param durable hears every entry at the moment it becomes durable
    public SimJournal(CrashPlan crashes, Consumer<PositionedEntry> durable, StreamType<?, ?>... more) {
        this(crashes, durable, Legality.CHECKED, more);
    }

    SimJournal(CrashPlan crashes, Consumer<PositionedEntry> durable, Legality legality, StreamType<?, ?>... more) {
        this.crashes = crashes;
        this.durable = durable;
        this.legality = legality;
        types.put(StreamHead.Kind.LOOP, StreamType.LOOP);
        Arrays.stream(more).forEach(type -> types.put(type.kind(), type));
    }

    @Override
    public synchronized void begin(StreamHead head) {
        begun.putIfAbsent(head.id(), head);
    }

    @Override
    public synchronized void append(List<Batch> batches) {
        Map<String, Kept> changed = new LinkedHashMap<>();
        List<PositionedEntry> written = new ArrayList<>();
        for (Batch batch : batches) {
            for (JournalEntry<?> entry : batch.entries()) {
                add(batch.stream(), entry, null, changed, written);
            }
        }
        if (written.isEmpty()) {
            return;
        }
        changed.values().forEach(this::refuseTwins);
        crashes.step();
        changed.forEach((id, change) -> {
            change.entries().addAll(change.added());
            streams.put(id, new Kept(change.head(), change.entries(), List.of(), change.standing()));
        });
        all.addAll(written);
        written.forEach(this::ask);
        written.forEach(durable);
        crashes.step();
    }

    private void add(
            String stream,
            JournalEntry<?> entry,
            @Nullable StreamHead born,
            Map<String, Kept> changed,
            List<PositionedEntry> written) {
        Kept before = changed.getOrDefault(stream, streams.get(stream));
        if (before == null) {
            StreamHead head = born == null ? begun.get(stream) : born;
            if (head == null) {
                throw new IllegalArgumentException("loop " + stream + " was never begun in this journal");
            }
            before = new Kept(head, new ArrayList<>(), List.of(), checked(head));
        }
        if (legality == Legality.CHECKED && entry.seq() <= before.size()) {
            throw new OwnershipLost(stream, entry.seq());
        }
        List<JournalEntry<?>> added = new ArrayList<>(before.added());
        added.add(entry);
        LoopProgress standing = before.standing();
        changed.put(
                stream,
                new Kept(before.head(), before.entries(), added, standing == null ? null : standing.after(entry)));
        written.add(new PositionedEntry(all.size() + written.size() + 1L, before.head(), entry));
        for (MachineEvent.Birth birth : entry.event().births()) {
            if (!stream.equals(birth.head().parent())) {
                throw new IllegalArgumentException(birth.head() + " begins in " + stream + ", which is not its parent");
            }
            add(birth.head().id(), new JournalEntry<>(1, entry.at(), birth.first()), birth.head(), changed, written);
        }
    }

    private void ask(PositionedEntry written) {
        MachineEvent.Question asked = written.entry().event().asks();
        if (asked != null) {
            questions.put(
                    asked.id(),
                    new Questions.Question(asked.id(), written.head().id(), asked.text(), null, null));
        }
    }

    @Override
    public Questions questions() {
        return new Questions() {
            @Override
            public List<Question> open() {
                synchronized (SimJournal.this) {
                    return questions.values().stream()
                            .filter(asked -> asked.answer() == null
                                    && stream(asked.stream())
                                            .filter(SimJournal::isOpen)
                                            .isPresent())
                            .toList();
                }
            }

            @Override
            public Optional<Question> question(String id) {
                synchronized (SimJournal.this) {
                    return Optional.ofNullable(questions.get(id));
                }
            }

            @Override
            public boolean answer(String id, String text, String by) {
                synchronized (SimJournal.this) {
                    Question asked = questions.get(id);
                    if (asked == null || asked.answer() != null) {
                        return false;
                    }
                    questions.put(id, new Question(id, asked.stream(), asked.text(), text, by));
                    return true;
                }
            }
        };
    }

    private static boolean isOpen(StreamSummary stream) {
        return !stream.ended();
    }

    private @Nullable LoopProgress checked(StreamHead head) {
        return legality == Legality.CHECKED
                ? LoopProgress.begin(head, Objects.requireNonNull(types.get(head.kind())))
                : null;
    }

    private void refuseTwins(Kept one) {
        LoopProgress standing = one.standing();
        if (standing == null
                || one.head().kind() != StreamHead.Kind.LOOP
                || standing.summary().ended()) {
            return;
        }
        for (StreamSummary other : streams(StreamQuery.of(one.head().task()))) {
            StreamHead twin = other.head();
            if (twin.kind() == StreamHead.Kind.LOOP
                    && !other.ended()
                    && !twin.id().equals(one.head().id())
                    && twin.project().equals(one.head().project())
                    && Objects.equals(twin.role(), one.head().role())) {
                throw new OpenLoopExists(one.head(), twin.id());
            }
        }
    }

    @Override
    @SuppressWarnings("unchecked") // a stream holds only events of its type
    public synchronized <E extends MachineEvent> List<JournalEntry<E>> entriesAfter(
            StreamType<?, E> type, String stream, long after) {
        Kept kept = streams.get(stream);
        if (kept == null || after >= kept.entries().size()) {
            return List.of();
        }
        Collection<?> rest =
                kept.entries().subList((int) Math.max(0, after), kept.entries().size());
        return List.copyOf((Collection<JournalEntry<E>>) rest);
    }

    @Override
    public synchronized List<PositionedEntry> since(long position, int most) {
        return all.stream().skip(Math.max(0, position)).limit(most).toList();
    }

    @Override
    public synchronized long position() {
        return all.isEmpty() ? 0 : all.getLast().position();
    }

    @Override
    public synchronized Optional<StreamSummary> stream(String stream) {
        return Optional.ofNullable(streams.get(stream)).map(SimJournal::summary);
    }

    @Override
    public synchronized List<StreamSummary> streams(StreamQuery which) {
        return List.copyOf(streams.values()).reversed().stream()
                .map(SimJournal::summary)
                .filter(which::fits)
                .limit(which.most())
                .toList();
    }

    private static StreamSummary summary(Kept kept) {
        LoopProgress known = kept.standing();
        return (known == null ? LoopProgress.begin(kept.head(), StreamType.LOOP).after(kept.entries()) : known)
                .summary();
    }

    @Override
    public synchronized List<AttemptSummary> attempts(String loop) {
        List<JournalEntry<Event>> entries = entries(loop);
        return AttemptSummary.of(loop, entries);
    }

    @Override
    public void close() {}
}
