package dev.ralph.budget;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/// How much may be used.
///
/// @param tokens  all kinds of tokens together; null for as many as there are
/// @param dollars null for any amount
public record Limit(@Nullable Long tokens, @Nullable BigDecimal dollars) {
    public static final Limit NONE = new Limit(null, null);

    public Limit {
        if (tokens != null && tokens < 0) {
            throw new IllegalArgumentException("a limit of " + tokens + " tokens makes no sense: use 0 or more");
        }
        if (dollars != null && dollars.signum() < 0) {
            throw new IllegalArgumentException("a limit of " + dollars + " dollars makes no sense: use 0 or more");
        }
    }

    public static Limit of(long tokens, String dollars) {
        return new Limit(tokens, new BigDecimal(dollars));
    }
}
