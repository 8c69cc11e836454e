package dev.ralph.board;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// An agent that works now.
///
/// @param number from 1; an agent keeps its slot while it works
/// @param role   null where its task has only one
/// @param most   how many iterations are allowed
/// @param since  when its loop began
/// @param action what it did last; empty where nobody knows
public record Slot(
        int number, String task, @Nullable String role, int iteration, int most, Instant since, String action) {

    /// How long it works: `23s`, `5m 23s`, `1h 5m`.
    public static String elapsed(Duration time) {
        long seconds = Math.max(0, time.toSeconds());
        if (seconds < 60) {
            return seconds + "s";
        }
        return seconds < 3600
                ? seconds / 60 + "m " + seconds % 60 + "s"
                : seconds / 3600 + "h " + seconds / 60 % 60 + "m";
    }
}
