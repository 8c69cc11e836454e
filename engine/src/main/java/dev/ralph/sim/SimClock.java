package dev.ralph.sim;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/// A clock that moves only when told. Time that passes and a clock that is set are two things: only the first
/// counts in [#elapsed].
public final class SimClock implements InstantSource {
    private Instant now;
    private Duration elapsed = Duration.ZERO;

    /// Begins on a day that is easy to recognise.
    public SimClock() {
        this(Instant.parse("2030-01-01T00:00:00Z"));
    }

    public SimClock(Instant start) {
        this.now = start;
    }

    @Override
    public synchronized Instant instant() {
        return now;
    }

    /// Time passes.
    public synchronized void advance(Duration by) {
        if (by.isNegative()) {
            throw new IllegalArgumentException("time does not pass backwards, but " + by + " was asked: use jump");
        }
        if (!by.isZero()) {
            now = now.plus(by);
            elapsed = elapsed.plus(by);
        }
    }

    /// Somebody sets the clock forward or back; no time passes.
    public synchronized void jump(Duration by) {
        now = now.plus(by);
    }

    /// Somebody sets the clock; no time passes.
    public synchronized void set(Instant to) {
        now = to;
    }

    /// How much time has really passed, whatever the clock was set to.
    public synchronized Duration elapsed() {
        return elapsed;
    }
}
