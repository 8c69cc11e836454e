package dev.ralph.loop;

import dev.ralph.loop.Phase.AwaitingChildren;
import dev.ralph.loop.Phase.Finishing;
import dev.ralph.loop.Phase.Limited;
import java.time.Duration;
import java.time.Instant;

/// What a loop makes of an attempt that ended by itself or at a limit.
///
/// @param state with the attempt running
record AfterAttempt(LoopState state, AttemptReport report) {
    /// Equal failures in a row after which another agent of the chain is asked.
    private static final int PATIENCE = 3;

    /// How long the one that failed is not asked again.
    private static final Duration COOLING = Duration.ofMinutes(10);

    LoopState next() {
        LoopState next = state.counting(report);
        Event.StopRequested leave = state.leave();
        Signal left = report.signal();
        Signal signal = left != null && state.policy().conversation().counts(left) ? left : null;
        if (leave != null) {
            return next.finishing(new Reason.StoppedBy(leave.kind(), leave.by()));
        }
        if (report.failure() instanceof AttemptFailure.DoneIsFolder(String path)) {
            return next.finishing(new Reason.DoneIsFolder(path));
        }
        if (next.rejects(report.findings())) {
            return next.finishing(new Reason.Rejected(report.findings()));
        }
        if (report.how() == AttemptReport.How.NOT_STARTED) {
            return dismissed(next, whatFailed());
        }
        if (signal == Signal.GAVE_UP) {
            return next.finishing(Reason.GaveUp.of(report.declared()));
        }
        if (signal != null) {
            return next.signalled(signal);
        }
        if (state.policy().mode() == Policy.Mode.ONCE) {
            boolean went = report.ended() == AttemptReport.Ended.FINISHED;
            return went ? next.in(new AwaitingChildren()) : next.finishing(new Reason.AttemptFailed(whatFailed()));
        }
        AgentStatement.Hindrance hindrance = report.hindrance();
        boolean well = hindrance == null && report.ended() == AttemptReport.Ended.FINISHED;
        if (well && state.policy().conversation().counts(Signal.ENDED)) {
            return next.signalled(Signal.ENDED);
        }
        LoopState after = hindrance == null ? orBlocked(next) : hindered(next, hindrance);
        return failed() ? after.discardingFailed() : after;
    }

    private boolean failed() {
        return switch (report.ended()) {
            case ERRORED, TIMED_OUT, HUNG, KILLED -> true;
            case FINISHED, LIMITED -> false;
        };
    }

    private LoopState hindered(LoopState next, AgentStatement.Hindrance hindrance) {
        return switch (hindrance.cure()) {
            case RETRY -> orBlocked(next);
            case FRESH -> orBlocked(next.withChain(next.chain().forget()));
            case GONE ->
                isDeleted()
                        ? deleted(next)
                        : orBlocked(next.withChain(next.chain().forget()));
            case WAIT -> new AfterProviderLimit(next, report.endedAt()).next(hindrance);
            case NEXT -> dismissed(next, new AttemptFailure.Told(hindrance.words()));
            case FATAL -> next.finishing(new Reason.NoAgent(new AttemptFailure.Told(hindrance.words())));
        };
    }

    /// After an attempt that went well its conversation was there; one that failed may never have stored it.
    private boolean isDeleted() {
        return state.policy().conversation().rules() != null
                && state.chain().session() != null
                && state.failure().what() == null;
    }

    private LoopState deleted(LoopState next) {
        return next.finishing(new Reason.StoppedBy(
                Event.StopKind.CANCEL,
                "the deletion of session " + state.chain().session()));
    }

    private LoopState orBlocked(LoopState next) {
        Instant now = report.endedAt();
        int breaker = state.policy().limits().sameFailures();
        RepeatedFailure failure = next.failure();
        AttemptFailure what = failure.what();
        if (breaker > 0 && what != null && failure.times() >= breaker) {
            return replaced(next, now.plus(COOLING), new Finishing(new Reason.SameFailure(what, failure.times())));
        }
        if (failure.times() >= PATIENCE && next.chain().slots().size() > 1) {
            return replaced(next, now.plus(COOLING), next.onward(now).phase());
        }
        return next.onward(now);
    }

    /// This agent is not asked again. Where all others are away, the first that comes back is waited for.
    private LoopState dismissed(LoopState next, AttemptFailure why) {
        Instant now = report.endedAt();
        AgentChain rest = next.chain().away(AgentChain.FOR_GOOD);
        Instant back = rest.ready(now).isPresent() ? null : rest.back().orElse(null);
        return back == null
                ? replaced(next, AgentChain.FOR_GOOD, new Finishing(new Reason.NoAgent(why)))
                : next.withChain(rest).in(new Limited(now, back, why)).unlessOver();
    }

    /// Another agent instead of this one, where the chain has one; where it has not, `otherwise`.
    private LoopState replaced(LoopState next, Instant away, Phase otherwise) {
        Instant now = report.endedAt();
        AgentChain rest = next.chain().away(away);
        return rest.ready(now).isPresent()
                ? next.withChain(rest).withFailure(RepeatedFailure.NONE).onward(now)
                : next.in(otherwise);
    }

    /// An agent that says what keeps it from working may end well.
    private AttemptFailure whatFailed() {
        AttemptFailure failure = report.told();
        AgentStatement.Hindrance hindrance = report.hindrance();
        return failure != null
                ? failure
                : hindrance != null
                        ? new AttemptFailure.Told(hindrance.words())
                        : new AttemptFailure.ExitCode(report.code());
    }
}
