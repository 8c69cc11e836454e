package dev.ralph.budget;

import java.time.Duration;
import java.util.random.RandomGenerator;

/// How long to wait when nobody says how long: twice as long each time up to a cap, and somewhere in the upper half of
/// that, so that many loops that were stopped together do not come back together.
///
/// @param first the longest first wait
/// @param cap   the longest wait of all
public record Backoff(Duration first, Duration cap) {
    private static final Duration LONGEST = Duration.ofDays(1000);

    public static final Backoff STANDARD = new Backoff(Duration.ofSeconds(30), Duration.ofMinutes(30));

    public Backoff {
        if (!first.isPositive() || cap.compareTo(first) < 0 || cap.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("a back-off from " + first + " up to " + cap
                    + " makes no sense: the first wait must be positive and the cap no shorter, up to 1000 days");
        }
    }

    /// @param time 1 for the first wait, 2 for the next one, and so on
    public Duration delay(int time, RandomGenerator random) {
        if (time < 1) {
            throw new IllegalArgumentException("waits are counted from 1, not " + time);
        }
        Duration longest = longest(time);
        long nanos = longest.toNanos();
        return Duration.ofNanos(nanos - random.nextLong(nanos / 2 + 1));
    }

    private Duration longest(int time) {
        Duration wait = first;
        for (int i = 1; i < time && wait.compareTo(cap) < 0; i++) {
            wait = wait.multipliedBy(2);
        }
        return wait.compareTo(cap) < 0 ? wait : cap;
    }
}
