package dev.ralph.sim;

import dev.ralph.loop.Event;
import dev.ralph.store.JournalEntry;
import java.util.function.Consumer;

/// Writes down what really happens, in order.
record SimTimeline(SimClock clock, Consumer<SimFact> facts) {

    void add(SimFact happening) {
        facts.accept(happening);
    }

    void wrote(JournalEntry<Event> entry) {
        add(new SimFact.Wrote(clock.elapsed(), entry));
    }

    void told(JournalEntry<Event> entry) {
        add(new SimFact.Told(clock.elapsed(), entry));
    }

    void crashed() {
        add(new SimFact.Crashed(clock.elapsed()));
    }
}
