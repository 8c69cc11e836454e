package dev.ralph.loop;

import dev.ralph.budget.Grant;
import java.math.BigDecimal;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// What a loop may use up. A null is no bound.
///
/// @param attempt   of one attempt
/// @param loop      of all attempts together
/// @param busyTime  how long agents may run altogether; waiting for a provider's limit does not count
/// @param leastFree bytes of free disk space below which no attempt is started, and one that runs is ended
/// @param sameTrees attempts in a row that change nothing in the project which end the loop as BLOCKED; 0: off
/// @param limited   how often in a row an agent may come back limited by its provider
/// @param silentCpu whether an agent that is silent but computes is left alone
public record Caps(
        Budget attempt,
        Budget loop,
        @Nullable Duration busyTime,
        @Nullable Long leastFree,
        int sameTrees,
        int limited,
        boolean silentCpu) {
    public static final Caps DEFAULT = new Caps(
            new Budget(100_000_000L, new BigDecimal("25"), 10_000_000_000L, 50_000_000_000L),
            new Budget(500_000_000L, new BigDecimal("100"), 1L << 40, 200_000_000_000L),
            Duration.ofDays(7),
            500_000_000L,
            0,
            200,
            false);

    public Caps {
        Policy.positive("time limit of the loop", busyTime);
        positive("least free disk space", leastFree);
        if (sameTrees < 0) {
            throw new IllegalArgumentException("no-change breaker is " + sameTrees + ": it must be 0 (off) or more");
        }
        if (limited < 1) {
            throw new IllegalArgumentException("provider limits in a row are " + limited + ": it must be 1 or more");
        }
    }

    /// The same, but no more than the grant allows altogether.
    public Caps within(Grant grant) {
        Grant less = grant().within(grant);
        Budget lower = new Budget(less.tokens(), less.dollars(), loop.output(), loop.disk());
        return new Caps(attempt, lower, less.time(), leastFree, sameTrees, limited, silentCpu);
    }

    /// What the loop may use up altogether.
    public Grant grant() {
        return new Grant(loop.dollars(), loop.tokens(), busyTime);
    }

    /// Whether nobody asked for other limits in dollars than the usual ones.
    boolean hasStandardDollars() {
        return same(attempt.dollars(), DEFAULT.attempt.dollars) && same(loop.dollars(), DEFAULT.loop.dollars);
    }

    private static boolean same(@Nullable BigDecimal one, @Nullable BigDecimal other) {
        return one == null ? other == null : other != null && one.compareTo(other) == 0;
    }

    /// What may be used up.
    ///
    /// @param tokens  of all kinds together
    /// @param output  bytes that may be printed
    /// @param disk    bytes that may be added to the project
    public record Budget(
            @Nullable Long tokens,
            @Nullable BigDecimal dollars,
            @Nullable Long output,
            @Nullable Long disk) {
        public static final Budget UNLIMITED = new Budget(null, null);

        public Budget {
            positive("token limit", tokens);
            positive("output limit", output);
            positive("disk limit", disk);
            if (dollars != null && dollars.signum() <= 0) {
                throw new IllegalArgumentException("dollar limit is " + dollars + ": it must be more than 0");
            }
        }

        /// Without bounds for output and disk.
        public Budget(@Nullable Long tokens, @Nullable BigDecimal dollars) {
            this(tokens, dollars, null, null);
        }
    }

    private static void positive(String name, @Nullable Long value) {
        if (value != null && value < 1) {
            throw new IllegalArgumentException(name + " is " + value + ": it must be more than 0");
        }
    }
}
