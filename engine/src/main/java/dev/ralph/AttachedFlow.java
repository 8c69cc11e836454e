package dev.ralph;

import dev.ralph.config.Profile;
import dev.ralph.engine.ActiveFlow;
import dev.ralph.flow.FlowEvent;
import dev.ralph.flow.FlowState;
import dev.ralph.loop.LoopState;
import dev.ralph.machine.MachineEvent;
import dev.ralph.machine.State;
import dev.ralph.machine.StreamHead;
import dev.ralph.pipeline.PipelineState;
import dev.ralph.store.JournalEntry;
import dev.ralph.store.JournalView;
import dev.ralph.store.Leases;
import dev.ralph.store.PositionedEntry;
import dev.ralph.store.StreamQuery;
import dev.ralph.store.StreamSummary;
import dev.ralph.store.StreamType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A flow and everything it opened as the journal tells it, whatever process runs it. Nothing here changes the flow.
public final class AttachedFlow implements AutoCloseable {
    private static final Duration LOOK = Duration.ofMillis(100);
    private static final int MOST = 1000;

    private final Ralph ralph;
    private final JournalView journal;
    private final Machine<FlowState, FlowEvent> flow;
    private final Map<String, Machine<?, ?>> machines = new HashMap<>();
    private long position;

    private record Heard(StreamHead head, JournalEntry<?> entry, State<?, ?, ?> next) {}

    /// One of its machines, moved by the entries that were read.
    private static final class Machine<S extends State<S, E, ?>, E extends MachineEvent> {
        private final StreamHead head;
        private final StreamType<S, E> type;
        private final Function<List<E>, S> replay;
        private @Nullable S state;
        private long seq;

        Machine(StreamHead head, StreamType<S, E> type, Function<List<E>, S> replay) {
            this.head = head;
            this.type = type;
            this.replay = replay;
        }

        static Machine<?, ?> of(StreamHead head) {
            return switch (head.kind()) {
                case LOOP -> new Machine<>(head, StreamType.LOOP, LoopState::replay);
                case PIPELINE -> new Machine<>(head, StreamType.PIPELINE, PipelineState::replay);
                case FLOW -> new Machine<>(head, StreamType.FLOW, FlowState::replay);
            };
        }

        List<Heard> past(JournalView journal) {
            return journal.entriesAfter(type, head.id(), seq).stream()
                    .map(this::move)
                    .toList();
        }

        /// What is known already is not told again.
        List<Heard> hear(PositionedEntry entry) {
            JournalEntry<E> own = entry.entry(type);
            return own.seq() > seq ? List.of(move(own)) : List.of();
        }

        private Heard move(JournalEntry<E> entry) {
            S before = state;
            S next = before == null ? replay.apply(List.of(entry.event())) : before.after(entry.event());
            state = next;
            seq = entry.seq();
            return new Heard(head, entry, next);
        }
    }

    /// @param past hears what has happened already
    AttachedFlow(Ralph ralph, JournalView journal, StreamHead head, ActiveFlow.Listener past) {
        this.ralph = ralph;
        this.journal = journal;
        this.position = journal.position();
        this.flow = new Machine<>(head, StreamType.FLOW, FlowState::replay);
        machines.put(head.id(), flow);
        List<Heard> all = new ArrayList<>(flow.past(journal));
        for (StreamSummary pipeline : journal.streams(StreamQuery.below(head.id()))) {
            all.addAll(begin(pipeline.head()).past(journal));
            for (StreamSummary loop :
                    journal.streams(StreamQuery.below(pipeline.head().id()))) {
                all.addAll(begin(loop.head()).past(journal));
            }
        }
        all.sort(Comparator.comparing(one -> one.entry().at()));
        all.forEach(one -> past.heard(one.head(), one.entry(), one.next()));
    }

    private Machine<?, ?> begin(StreamHead head) {
        return machines.computeIfAbsent(head.id(), _ -> Machine.of(head));
    }

    /// Returns when it has ended, or when no process runs it any more.
    ///
    /// @param told hears what happens from now on
    public void follow(ActiveFlow.Listener told) throws InterruptedException {
        while (true) {
            boolean runs = isRunning(); // looked at before the journal: who is gone then writes no more
            look(told);
            if (!runs || state().hasEnded()) {
                return;
            }
            Thread.sleep(LOOK);
        }
    }

    private void look(ActiveFlow.Listener told) {
        List<PositionedEntry> more;
        do {
            more = journal.since(position, MOST);
            for (PositionedEntry entry : more) {
                position = entry.position();
                heard(entry).forEach(one -> told.heard(one.head(), one.entry(), one.next()));
            }
        } while (more.size() == MOST);
    }

    private List<Heard> heard(PositionedEntry entry) {
        StreamHead head = entry.head();
        Machine<?, ?> known = machines.get(head.id());
        if (known != null) {
            return known.hear(entry);
        }
        return machines.containsKey(String.valueOf(head.parent())) ? begin(head).past(journal) : List.of();
    }

    /// Whether a process runs it right now.
    public boolean isRunning() {
        return ralph.leases().whoHolds(Leases.key(head())).isPresent();
    }

    public StreamHead head() {
        return flow.head;
    }

    public FlowState state() {
        FlowState state = flow.state;
        if (state == null) {
            throw new IllegalStateException("the journal has no entry of flow " + head().id());
        }
        return state;
    }

    /// How it ended, or what it waits for; empty while it is at work, and where the process that ran it is gone.
    public Optional<RunningFlow.Result> result() {
        return state().hasEnded() || state().isParked()
                ? Optional.of(RunningFlow.result(
                        state(),
                        head().task(),
                        ralph.questions(),
                        Profile.of(head().profile()).wording()))
                : Optional.empty();
    }

    @Override
    public void close() {
        journal.close();
    }
}
