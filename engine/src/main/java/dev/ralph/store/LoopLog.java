package dev.ralph.store;

import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.machine.EventLog;
import dev.ralph.machine.Transition;
import java.util.List;

/// The loops of a journal, as their runner reads and writes them.
public record LoopLog(Journal journal) implements EventLog<LoopState, Event> {

    @Override
    public List<Event> events(String loop) {
        return journal.entries(loop).stream().map(Entry::event).toList();
    }

    @Override
    public void append(String loop, List<Transition<LoopState, Event>> transitions) {
        journal.append(loop, transitions.stream().map(Entry::of).toList());
    }
}
