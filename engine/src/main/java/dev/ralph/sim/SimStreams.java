package dev.ralph.sim;

import dev.ralph.machine.EventLog;
import dev.ralph.machine.MachineEvent;
import dev.ralph.machine.MachineEvent.Birth;
import dev.ralph.machine.StreamHead;
import dev.ralph.machine.Transition;
import dev.ralph.store.JournalEntry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Streams in memory that keep every promise of [EventLog] and, when asked, die around an append: before it became
/// durable, or after that but before the writer could know.
final class SimStreams {
    private final Map<String, Kept> streams = new LinkedHashMap<>();
    private final CrashPlan crashes;
    private final List<FlowFact> facts;
    private final Births births;
    private long appends;

    /// Whether children begin together with their parents' events; only a test with a planted bug wants them apart.
    enum Births {
        TOGETHER,
        APART
    }

    private record Kept(StreamHead head, List<MachineEvent> events) {}

    SimStreams(CrashPlan crashes, List<FlowFact> facts, Births births) {
        this.crashes = crashes;
        this.facts = facts;
        this.births = births;
    }

    /// A stream that no other machine opens.
    void begin(StreamHead head, MachineEvent first) {
        appends++;
        add(new Birth(head, first), Instant.EPOCH);
    }

    /// What somebody writes without an engine.
    void write(String stream, MachineEvent event) {
        appends++;
        keep(stream, event, Instant.EPOCH);
    }

    private void keep(String stream, MachineEvent event, Instant at) {
        List<MachineEvent> events = kept(stream).events;
        events.add(event);
        facts.add(new FlowFact.Wrote(stream, new JournalEntry<>(events.size(), at, event), appends));
    }

    List<String> ids() {
        return List.copyOf(streams.keySet());
    }

    StreamHead head(String stream) {
        return kept(stream).head;
    }

    List<MachineEvent> events(String stream) {
        return Collections.unmodifiableList(kept(stream).events);
    }

    /// The streams of one kind of machine.
    <S, E extends MachineEvent> EventLog<S, E> log() {
        return new EventLog<>() {
            @Override
            @SuppressWarnings("unchecked") // a stream holds the events of its own machine
            public List<E> events(String stream) {
                return (List<E>) SimStreams.this.events(stream);
            }

            @Override
            public void append(String stream, List<Transition<S, E>> transitions) {
                if (transitions.getFirst().seq() != kept(stream).events.size() + 1L) {
                    throw new IllegalStateException("somebody else wrote to " + stream);
                }
                crashes.step();
                appends++;
                List<Birth> children = new ArrayList<>();
                for (Transition<S, E> transition : transitions) {
                    keep(stream, transition.event(), transition.at());
                    children.addAll(transition.event().births());
                }
                if (births == Births.APART && !children.isEmpty()) {
                    crashes.step();
                    appends++;
                }
                children.forEach(child -> add(child, transitions.getLast().at()));
                crashes.step();
            }
        };
    }

    private void add(Birth birth, Instant at) {
        String id = birth.head().id();
        if (streams.putIfAbsent(id, new Kept(birth.head(), new ArrayList<>())) != null) {
            throw new IllegalStateException("stream " + id + " begins twice");
        }
        keep(id, birth.first(), at);
    }

    private Kept kept(String stream) {
        Kept kept = streams.get(stream);
        if (kept == null) {
            throw new IllegalStateException("there is no stream " + stream);
        }
        return kept;
    }
}
