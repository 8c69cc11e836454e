package dev.ralph.loop;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What to do next. Implied by the state alone, so asking again after a crash gives the same answer.
public sealed interface Decision {

    /// Look for a signal; if there is none, start attempt `attempt` (from 1).
    ///
    /// @param refusal    why the last signal was not believed, for the prompt
    /// @param clearWait  whether a left-over wait marker is removed first, because somebody resumed the loop
    record StartAttempt(int attempt, @Nullable String refusal, boolean clearWait) implements Decision {}

    /// Stay with the attempt until it ends; one that is not ours any more is lost.
    record AttendAttempt(int attempt) implements Decision {}

    /// Every attempt is used: look for a signal a last time.
    record LookAgain() implements Decision {}

    record Rest(Instant until, Duration atMost) implements Decision {}

    record AwaitChildren(Duration atMost) implements Decision {}

    record RunChecks(int attempt) implements Decision {}

    record RefuseSignal(int attempt, String reason) implements Decision {}

    record KeepWork(int attempt) implements Decision {}

    /// Do nothing until somebody releases or stops the loop.
    record Hold() implements Decision {}

    record EndAttempt(int attempt, Event.StopKind kind) implements Decision {}

    /// Tell everybody, then record the end.
    record Finish(Outcome outcome, String reason) implements Decision {}

    /// The loop has ended.
    record Nothing(Outcome outcome, String reason) implements Decision {}
}
