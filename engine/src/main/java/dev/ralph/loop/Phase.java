package dev.ralph.loop;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Where a loop stands between two events.
public sealed interface Phase {

    /// May start an attempt.
    record Ready(boolean clearWait) implements Phase {}

    /// Between two attempts.
    record Resting(Instant until) implements Phase {}

    /// No agent can work before `until`, because a provider said so at `since`.
    record Limited(Instant since, Instant until, AttemptFailure why) implements Phase {}

    /// @param done  whether DONE was seen meanwhile
    /// @param endBy how long an agent that said so, or said its last word, may go on; null while it said neither
    record Running(int attempt, boolean done, @Nullable Instant endBy) implements Phase {
        Running(int attempt) {
            this(attempt, false, null);
        }
    }

    /// A signal was seen; children may still run.
    record AwaitingChildren() implements Phase {}

    /// @param moves how often the branch has moved since the signal
    record Checking(int moves) implements Phase {}

    record Refusing(Reason.Refusal reason) implements Phase {}

    /// @param moves how often the branch has moved since the signal
    record Keeping(int moves) implements Phase {}

    /// What the last attempt left is thrown away.
    ///
    /// @param then what follows
    record Discarding(Phase then) implements Phase {
        boolean isStopped() {
            return then instanceof Finishing finishing && finishing.reason() instanceof Reason.StoppedBy;
        }
    }

    /// The agent asks by this signal, and nobody knows its question yet.
    ///
    /// @param signal null where it does not, but nothing changes any more
    record Asking(@Nullable Signal signal) implements Phase {}

    /// Nothing runs until a person answers.
    ///
    /// @param question its id
    record Parked(String question, String text) implements Phase {}

    /// A stop is requested while an attempt runs.
    record Stopping(int attempt, Event.StopKind kind, String by) implements Phase {}

    /// The outcome is known but not yet told.
    record Finishing(Reason reason) implements Phase {}

    record Ended(Reason reason) implements Phase {
        public Outcome outcome() {
            return reason.outcome();
        }
    }
}
