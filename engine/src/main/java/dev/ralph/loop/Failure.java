package dev.ralph.loop;

import org.jspecify.annotations.Nullable;

/// Equal failures in a row.
///
/// @param what  the last one, null when there is none
/// @param times how often it came
public record Failure(@Nullable AttemptFailure what, int times) {
    static final Failure NONE = new Failure(null, 0);

    Failure and(@Nullable AttemptFailure next) {
        return next == null ? NONE : new Failure(next, what != null && next.isLike(what) ? times + 1 : 1);
    }
}
