package dev.ralph.loop;

import dev.ralph.loop.Phase.AwaitingChildren;
import dev.ralph.loop.Phase.Finishing;
import dev.ralph.loop.Phase.Limited;
import java.time.Duration;
import java.time.Instant;

/// What a loop makes of an attempt that ended by itself or at a limit.
///
/// @param state with the attempt running
record Judgement(LoopState state, Report report) {
    /// Equal failures in a row after which another agent of the chain is asked.
    private static final int PATIENCE = 3;

    static final String GAVE_UP = "the agent says that it cannot go on";

    /// How long the one that failed is not asked again.
    private static final Duration COOLING = Duration.ofMinutes(10);

    LoopState next() {
        LoopState next = state.counting(report);
        Event.StopRequested leave = state.leave();
        Signal signal = report.signal();
        if (leave != null) {
            return next.in(new Finishing(leave.kind().outcome(), "stopped by " + leave.by() + " after the attempt"));
        }
        if (report.how() == Report.How.NOT_STARTED) {
            return dismissed(next, whatFailed());
        }
        if (signal == Signal.GAVE_UP) {
            return next.in(new Finishing(Outcome.BLOCKED, GAVE_UP));
        }
        if (signal != null) {
            return next.in(signal.asksToWait() ? LoopState.waiting(signal) : new AwaitingChildren());
        }
        if (state.policy().mode() == Policy.Mode.ONCE) {
            boolean well = report.ended() == Report.Ended.FINISHED;
            return next.in(well ? new AwaitingChildren() : new Finishing(Outcome.FAILED, whatFailed()));
        }
        Testimony.Hindrance hindrance = report.hindrance();
        return hindrance == null ? orBlocked(next) : hindered(next, hindrance);
    }

    private LoopState hindered(LoopState next, Testimony.Hindrance hindrance) {
        return switch (hindrance.cure()) {
            case RETRY -> orBlocked(next);
            case FRESH -> orBlocked(next.withCrew(next.crew().forget()));
            case WAIT -> new Wait(next, report.endedAt()).next(hindrance);
            case NEXT -> dismissed(next, hindrance.words());
            case FATAL -> next.in(new Finishing(Outcome.FATAL, hindrance.words()));
        };
    }

    private LoopState orBlocked(LoopState next) {
        Instant now = report.endedAt();
        int breaker = state.policy().limits().sameFailures();
        Failure failure = next.failure();
        if (breaker > 0 && failure.times() >= breaker) {
            return replaced(
                    next,
                    now.plus(COOLING),
                    new Finishing(
                            Outcome.BLOCKED,
                            "the same failure " + new Row(failure.times()).of("time") + ": " + failure.what()));
        }
        if (failure.times() >= PATIENCE && next.crew().posts().size() > 1) {
            return replaced(next, now.plus(COOLING), next.onward(now).phase());
        }
        return next.onward(now);
    }

    /// This agent is not asked again. Where all others are away, the first that comes back is waited for.
    private LoopState dismissed(LoopState next, String why) {
        Instant now = report.endedAt();
        Crew rest = next.crew().away(Crew.FOR_GOOD);
        Instant back = rest.ready(now).isPresent() ? null : rest.back().orElse(null);
        return back == null
                ? replaced(next, Crew.FOR_GOOD, new Finishing(Outcome.FATAL, why))
                : next.withCrew(rest).in(new Limited(now, back, why)).unlessOver();
    }

    /// Another agent instead of this one, where the chain has one; where it has not, `otherwise`.
    private LoopState replaced(LoopState next, Instant away, Phase otherwise) {
        Instant now = report.endedAt();
        Crew rest = next.crew().away(away);
        return rest.ready(now).isPresent()
                ? next.withCrew(rest).withFailure(Failure.NONE).onward(now)
                : next.in(otherwise);
    }

    private String whatFailed() {
        String failure = report.failure();
        return failure == null ? "the attempt ended as " + report.how() : failure;
    }
}
