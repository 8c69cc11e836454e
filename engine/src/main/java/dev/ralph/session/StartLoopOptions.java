package dev.ralph.session;

import org.jspecify.annotations.Nullable;

/// What may be said about one loop; null stands for the configured default.
///
/// @param maxIterations at least 1: there is no word for endless
/// @param completionPromise not empty
public record StartLoopOptions(
        @Nullable Integer maxIterations,
        @Nullable String completionPromise,
        @Nullable String description) {

    public static final StartLoopOptions NONE = new StartLoopOptions(null, null, null);

    public StartLoopOptions {
        if (maxIterations != null && maxIterations < 1) {
            throw new IllegalArgumentException(
                    "maxIterations is " + maxIterations + "; a loop needs a finite limit of at least 1");
        }
        if (completionPromise != null && completionPromise.isBlank()) {
            throw new IllegalArgumentException("completionPromise is empty; give a word such as DONE, or leave it out");
        }
    }

    public static StartLoopOptions of(int maxIterations, String completionPromise) {
        return new StartLoopOptions(maxIterations, completionPromise, null);
    }
}
