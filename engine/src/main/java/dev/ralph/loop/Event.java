package dev.ralph.loop;

import dev.ralph.budget.Grant;
import dev.ralph.machine.MachineEvent;
import dev.ralph.signal.PromiseRule;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What happened to a loop, in the past tense. Events are a stored format: fields are added, never changed.
public sealed interface Event extends MachineEvent {

    /// The first event of every loop.
    record LoopStarted(Policy policy) implements Event {}

    /// A loop that had ended, or was interrupted, goes on; what was spent stays spent.
    ///
    /// @param recheck whether the last attempt's claim is checked, be it again, before anything else is done
    record LoopResumed(Policy policy, String by, boolean recheck) implements Event {
        /// As somebody resumes the loop of these events.
        public static LoopResumed of(List<Event> past, Policy policy, String by) {
            return UnansweredSignal.of(past).resumed(policy, by);
        }
    }

    /// Written before the agent is started, so an attempt can be lost but never forgotten.
    ///
    /// @param tier of the sandbox it gets, as [SandboxReport#tier] names it; null where nobody wrote it down
    record AttemptStarted(int attempt, String run, @Nullable String tier) implements Event {
        public AttemptStarted(int attempt, String run) {
            this(attempt, run, null);
        }
    }

    /// Its time is over: it is about to be ended.
    record AttemptTimedOut(int attempt, AttemptFailure.TimedOut failure) implements Event {}

    record AttemptEnded(int attempt, AttemptReport report) implements Event {}

    /// The engine died while the attempt ran; nobody knows how it ended, and nothing of it runs any more.
    ///
    /// @param statement what the agent had said of it, null where nobody understands it
    /// @param signal    its promise, or that it cannot go on, if it had said so
    /// @param tier      of the sandbox it had, null where nobody wrote it down
    /// @param declared  what the agent declared, null where that is nothing
    /// @param findings  why it sends the work back, none where it does not; null where nobody wrote it down: none
    /// @param took      how long it ran at most, null where nobody wrote it down
    record AttemptLost(
            int attempt,
            Instant foundAt,
            @Nullable AgentStatement statement,
            @Nullable Signal signal,
            @Nullable String tier,
            @Nullable Declaration declared,
            @Nullable List<String> findings,
            @Nullable Duration took)
            implements Event {
        public AttemptLost {
            findings = findings == null ? List.of() : List.copyOf(findings);
            if (signal != null && !signal.isSaid()) {
                throw new IllegalArgumentException("of a lost attempt only its words are left, not a " + signal);
            }
        }

        public AttemptLost(int attempt, Instant foundAt) {
            this(attempt, foundAt, null, null, null, null);
        }

        /// Of an agent that sends nothing back.
        public AttemptLost(
                int attempt,
                Instant foundAt,
                @Nullable AgentStatement statement,
                @Nullable Signal signal,
                @Nullable String tier,
                @Nullable Declaration declared) {
            this(attempt, foundAt, statement, signal, tier, declared, null, null);
        }

        @Override
        public List<String> findings() {
            return findings == null ? List.of() : findings;
        }
    }

    /// A signal was there although no attempt had just ended, or while one still ran.
    record SignalSeen(Signal signal, Instant at) implements Event {}

    /// The agent said its last word, and its process goes on.
    record AgentFinished(int attempt, Instant at) implements Event {}

    /// Looked once more after the last allowed attempt: nothing there.
    record NothingSeen() implements Event {}

    /// The restart delay is over.
    record RestEnded() implements Event {}

    /// How the checks stand before the first attempt. One that cannot run at all ends the loop before it has cost
    /// anything.
    record ChecksTried(List<TriedCheck> checks) implements Event {
        public ChecksTried {
            checks = List.copyOf(checks);
        }
    }

    /// @param check  its line in the policy
    /// @param passes how many tests its reports name that pass
    /// @param fails  how many that fail
    /// @param output the end of what it printed; null where nobody wrote it down
    /// @param cannotRun whether it did not even begin to check; null where nobody wrote it down: no
    record TriedCheck(
            String check,
            int exitCode,
            int passes,
            int fails,
            @Nullable String output,
            @Nullable Boolean cannotRun) {
        public TriedCheck(String check, int exitCode, int passes, int fails) {
            this(check, exitCode, passes, fails, null, null);
        }

        /// Why no attempt is worth its money; null where it ran.
        Reason.@Nullable CannotCheck against() {
            String last = output == null
                    ? ""
                    : output.lines().reduce("", (_, line) -> line).strip();
            return Boolean.TRUE.equals(cannotRun) ? new Reason.CannotCheck(check, exitCode, last) : null;
        }
    }

    /// A person says something without being asked; the next attempt is told.
    record Told(String text) implements Event {}

    /// The wait for a provider's limit is over.
    record LimitEnded(Instant at) implements Event {}

    /// No child runs any more, or the wait for them is over; `left` names those that still ran.
    record ChildrenEnded(int waitedFor, List<String> left) implements Event {
        public ChildrenEnded {
            left = List.copyOf(left);
        }
    }

    record ChecksEnded(Verdict verdict) implements Event {}

    /// The signal was not believed.
    ///
    /// @param keptAs the name under which the file DONE was put aside; empty without one: a promise is no file
    record SignalRefused(String keptAs, Instant at) implements Event {}

    /// What would be kept is not what was checked, because the branch that it goes to has moved.
    record BranchMoved() implements Event {}

    /// Accepted work is in git.
    ///
    /// @param commit null when there was nothing to commit
    /// @param branch the branch of its own that it is on; null where it is on the one that is checked out
    record WorkKept(@Nullable String commit, @Nullable String branch) implements Event {
        public WorkKept(@Nullable String commit) {
            this(commit, null);
        }
    }

    /// The project, or the workspace, is what it was before the last attempt.
    ///
    /// @param ref where what that left stays reachable
    record WorkDiscarded(String ref) implements Event {}

    /// The agent asks a person: parked until the answer.
    ///
    /// @param question its id
    record Asked(String question, String text) implements Event {
        @Override
        public Question asks() {
            return new Question(question, text);
        }
    }

    /// @param grant what the loop may use from now on altogether, as far as that is less than before; null for as much
    record Answered(
            String question,
            String text,
            String by,
            @Nullable Grant grant) implements Event {
        public Answered(String question, String text, String by) {
            this(question, text, by, null);
        }
    }

    /// No further attempt starts until [Released].
    record Held(String by) implements Event {}

    record Released(String by) implements Event {}

    /// From now on so many attempts are allowed, and this promise counts.
    ///
    /// @param promise null where only files are looked for
    record TermsChanged(int attempts, @Nullable PromiseRule promise, String by) implements Event {
        public Policy in(Policy policy) {
            return policy.with(policy.limits().withAttempts(attempts))
                    .with(policy.conversation().with(promise));
        }
    }

    /// Journaled before anything is killed.
    record StopRequested(StopKind kind, String by) implements Event {}

    /// Something the loop cannot decide about was found.
    record TroubleFound(Reason.Trouble trouble) implements Event {}

    record LoopEnded(Reason reason) implements Event {
        public Outcome outcome() {
            return reason.outcome();
        }
    }

    /// STOP and CANCEL end what runs at once; AFTER_ATTEMPT lets the running attempt finish first.
    enum StopKind {
        STOP(Outcome.STOPPED),
        AFTER_ATTEMPT(Outcome.STOPPED),
        CANCEL(Outcome.CANCELLED);

        private final Outcome outcome;

        StopKind(Outcome outcome) {
            this.outcome = outcome;
        }

        public Outcome outcome() {
            return outcome;
        }
    }
}
