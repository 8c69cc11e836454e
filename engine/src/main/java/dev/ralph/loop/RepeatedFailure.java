package dev.ralph.loop;

import org.jspecify.annotations.Nullable;

/// Equal failures in a row.
///
/// @param what  the last one, null when there is none
/// @param times how often it came
public record RepeatedFailure(@Nullable AttemptFailure what, int times) {
    static final RepeatedFailure NONE = new RepeatedFailure(null, 0);

    RepeatedFailure and(@Nullable AttemptFailure next) {
        return next == null ? NONE : new RepeatedFailure(next, what != null && next.isLike(what) ? times + 1 : 1);
    }
}
