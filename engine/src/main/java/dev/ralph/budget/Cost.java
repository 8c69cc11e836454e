package dev.ralph.budget;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What a machine has used up.
///
/// @param time     how long agents ran altogether, null when that is unknown
/// @param attempts how often they ran, without what does not count
public record Cost(Spent spent, @Nullable Duration time, int attempts) {
    public static final Cost NOTHING = new Cost(Spent.NOTHING, Duration.ZERO);

    public Cost {
        if (time != null && time.isNegative()) {
            throw new IllegalArgumentException("agents cannot run for " + time);
        }
    }

    public Cost(Spent spent, @Nullable Duration time) {
        this(spent, time, 0);
    }

    public Cost plus(Cost other) {
        return new Cost(
                spent.plus(other.spent),
                time == null || other.time == null ? null : time.plus(other.time),
                attempts + other.attempts);
    }

    /// As if what nobody says were nothing.
    public Cost said() {
        BigDecimal dollars = Objects.requireNonNullElse(spent.dollars(), BigDecimal.ZERO);
        return new Cost(
                new Spent(spent.models(), dollars, true), Objects.requireNonNullElse(time, Duration.ZERO), attempts());
    }

    /// What counts of it where that much was granted: what nobody says counts as all of it. What was said at least, as
    /// by an agent that was ended early, counts as that: one attempt that timed out does not end a task.
    public Grant outOf(Grant granted) {
        BigDecimal dollars = spent.dollars() == null ? BigDecimal.ZERO : spent.dollars();
        boolean paid = spent.equals(Spent.NOTHING) || spent.dollars() != null;
        boolean counted = spent.complete() || !spent.models().isEmpty();
        long tokens = spent.tokens().total();
        return new Grant(
                paid || granted.dollars() == null ? dollars : dollars.max(granted.dollars()),
                counted || granted.tokens() == null ? tokens : Math.max(tokens, granted.tokens()),
                time != null ? time : Objects.requireNonNullElse(granted.time(), Duration.ZERO),
                attempts);
    }
}
