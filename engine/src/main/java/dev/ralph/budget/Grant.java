package dev.ralph.budget;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// What a machine may use up: money, tokens, and how long agents may run altogether. A null is no bound.
public record Grant(
        @Nullable BigDecimal dollars,
        @Nullable Long tokens,
        @Nullable Duration time) {
    public static final Grant UNBOUNDED = new Grant(null, null, null);
    public static final Grant NOTHING = new Grant(BigDecimal.ZERO, 0L, Duration.ZERO);

    private static final int SMALLEST_DIGIT = 6;

    public Grant {
        if ((dollars != null && dollars.signum() < 0)
                || (tokens != null && tokens < 0)
                || (time != null && time.isNegative())) {
            throw new IllegalArgumentException(
                    "a grant is not negative: " + dollars + " dollars, " + tokens + " tokens, " + time);
        }
        dollars = dollars == null ? null : Spent.plain(dollars);
    }

    /// Whether nothing is left of at least one of them.
    public boolean isUsedUp() {
        return (dollars != null && dollars.signum() == 0)
                || (tokens != null && tokens == 0)
                || (time != null && time.isZero());
    }

    /// Whether it allows no more of anything than the other one.
    public boolean fitsInto(Grant other) {
        return equals(within(other));
    }

    /// The smaller of each.
    public Grant within(Grant other) {
        return new Grant(smaller(dollars, other.dollars), smaller(tokens, other.tokens), smaller(time, other.time));
    }

    private static <T extends Comparable<T>> @Nullable T smaller(@Nullable T one, @Nullable T other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return one.compareTo(other) <= 0 ? one : other;
    }

    /// What each of so many gets if all get the same.
    public Grant share(int among) {
        return new Grant(
                dollars == null ? null : dollars.divide(BigDecimal.valueOf(among), SMALLEST_DIGIT, RoundingMode.DOWN),
                tokens == null ? null : tokens / among,
                time == null ? null : time.dividedBy(among));
    }

    /// What is left when that was taken out of it; what has no bound has none afterwards.
    Grant minus(Grant taken) {
        return new Grant(
                dollars == null || taken.dollars == null
                        ? dollars
                        : dollars.subtract(taken.dollars).max(BigDecimal.ZERO),
                tokens == null || taken.tokens == null ? tokens : Long.valueOf(Math.max(0, tokens - taken.tokens)),
                time == null || taken.time == null ? time : longer(time.minus(taken.time), Duration.ZERO));
    }

    /// Both together; without a bound where one of them has none.
    public Grant plus(Grant more) {
        return new Grant(
                dollars == null || more.dollars == null ? null : dollars.add(more.dollars),
                tokens == null || more.tokens == null ? null : Long.valueOf(tokens + more.tokens),
                time == null || more.time == null ? null : time.plus(more.time));
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }
}
