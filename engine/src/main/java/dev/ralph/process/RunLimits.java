package dev.ralph.process;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// The bounds of one run.
///
/// @param idle ended when it writes nothing for this long; null = never
/// @param wall ended when it runs this long, suspended time included; null = never
/// @param grace how long it may take to clean up between TERM and KILL
/// @param keptBytes how much of each stream is stored, half from its start and half from its end
/// @param mostBytes ended when it has written more than this to both streams; null = never
/// @param workCounts whether an agent that writes nothing but computes, as in a build, is not idle
///
/// Times of more than a hundred years are a hundred years.
public record RunLimits(
        @Nullable Duration idle,
        @Nullable Duration wall,
        Duration grace,
        long keptBytes,
        @Nullable Long mostBytes,
        boolean workCounts) {
    public static final Duration GRACE = Duration.ofSeconds(5);
    public static final long KEPT_BYTES = 64L << 20;
    private static final long LEAST_KEPT = 8 << 10;
    private static final Duration LONGEST = Duration.ofDays(36_500);

    public RunLimits {
        positive("idle limit", idle);
        positive("wall limit", wall);
        if (grace.isNegative()) {
            throw new IllegalArgumentException("grace must not be negative: " + grace);
        }
        if (keptBytes < LEAST_KEPT) {
            throw new IllegalArgumentException("at least " + LEAST_KEPT + " bytes must be kept, not " + keptBytes);
        }
        if (mostBytes != null && mostBytes < 1) {
            throw new IllegalArgumentException("an agent must be allowed to write something, not " + mostBytes);
        }
        idle = idle == null ? null : bounded(idle);
        wall = wall == null ? null : bounded(wall);
        grace = bounded(grace);
    }

    /// Short enough to be added to any clock.
    static Duration bounded(Duration time) {
        return time.compareTo(LONGEST) > 0 ? LONGEST : time;
    }

    /// It may write as much as it likes, and only output counts.
    public RunLimits(@Nullable Duration idle, @Nullable Duration wall, Duration grace, long keptBytes) {
        this(idle, wall, grace, keptBytes, null, false);
    }

    /// No idle and no wall limit; the usual grace and storage.
    public static RunLimits none() {
        return new RunLimits(null, null, GRACE, KEPT_BYTES);
    }

    /// Whether an agent that has written this much has written too much.
    boolean forbid(long bytes) {
        return mostBytes != null && bytes > mostBytes;
    }

    public static RunLimits of(@Nullable Duration idle, @Nullable Duration wall) {
        return new RunLimits(idle, wall, GRACE, KEPT_BYTES);
    }

    private static void positive(String name, @Nullable Duration value) {
        if (value != null && (value.isNegative() || value.isZero())) {
            throw new IllegalArgumentException(name + " must be positive: " + value);
        }
    }
}
