package dev.ralph.store;

import dev.ralph.machine.EventLog;
import dev.ralph.machine.MachineEvent;
import dev.ralph.machine.State;
import dev.ralph.machine.Transition;
import java.util.List;

/// The streams of one kind in a journal, as their runner reads and writes them.
public record StreamLog<S extends State<S, E, ?>, E extends MachineEvent>(Journal journal, StreamType<S, E> type)
        implements EventLog<S, E> {

    @Override
    public List<E> events(String stream) {
        return journal.events(type, stream);
    }

    @Override
    public void append(String stream, List<Transition<S, E>> transitions) {
        journal.append(stream, transitions.stream().map(JournalEntry::of).toList());
    }
}
