package dev.ralph.proof;

import java.time.Duration;

/// How long something takes.
record Stopwatch(long started) {
    static Stopwatch start() {
        return new Stopwatch(System.nanoTime());
    }

    Duration took() {
        return Duration.ofNanos(System.nanoTime() - started);
    }
}
