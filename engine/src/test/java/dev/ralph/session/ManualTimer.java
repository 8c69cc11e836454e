package dev.ralph.session;

import dev.ralph.sim.SimClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// A timer whose time passes when a test says so.
final class ManualTimer implements Timer {
    private record Task(Duration due, Runnable work) {}

    private final SimClock clock;
    private final List<Task> tasks = new ArrayList<>();

    ManualTimer(SimClock clock) {
        this.clock = clock;
    }

    @Override
    public void after(Duration delay, Runnable task) {
        tasks.add(new Task(clock.elapsed().plus(delay), task));
    }

    void pass(Duration time) {
        Duration end = clock.elapsed().plus(time);
        while (true) {
            Task next = tasks.stream()
                    .filter(task -> task.due().compareTo(end) <= 0)
                    .min(Comparator.comparing(Task::due))
                    .orElse(null);
            if (next == null) {
                break;
            }
            tasks.remove(next);
            goTo(next.due());
            next.work().run();
        }
        goTo(end);
    }

    /// What runs may let time pass itself, so that this moment can be over.
    private void goTo(Duration moment) {
        Duration missing = moment.minus(clock.elapsed());
        clock.advance(missing.isNegative() ? Duration.ZERO : missing);
    }
}
