package dev.ralph.loop;

import java.time.Instant;

/// Where a loop stands between two events.
public sealed interface Phase {

    /// May start an attempt.
    record Ready(boolean clearWait) implements Phase {}

    /// Between two attempts.
    record Resting(Instant until) implements Phase {}

    /// No agent can work before `until`, because a provider said so at `since`.
    record Limited(Instant since, Instant until, String reason) implements Phase {}

    record Running(int attempt) implements Phase {}

    /// A signal was seen; children may still run.
    record AwaitingChildren() implements Phase {}

    record Checking() implements Phase {}

    record Refusing(String reason) implements Phase {}

    record Keeping() implements Phase {}

    /// A stop is requested while an attempt runs.
    record Stopping(int attempt, Event.StopKind kind, String by) implements Phase {}

    /// The outcome is known but not yet told.
    record Finishing(Outcome outcome, String reason) implements Phase {}

    record Ended(Outcome outcome, String reason) implements Phase {}

    /// As a person would say it.
    default String words() {
        return switch (this) {
            case Ready _ -> "ready";
            case Resting _ -> "resting";
            case Limited limited -> "waiting until " + limited.until();
            case Running running -> "running attempt " + running.attempt();
            case AwaitingChildren _ -> "waiting for children";
            case Checking _ -> "checking";
            case Refusing _ -> "refusing a signal";
            case Keeping _ -> "keeping work";
            case Stopping _ -> "stopping";
            case Finishing finishing -> "finishing as " + finishing.outcome();
            case Ended ended -> "ended as " + ended.outcome();
        };
    }
}
