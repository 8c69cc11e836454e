package dev.ralph.budget;

import java.math.BigDecimal;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/// What a million tokens of a model cost, in US dollars.
///
/// @param from    since when, as far as it is known
/// @param checked when somebody last compared it with the source, as far as it is known
/// @param source  where it is from, in words
record Price(
        BigDecimal input,
        BigDecimal cacheRead,
        BigDecimal cacheWrite,
        BigDecimal output,
        @Nullable LocalDate from,
        @Nullable LocalDate checked,
        String source) {
    private static final int MILLION = 6;

    public Price {
        if (input.signum() < 0 || cacheRead.signum() < 0 || cacheWrite.signum() < 0 || output.signum() < 0) {
            throw new IllegalArgumentException("a price cannot be negative");
        }
    }

    public BigDecimal of(Tokens tokens) {
        return cost(input, tokens.input())
                .add(cost(cacheRead, tokens.cacheRead()))
                .add(cost(cacheWrite, tokens.cacheWrite()))
                .add(cost(output, tokens.output()));
    }

    private static BigDecimal cost(BigDecimal price, long tokens) {
        return price.multiply(BigDecimal.valueOf(tokens)).movePointLeft(MILLION);
    }
}
