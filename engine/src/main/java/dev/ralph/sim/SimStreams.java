package dev.ralph.sim;

import dev.ralph.machine.EventLog;
import dev.ralph.machine.MachineEvent;
import dev.ralph.machine.MachineEvent.Birth;
import dev.ralph.machine.StreamHead;
import dev.ralph.machine.Transition;
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
        add(new Birth(head, first));
    }

    /// What somebody writes without an engine.
    void write(String stream, MachineEvent event) {
        kept(stream).events.add(event);
        facts.add(new FlowFact.Wrote(stream, event, ++appends));
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
                    kept(stream).events.add(transition.event());
                    facts.add(new FlowFact.Wrote(stream, transition.event(), appends));
                    children.addAll(transition.event().births());
                }
                if (births == Births.APART && !children.isEmpty()) {
                    crashes.step();
                    appends++;
                }
                children.forEach(SimStreams.this::add);
                crashes.step();
            }
        };
    }

    private void add(Birth birth) {
        String id = birth.head().id();
        if (streams.putIfAbsent(id, new Kept(birth.head(), new ArrayList<>(List.of(birth.first())))) != null) {
            throw new IllegalStateException("stream " + id + " begins twice");
        }
        facts.add(new FlowFact.Wrote(id, birth.first(), appends));
    }

    private Kept kept(String stream) {
        Kept kept = streams.get(stream);
        if (kept == null) {
            throw new IllegalStateException("there is no stream " + stream);
        }
        return kept;
    }
}
