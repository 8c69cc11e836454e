package dev.ralph.serve;

import dev.ralph.config.Profile;
import dev.ralph.machine.MachineEvent;
import dev.ralph.machine.State;
import dev.ralph.machine.StreamHead;
import dev.ralph.store.JournalView;
import dev.ralph.store.PositionedEntry;
import dev.ralph.store.StreamType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The events of a journal, each with where its machine stood: what an event means can depend on it.
public final class JournalEvents implements EventReader {
    private static final int MOST_MACHINES = 256;

    private final JournalView journal;
    private final Map<String, Machine<?, ?>> machines = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Machine<?, ?>> eldest) {
            return size() > MOST_MACHINES; // one that is asked for again is replayed
        }
    };

    public JournalEvents(JournalView journal) {
        this.journal = journal;
    }

    @Override
    public long position() {
        return journal.position();
    }

    @Override
    public List<ServedEvent> after(long position, int most) {
        List<ServedEvent> events = new ArrayList<>();
        for (PositionedEntry entry : journal.since(position, most)) {
            events.add(machines.computeIfAbsent(entry.head().id(), _ -> Machine.of(entry.head()))
                    .move(entry, journal));
        }
        return events;
    }

    private static final class Machine<S extends State<S, E, ?>, E extends MachineEvent> {
        private final StreamType<S, E> type;
        private @Nullable S state;
        private long seq;

        Machine(StreamType<S, E> type) {
            this.type = type;
        }

        static Machine<?, ?> of(StreamHead head) {
            return switch (head.kind()) {
                case LOOP -> new Machine<>(StreamType.LOOP);
                case PIPELINE -> new Machine<>(StreamType.PIPELINE);
                case FLOW -> new Machine<>(StreamType.FLOW);
            };
        }

        ServedEvent move(PositionedEntry positioned, JournalView journal) {
            StreamHead head = positioned.head();
            var entry = positioned.entry(type);
            if (entry.seq() != seq + 1) {
                List<E> past = journal.entriesAfter(type, head.id(), 0).stream()
                        .filter(known -> known.seq() < entry.seq())
                        .map(known -> known.event())
                        .toList();
                state = past.isEmpty() ? null : type.replay(past);
            }
            S before = state;
            S after = before == null ? type.replay(List.of(entry.event())) : before.after(entry.event());
            state = after;
            seq = entry.seq();
            return ServedEvent.of(
                    positioned, before, after, Profile.of(head.profile()).wording());
        }
    }
}
