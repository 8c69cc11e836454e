package dev.ralph.budget;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What a machine has used up.
///
/// @param time how long agents ran altogether, null when that is unknown
public record Cost(Spent spent, @Nullable Duration time) {
    public static final Cost NOTHING = new Cost(Spent.NOTHING, Duration.ZERO);

    public Cost {
        if (time != null && time.isNegative()) {
            throw new IllegalArgumentException("agents cannot run for " + time);
        }
    }

    public Cost plus(Cost other) {
        return new Cost(spent.plus(other.spent), time == null || other.time == null ? null : time.plus(other.time));
    }

    /// What counts of it where that much was granted: what is unknown counts as all of it.
    Grant outOf(Grant granted) {
        BigDecimal dollars = spent.dollars() == null ? BigDecimal.ZERO : spent.dollars();
        boolean paid = spent.equals(Spent.NOTHING) || (spent.dollars() != null && spent.complete());
        long tokens = spent.tokens().total();
        return new Grant(
                paid || granted.dollars() == null ? dollars : dollars.max(granted.dollars()),
                spent.complete() || granted.tokens() == null ? tokens : Math.max(tokens, granted.tokens()),
                time != null ? time : Objects.requireNonNullElse(granted.time(), Duration.ZERO));
    }
}
