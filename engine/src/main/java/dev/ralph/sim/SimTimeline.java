package dev.ralph.sim;

import dev.ralph.loop.Event;
import dev.ralph.store.JournalEntry;
import java.util.ArrayList;
import java.util.List;

/// Writes down what really happens, in order.
final class SimTimeline {
    private final SimClock clock;
    private final List<SimFact> happenings = new ArrayList<>();

    SimTimeline(SimClock clock) {
        this.clock = clock;
    }

    SimClock clock() {
        return clock;
    }

    void add(SimFact happening) {
        happenings.add(happening);
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

    List<SimFact> happenings() {
        return happenings;
    }
}
