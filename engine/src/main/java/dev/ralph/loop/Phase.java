package dev.ralph.loop;

import java.time.Instant;

/// Where a loop stands between two events.
public sealed interface Phase {

    /// May start an attempt.
    record Ready(boolean clearWait) implements Phase {}

    /// Between two attempts.
    record Resting(Instant until) implements Phase {}

    /// No agent can work before `until`, because a provider said so at `since`.
    record Limited(Instant since, Instant until, AttemptFailure why) implements Phase {}

    record Running(int attempt) implements Phase {}

    /// A signal was seen; children may still run.
    record AwaitingChildren() implements Phase {}

    record Checking() implements Phase {}

    record Refusing(Reason.Refusal reason) implements Phase {}

    record Keeping() implements Phase {}

    /// The agent asks by this signal, and nobody knows its question yet.
    record Asking(Signal signal) implements Phase {}

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
