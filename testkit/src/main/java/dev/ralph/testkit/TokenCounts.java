package dev.ralph.testkit;

/// The tokens an answer reports. `input` is what neither came from nor went into the provider's cache; a
/// protocol whose figure for the prompt includes the cache (all but Anthropic's) reports the sum.
///
/// @param input tokens of the prompt outside the cache
/// @param cacheRead tokens of the prompt read from the cache
/// @param cacheWrite tokens of the prompt written to the cache; only Anthropic's protocol tells them apart
/// @param output tokens of the answer
public record TokenCounts(long input, long cacheRead, long cacheWrite, long output) {
    /// Tokens without any cache.
    public static TokenCounts of(long input, long output) {
        return new TokenCounts(input, 0, 0, output);
    }

    public TokenCounts {
        if (input < 0 || cacheRead < 0 || cacheWrite < 0 || output < 0) {
            throw new IllegalArgumentException(
                    "tokens cannot be negative: input %d, cacheRead %d, cacheWrite %d, output %d"
                            .formatted(input, cacheRead, cacheWrite, output));
        }
    }

    long prompt() {
        return input + cacheRead + cacheWrite;
    }
}
