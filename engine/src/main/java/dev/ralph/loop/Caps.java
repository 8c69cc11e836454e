package dev.ralph.loop;

import java.math.BigDecimal;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// What a loop may use up. A null is no bound.
///
/// @param attempt   of one attempt
/// @param loop      of all attempts together
/// @param busyTime  how long agents may run altogether; waiting for a provider's limit does not count
/// @param output    bytes its agents may print altogether
/// @param sameTrees attempts in a row that change nothing in the project which end the loop as BLOCKED; 0: off
/// @param limited   how often in a row an agent may come back limited by its provider
/// @param silentCpu whether an agent that is silent but computes is left alone
public record Caps(
        Purse attempt,
        Purse loop,
        @Nullable Duration busyTime,
        @Nullable Long output,
        int sameTrees,
        int limited,
        boolean silentCpu) {
    public static final Caps DEFAULT = new Caps(
            new Purse(100_000_000L, new BigDecimal("25")),
            new Purse(500_000_000L, new BigDecimal("100")),
            Duration.ofDays(7),
            1L << 40,
            0,
            200,
            false);

    public Caps {
        Policy.positive("time limit of the loop", busyTime);
        if (output != null && output < 1) {
            throw new IllegalArgumentException("output limit of the loop is " + output + ": it must be more than 0");
        }
        if (sameTrees < 0) {
            throw new IllegalArgumentException("no-change breaker is " + sameTrees + ": it must be 0 (off) or more");
        }
        if (limited < 1) {
            throw new IllegalArgumentException("provider limits in a row are " + limited + ": it must be 1 or more");
        }
    }

    /// Tokens and dollars that may be spent.
    public record Purse(@Nullable Long tokens, @Nullable BigDecimal dollars) {
        public static final Purse BOTTOMLESS = new Purse(null, null);

        public Purse {
            if (tokens != null && tokens < 1) {
                throw new IllegalArgumentException("token limit is " + tokens + ": it must be more than 0");
            }
            if (dollars != null && dollars.signum() <= 0) {
                throw new IllegalArgumentException("dollar limit is " + dollars + ": it must be more than 0");
            }
        }
    }
}
