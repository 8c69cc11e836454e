package dev.ralph.claim;

import org.jspecify.annotations.Nullable;

/// What is known without anybody's word. Where a fact is known, words about the same thing do not count.
///
/// @param committed whether there is a new commit, null when nobody looked
/// @param testExit  what the test command ended with, null when it was not run
public record Facts(@Nullable Boolean committed, @Nullable Integer testExit) {
    public static final Facts NONE = new Facts(null, null);
}
