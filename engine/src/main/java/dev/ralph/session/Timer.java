package dev.ralph.session;

import java.time.Duration;

/// Runs something later.
@FunctionalInterface
public interface Timer {
    void after(Duration delay, Runnable task);

    /// Each task waits on a virtual thread of its own, so that a slow one holds up no other.
    static Timer real() {
        return (delay, task) -> Thread.ofVirtual().name("ralph-loop").start(() -> {
            try {
                Thread.sleep(delay);
            } catch (InterruptedException nobodyElseKnowsThisThread) {
                return;
            }
            task.run();
        });
    }
}
