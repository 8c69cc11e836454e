package dev.ralph.budget;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// What a machine may use up: money, tokens, how long agents may run altogether, and how often. A null is no bound.
public record Grant(
        @Nullable BigDecimal dollars,
        @Nullable Long tokens,
        @Nullable Duration time,
        @Nullable Integer attempts) {
    public static final Grant UNBOUNDED = new Grant(null, null, null);
    public static final Grant NOTHING = new Grant(BigDecimal.ZERO, 0L, Duration.ZERO, 0);

    private static final int SMALLEST_DIGIT = 6;

    public Grant {
        if ((dollars != null && dollars.signum() < 0)
                || (tokens != null && tokens < 0)
                || (time != null && time.isNegative())
                || (attempts != null && attempts < 0)) {
            throw new IllegalArgumentException("a grant is not negative: " + dollars + " dollars, " + tokens
                    + " tokens, " + time + ", " + attempts + " attempts");
        }
        dollars = dollars == null ? null : Spent.plain(dollars);
    }

    /// Of so many attempts as there are.
    public Grant(@Nullable BigDecimal dollars, @Nullable Long tokens, @Nullable Duration time) {
        this(dollars, tokens, time, null);
    }

    /// Whether nothing is left of at least one of them.
    public boolean isUsedUp() {
        return (dollars != null && dollars.signum() == 0)
                || (tokens != null && tokens == 0)
                || (time != null && time.isZero())
                || (attempts != null && attempts == 0);
    }

    /// Whether it allows no more of anything than the other one.
    public boolean fitsInto(Grant other) {
        return equals(within(other));
    }

    /// The smaller of each.
    public Grant within(Grant other) {
        return new Grant(
                smaller(dollars, other.dollars),
                smaller(tokens, other.tokens),
                smaller(time, other.time),
                smaller(attempts, other.attempts));
    }

    private static <T extends Comparable<T>> @Nullable T smaller(@Nullable T one, @Nullable T other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return one.compareTo(other) <= 0 ? one : other;
    }

    /// What one of so many gets: its own limit, as far as that is left, and of what it has no limit for as much as each
    /// of the others. Time passes for all of them at once.
    public Grant share(int among, Grant own) {
        Grant each = new Grant(
                dollars == null || own.dollars != null
                        ? dollars
                        : dollars.divide(BigDecimal.valueOf(among), SMALLEST_DIGIT, RoundingMode.DOWN),
                tokens == null || own.tokens != null ? tokens : Long.valueOf(tokens / among),
                time,
                attempts);
        return (each.isUsedUp() ? this : each).within(own);
    }

    /// What is left when that was taken out of it; what has no bound has none afterwards.
    public Grant minus(Grant taken) {
        return new Grant(
                dollars == null || taken.dollars == null
                        ? dollars
                        : dollars.subtract(taken.dollars).max(BigDecimal.ZERO),
                tokens == null || taken.tokens == null ? tokens : Long.valueOf(Math.max(0, tokens - taken.tokens)),
                time == null || taken.time == null ? time : longer(time.minus(taken.time), Duration.ZERO),
                attempts == null || taken.attempts == null
                        ? attempts
                        : Integer.valueOf(Math.max(0, attempts - taken.attempts)));
    }

    /// Both together; without a bound where one of them has none.
    public Grant plus(Grant more) {
        return new Grant(
                dollars == null || more.dollars == null ? null : dollars.add(more.dollars),
                tokens == null || more.tokens == null ? null : Long.valueOf(tokens + more.tokens),
                time == null || more.time == null ? null : time.plus(more.time),
                attempts == null || more.attempts == null ? null : Integer.valueOf(attempts + more.attempts));
    }

    /// What of it is less than the other one allows; no bound where it is not.
    Grant below(Grant other) {
        return new Grant(
                isLess(dollars, other.dollars) ? dollars : null,
                isLess(tokens, other.tokens) ? tokens : null,
                isLess(time, other.time) ? time : null,
                isLess(attempts, other.attempts) ? attempts : null);
    }

    private static <T extends Comparable<T>> boolean isLess(@Nullable T one, @Nullable T other) {
        return one != null && (other == null || one.compareTo(other) < 0);
    }

    /// The same but for time, of which there is none.
    Grant timeless() {
        return new Grant(dollars, tokens, Duration.ZERO, attempts);
    }

    /// The same, but at least that much time.
    Grant until(Duration passed) {
        return new Grant(dollars, tokens, time == null ? passed : longer(time, passed), attempts);
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }
}
