package dev.ralph.run;

import dev.ralph.loop.AttemptFailure;
import dev.ralph.loop.Signal;
import dev.ralph.loop.Testimony;
import org.jspecify.annotations.Nullable;

/// What an agent's words say about its attempt.
///
/// @param signal  what they say about the task, null when nothing
/// @param failure what went wrong; null when nothing did or the exit code says it
record Words(
        @Nullable Testimony testimony,
        @Nullable Signal signal,
        @Nullable AttemptFailure failure) {
    static final Words NONE = new Words(null, null, null);
}
