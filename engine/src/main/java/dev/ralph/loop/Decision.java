package dev.ralph.loop;

import dev.ralph.budget.Counters;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What to do next. Implied by the state alone, so asking again after a crash gives the same answer.
public sealed interface Decision {

    /// Look for a signal; if there is none, start attempt `attempt` (from 1).
    ///
    /// @param refusal    why the last signal was not believed, for the prompt
    /// @param failure    what went wrong with the attempt before, whose work was thrown away, for the prompt
    /// @param answers    to what agents asked before, for the prompt
    /// @param clearWait  whether a left-over wait marker is removed first, because somebody resumed the loop
    /// @param assignment which agent, and how
    record StartAttempt(
            int attempt,
            Reason.@Nullable Refusal refusal,
            @Nullable AttemptFailure failure,
            List<LoopState.Answer> answers,
            boolean clearWait,
            Assignment assignment)
            implements Decision {
        public StartAttempt(int attempt, Reason.@Nullable Refusal refusal, boolean clearWait) {
            this(attempt, refusal, null, List.of(), clearWait, Assignment.FIRST);
        }
    }

    /// @param agent    its place in the policy's chain
    /// @param session  the conversation to go on with, null for a new one
    /// @param counters what that conversation had used
    /// @param free     attempts before that a provider's limit ended, so that they do not count
    /// @param limited  how often in a row a provider's limit ended the attempts before
    /// @param left     what it may spend
    /// @param time     how long it may run before the loop's time is over, null for any
    record Assignment(
            int agent,
            @Nullable String session,
            Counters counters,
            int free,
            int limited,
            Caps.Budget left,
            @Nullable Duration time) {
        public static final Assignment FIRST =
                new Assignment(0, null, Counters.FRESH, 0, 0, Caps.DEFAULT.attempt(), null);
    }

    /// Stay with the attempt until it ends; one that is not ours any more is lost.
    ///
    /// @param done  whether DONE was seen
    /// @param endBy when it is ended where DONE was seen, or where it has said its last word; null while it did not
    record AttendAttempt(
            int attempt, boolean done, @Nullable Instant endBy) implements Decision {
        public AttendAttempt(int attempt) {
            this(attempt, false, null);
        }
    }

    /// Every attempt is used: look for a signal a last time.
    record LookAgain() implements Decision {}

    record Rest(Instant until, Duration atMost) implements Decision {}

    /// Nothing runs until a provider lets an agent work again.
    record WaitForLimit(Instant until, Duration atMost) implements Decision {}

    record AwaitChildren(Duration atMost) implements Decision {}

    record RunChecks(int attempt) implements Decision {}

    record RefuseSignal(int attempt) implements Decision {}

    record KeepWork(int attempt) implements Decision {}

    /// Make everything what it was before this attempt; what it left stays reachable.
    ///
    /// @param to the attempt whose work it began with, 0 for none
    record DiscardWork(int attempt, int to) implements Decision {}

    /// Find out what the agent asks by this signal.
    ///
    /// @param signal null where it does not, but nothing changes any more: then what it said last
    record Ask(int attempt, @Nullable Signal signal) implements Decision {}

    /// Nothing runs until a person answers.
    record AwaitAnswer(String question) implements Decision {}

    /// Do nothing until somebody releases or stops the loop.
    record Hold() implements Decision {}

    record EndAttempt(int attempt, Event.StopKind kind) implements Decision {}

    /// Tell everybody, then record the end.
    record Finish(Reason reason) implements Decision {
        public Outcome outcome() {
            return reason.outcome();
        }
    }

    /// The loop has ended.
    record Ended(Reason reason) implements Decision {
        public Outcome outcome() {
            return reason.outcome();
        }
    }
}
