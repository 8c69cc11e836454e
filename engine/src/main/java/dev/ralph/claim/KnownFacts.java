package dev.ralph.claim;

import org.jspecify.annotations.Nullable;

/// What is known without anybody's word. Where a fact is known, words about the same thing do not count.
///
/// @param committed whether there is a new commit, null when nobody looked
public record KnownFacts(@Nullable Boolean committed) {
    public static final KnownFacts NONE = new KnownFacts(null);
}
