package dev.ralph.loop;

import dev.ralph.loop.Event.*;
import dev.ralph.loop.Phase.*;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The heart promises:
/// 1. The decision follows from the state alone; replaying the same events gives the same decision.
/// 2. N allowed attempts mean at most N executions, and a signal left by the last one still counts.
/// 3. After a stop request no attempt, check or commit is started.
/// 4. COMPLETED needs a signal, or the exit code 0 of a single attempt, and then that every check passed.
/// 5. An ended loop stays ended until somebody resumes it.
///
/// @param attempts attempts started so far, lost ones included
/// @param refusal  why the last signal was not believed
/// @param failure  the last failure, and how often in a row it came
/// @param children what became of the children after the last signal, null when nobody looked yet
/// @param held     somebody asked that no further attempt starts; what an attempt left is still checked and kept
/// @param leave    stop once the running attempt has ended, null when nobody asked
public record LoopState(
        Policy policy,
        Phase phase,
        int attempts,
        @Nullable String refusal,
        Failure failure,
        @Nullable ChildrenEnded children,
        boolean held,
        @Nullable StopRequested leave) {

    /// Equal failures in a row.
    public record Failure(@Nullable String what, int times) {
        static final Failure NONE = new Failure(null, 0);

        Failure and(@Nullable String next) {
            return next == null ? NONE : new Failure(next, next.equals(what) ? times + 1 : 1);
        }
    }

    public static LoopState begin(LoopStarted started) {
        return new LoopState(started.policy(), new Ready(false), 0, null, Failure.NONE, null, false, null);
    }

    /// Recovery: the state after all of a loop's events.
    public static LoopState replay(List<Event> events) {
        if (events.isEmpty() || !(events.getFirst() instanceof LoopStarted started)) {
            throw new IllegalEvent("a journal begins with LoopStarted, but this one "
                    + (events.isEmpty() ? "is empty" : "begins with " + events.getFirst()));
        }
        LoopState state = begin(started);
        for (Event event : events.subList(1, events.size())) {
            state = state.after(event);
        }
        return state;
    }

    public Decision decision() {
        return switch (phase) {
            case Ready _ when held -> new Decision.Hold();
            case Ready _ when attempts >= policy.limits().attempts() -> new Decision.LookAgain();
            case Ready ready -> new Decision.StartAttempt(attempts + 1, refusal, ready.clearWait());
            case Resting resting ->
                new Decision.Rest(resting.until(), policy.pace().restartDelay());
            case Running running -> new Decision.AttendAttempt(running.attempt());
            case AwaitingChildren _ -> new Decision.AwaitChildren(policy.pace().childWait());
            case Checking _ -> new Decision.RunChecks(attempts);
            case Refusing refusing -> new Decision.RefuseSignal(attempts, refusing.reason());
            case Keeping _ -> new Decision.KeepWork(attempts);
            case Stopping stopping -> new Decision.EndAttempt(stopping.attempt(), stopping.kind());
            case Finishing finishing -> new Decision.Finish(finishing.outcome(), finishing.reason());
            case Ended ended -> new Decision.Nothing(ended.outcome(), ended.reason());
        };
    }

    public LoopState after(Event event) {
        return switch (event) {
            case LoopStarted _ -> throw new IllegalEvent(phase, event);
            case LoopResumed resumed -> afterResumed(resumed);
            case AttemptStarted started -> afterStarted(started);
            case AttemptEnded ended -> afterEnded(ended);
            case AttemptLost lost -> afterLost(lost);
            case SignalSeen seen -> afterSignal(seen);
            case NothingSeen _ -> afterNothing(event);
            case RestEnded _ -> afterRest(event);
            case ChildrenEnded ended -> afterChildren(ended);
            case ChecksEnded checks -> afterChecks(checks);
            case SignalRefused refused -> afterRefused(refused);
            case WorkKept _ -> afterKept(event);
            case Held _ -> isOver() ? illegal(event) : hold(true);
            case Released _ -> isOver() ? illegal(event) : hold(false);
            case StopRequested stop -> afterStop(stop);
            case TroubleFound trouble -> afterTrouble(trouble);
            case LoopEnded ended -> afterLoopEnded(ended);
        };
    }

    public boolean hasEnded() {
        return phase instanceof Ended;
    }

    private LoopState afterResumed(LoopResumed resumed) {
        return switch (phase) {
            case Ended ended
            when ended.outcome().resumable() ->
                new LoopState(resumed.policy(), new Ready(true), attempts, refusal, Failure.NONE, null, false, null);
            case Ready _, Resting _, AwaitingChildren _, Checking _, Refusing _, Keeping _ ->
                new LoopState(resumed.policy(), phase, attempts, refusal, failure, children, false, null);
            case Running _, Stopping _, Finishing _, Ended _ -> illegal(resumed);
        };
    }

    private LoopState afterStarted(AttemptStarted started) {
        boolean allowed = phase instanceof Ready
                && !held
                && attempts < policy.limits().attempts()
                && started.attempt() == attempts + 1;
        if (!allowed) {
            return illegal(started);
        }
        return new LoopState(
                policy, new Running(started.attempt()), attempts + 1, refusal, failure, children, held, leave);
    }

    private LoopState afterEnded(AttemptEnded ended) {
        return switch (phase) {
            case Running running when running.attempt() == ended.attempt() -> judge(ended.report());
            case Stopping stopping when stopping.attempt() == ended.attempt() -> stopped(stopping);
            case Ready _, Resting _, Running _, AwaitingChildren _, Checking _, Refusing _ -> illegal(ended);
            case Keeping _, Stopping _, Finishing _, Ended _ -> illegal(ended);
        };
    }

    private LoopState judge(Report report) {
        LoopState next = withFailure(failure.and(report.failure()));
        Signal signal = report.signal();
        if (leave != null) {
            return next.in(new Finishing(leave.kind().outcome(), "stopped by " + leave.by() + " after the attempt"));
        }
        if (report.how() == Report.How.NOT_STARTED) {
            return next.in(new Finishing(Outcome.FATAL, whatFailed(report)));
        }
        if (signal == Signal.DONE) {
            return next.in(new AwaitingChildren());
        }
        if (signal != null) {
            return next.in(waiting(signal));
        }
        if (policy.mode() == Policy.Mode.ONCE) {
            return report.succeeded()
                    ? next.in(new AwaitingChildren())
                    : next.in(new Finishing(Outcome.FAILED, whatFailed(report)));
        }
        return next.orBlocked(report.endedAt());
    }

    private LoopState orBlocked(Instant endedAt) {
        int breaker = policy.limits().sameFailures();
        if (breaker > 0 && failure.times() >= breaker) {
            return in(new Finishing(
                    Outcome.BLOCKED, "the same failure " + failure.times() + " times in a row: " + failure.what()));
        }
        return rest(endedAt);
    }

    private LoopState afterLost(AttemptLost lost) {
        return switch (phase) {
            case Running running
            when running.attempt() == lost.attempt() ->
                leave == null
                        ? again(lost.foundAt(), "the engine died while the attempt ran")
                        : in(new Finishing(leave.kind().outcome(), "stopped by " + leave.by()));
            case Stopping stopping when stopping.attempt() == lost.attempt() -> stopped(stopping);
            case Ready _, Resting _, Running _, AwaitingChildren _, Checking _, Refusing _ -> illegal(lost);
            case Keeping _, Stopping _, Finishing _, Ended _ -> illegal(lost);
        };
    }

    private LoopState afterSignal(SignalSeen seen) {
        return switch (phase) {
            case Running _ -> this;
            case Ready _ when held -> illegal(seen);
            case Ready _, Resting _ ->
                seen.signal() == Signal.DONE ? in(new AwaitingChildren()) : in(waiting(seen.signal()));
            case AwaitingChildren _, Checking _, Refusing _, Keeping _ -> illegal(seen);
            case Stopping _, Finishing _, Ended _ -> illegal(seen);
        };
    }

    private LoopState afterNothing(Event event) {
        int allowed = policy.limits().attempts();
        return phase instanceof Ready && !held && attempts >= allowed
                ? in(new Finishing(Outcome.EXHAUSTED, "max restarts (" + allowed + ") exceeded"))
                : illegal(event);
    }

    private LoopState afterRest(Event event) {
        return phase instanceof Resting ? in(new Ready(false)) : illegal(event);
    }

    private LoopState afterChildren(ChildrenEnded ended) {
        if (!(phase instanceof AwaitingChildren)) {
            return illegal(ended);
        }
        LoopState next = new LoopState(policy, phase, attempts, refusal, failure, ended, held, leave);
        return policy.checks().isEmpty() ? next.believe() : next.in(new Checking());
    }

    private LoopState afterChecks(ChecksEnded checks) {
        if (!(phase instanceof Checking)) {
            return illegal(checks);
        }
        Verdict verdict = checks.verdict();
        if (verdict.passed() && !verdict.covers(policy.checks())) {
            throw new IllegalEvent("a verdict that left out one of the checks " + policy.checks() + " proves nothing: "
                    + verdict.results());
        }
        return verdict.refusal()
                .map(reason -> withRefusal(reason).in(new Refusing(reason)))
                .orElseGet(this::believe);
    }

    private LoopState believe() {
        return policy.keep() == Policy.Keep.COMMIT ? in(new Keeping()) : in(completed());
    }

    private LoopState afterRefused(SignalRefused refused) {
        return phase instanceof Refusing refusing ? again(refused.at(), refusing.reason()) : illegal(refused);
    }

    private LoopState afterKept(Event event) {
        return phase instanceof Keeping ? in(completed()) : illegal(event);
    }

    private LoopState afterStop(StopRequested stop) {
        Outcome outcome = stop.kind().outcome();
        return switch (phase) {
            case Running _
            when stop.kind() == StopKind.AFTER_ATTEMPT ->
                new LoopState(policy, phase, attempts, refusal, failure, children, held, leave == null ? stop : leave);
            case Running running -> in(new Stopping(running.attempt(), stop.kind(), stop.by()));
            case Ready _, Resting _, AwaitingChildren _, Checking _, Refusing _, Keeping _ ->
                in(new Finishing(outcome, words(stop.kind()) + " by " + stop.by()));
            case Stopping _, Finishing _, Ended _ -> this;
        };
    }

    private LoopState afterTrouble(TroubleFound trouble) {
        return switch (phase) {
            case Ready _, Resting _, AwaitingChildren _, Checking _, Refusing _, Keeping _ ->
                in(new Finishing(trouble.outcome(), trouble.reason()));
            case Running _, Stopping _, Finishing _, Ended _ -> illegal(trouble);
        };
    }

    private LoopState afterLoopEnded(LoopEnded ended) {
        return phase instanceof Finishing finishing && finishing.outcome() == ended.outcome()
                ? in(new Ended(ended.outcome(), ended.reason()))
                : illegal(ended);
    }

    /// Another attempt, where more than one is meant to be made.
    private LoopState again(Instant since, String otherwise) {
        return policy.mode() == Policy.Mode.ONCE ? in(new Finishing(Outcome.FAILED, otherwise)) : rest(since);
    }

    private LoopState rest(Instant since) {
        Duration delay = policy.pace().restartDelay();
        return in(delay.isZero() ? new Ready(false) : new Resting(since.plus(delay)));
    }

    private LoopState stopped(Stopping stopping) {
        return in(new Finishing(stopping.kind().outcome(), words(stopping.kind()) + " by " + stopping.by()));
    }

    private Finishing completed() {
        return new Finishing(
                Outcome.COMPLETED,
                policy.checks().isEmpty() ? "unverified: no check configured" : "every check passed");
    }

    private static Finishing waiting(Signal signal) {
        return new Finishing(Outcome.WAITING, "wait-without-restart by " + signal);
    }

    private static String words(StopKind kind) {
        return kind == StopKind.CANCEL ? "cancelled" : "stopped";
    }

    private static String whatFailed(Report report) {
        String failure = report.failure();
        return failure == null ? "the attempt ended as " + report.how() : failure;
    }

    private boolean isOver() {
        return phase instanceof Ended || phase instanceof Finishing;
    }

    private LoopState illegal(Event event) {
        throw new IllegalEvent(phase, event);
    }

    private LoopState in(Phase next) {
        return new LoopState(policy, next, attempts, refusal, failure, children, held, leave);
    }

    private LoopState hold(boolean holding) {
        return new LoopState(policy, phase, attempts, refusal, failure, children, holding, leave);
    }

    private LoopState withRefusal(String reason) {
        return new LoopState(policy, phase, attempts, reason, failure, children, held, leave);
    }

    private LoopState withFailure(Failure next) {
        return new LoopState(policy, phase, attempts, refusal, next, children, held, leave);
    }
}
