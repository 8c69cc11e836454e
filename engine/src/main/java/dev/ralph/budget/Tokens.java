package dev.ralph.budget;

/// Tokens of one model call or more. `input` excludes what came from or went into the cache.
public record Tokens(long input, long cacheRead, long cacheWrite, long output) {
    public static final Tokens NONE = new Tokens(0, 0, 0, 0);

    public Tokens {
        if (input < 0 || cacheRead < 0 || cacheWrite < 0 || output < 0) {
            throw new IllegalArgumentException("tokens cannot be negative: " + input + " input, " + cacheRead
                    + " from the cache, " + cacheWrite + " into the cache, " + output + " output");
        }
    }

    /// Of an agent whose figure of input includes what came from or went into the cache.
    public static Tokens withCacheInInput(long input, long cacheRead, long cacheWrite, long output) {
        return new Tokens(Math.max(0, input - cacheRead - cacheWrite), cacheRead, cacheWrite, output);
    }

    public long total() {
        return sum(sum(input, cacheRead), sum(cacheWrite, output));
    }

    /// Foreign figures may be absurd: a sum too large for a `long` is the largest `long`.
    public Tokens plus(Tokens other) {
        return new Tokens(
                sum(input, other.input),
                sum(cacheRead, other.cacheRead),
                sum(cacheWrite, other.cacheWrite),
                sum(output, other.output));
    }

    /// No figure goes below 0.
    public Tokens minus(Tokens other) {
        return new Tokens(
                Math.max(0, input - other.input),
                Math.max(0, cacheRead - other.cacheRead),
                Math.max(0, cacheWrite - other.cacheWrite),
                Math.max(0, output - other.output));
    }

    /// The larger of each figure.
    Tokens atLeast(Tokens other) {
        return new Tokens(
                Math.max(input, other.input),
                Math.max(cacheRead, other.cacheRead),
                Math.max(cacheWrite, other.cacheWrite),
                Math.max(output, other.output));
    }

    /// Whether no figure is larger than its counterpart.
    boolean fitsInto(Tokens other) {
        return input <= other.input
                && cacheRead <= other.cacheRead
                && cacheWrite <= other.cacheWrite
                && output <= other.output;
    }

    private static long sum(long a, long b) {
        long sum = a + b;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }
}
