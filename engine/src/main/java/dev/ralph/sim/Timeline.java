package dev.ralph.sim;

import dev.ralph.loop.Event;
import dev.ralph.store.Entry;
import java.util.ArrayList;
import java.util.List;

/// Writes down what really happens, in order.
final class Timeline {
    private final SimClock clock;
    private final List<Happening> happenings = new ArrayList<>();

    Timeline(SimClock clock) {
        this.clock = clock;
    }

    SimClock clock() {
        return clock;
    }

    void add(Happening happening) {
        happenings.add(happening);
    }

    void wrote(Entry<Event> entry) {
        add(new Happening.Wrote(clock.elapsed(), entry));
    }

    void told(Entry<Event> entry) {
        add(new Happening.Told(clock.elapsed(), entry));
    }

    void crashed() {
        add(new Happening.Crashed(clock.elapsed()));
    }

    List<Happening> happenings() {
        return happenings;
    }
}
