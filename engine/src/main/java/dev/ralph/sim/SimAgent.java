package dev.ralph.sim;

import dev.ralph.budget.Counters;
import dev.ralph.budget.Spent;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Report;
import dev.ralph.loop.Report.Captured;
import dev.ralph.loop.Report.How;
import dev.ralph.loop.Signal;
import dev.ralph.loop.Testimony;
import dev.ralph.loop.Trace;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// An agent that is alive: its play, cut by the limits of the policy.
final class SimAgent {
    final int attempt;
    final Play play;
    final Duration bornAt;
    final How how;
    final Duration endsAfter;
    boolean signalled;

    SimAgent(int attempt, Play play, Policy policy, Duration bornAt) {
        this.attempt = attempt;
        this.play = play;
        this.bornAt = bornAt;
        Duration soonest = play.ending() == Play.How.HANGS ? null : play.takes();
        How by = play.ending() == Play.How.DIES_BY_SIGNAL ? How.SIGNALLED : How.EXITED;
        Duration idle = play.ending() == Play.How.HANGS ? policy.limits().idle() : null;
        if (sooner(idle, soonest)) {
            soonest = idle;
            by = How.IDLE_LIMIT;
        }
        if (sooner(policy.limits().wall(), soonest)) {
            soonest = policy.limits().wall();
            by = How.WALL_LIMIT;
        }
        Duration afterSignal = play.leaves() == null
                ? null
                : play.leavesAfter().plus(policy.pace().doneGrace());
        if (sooner(afterSignal, soonest)) {
            soonest = afterSignal;
            by = How.ENDED_AFTER_SIGNAL;
        }
        if (soonest == null) {
            throw new IllegalStateException("attempt " + attempt
                    + " hangs for ever: the policy has neither an idle timeout nor a timeout that would end it");
        }
        this.how = by;
        this.endsAfter = soonest;
    }

    /// The signal it leaves before it ends, if it gets that far.
    @Nullable
    Signal leaves() {
        return play.leaves() != null && play.leavesAfter().compareTo(endsAfter) <= 0 ? play.leaves() : null;
    }

    Report report(How how, @Nullable Signal signal, Instant now, Duration took) {
        int code = how == How.EXITED || how == How.SIGNALLED ? play.code() : -1;
        boolean fine = (how == How.EXITED && (code == 0 || code == 42)) || how == How.ENDED_AFTER_SIGNAL;
        String failure = fine ? null : how == How.EXITED ? "exit code " + code : "ended by " + how;
        Duration limited = play.limited();
        return limited == null
                ? report(how, code, signal, failure, now, took)
                : limited(report(how, code, signal, "limited", now, took), now.plus(limited));
    }

    private static Report limited(Report report, Instant until) {
        Testimony.Hindrance hindrance = new Testimony.Hindrance(Testimony.Cure.WAIT, "limited", "simulated", until);
        Testimony testimony =
                new Testimony("sim", null, "session", null, Spent.NOTHING, Counters.FRESH, 0, 0, hindrance, null);
        return new Report(
                report.how(),
                report.code(),
                report.pid(),
                report.signal(),
                report.failure(),
                report.endedAt(),
                report.took(),
                report.proof(),
                report.leaked(),
                report.stdout(),
                report.stderr(),
                testimony,
                Trace.UNKNOWN);
    }

    static Report report(
            How how, int code, @Nullable Signal signal, @Nullable String failure, Instant now, Duration took) {
        return new Report(
                how, code, 0, signal, failure, now, took, "simulated", false, Captured.NOTHING, Captured.NOTHING);
    }

    private static boolean sooner(@Nullable Duration candidate, @Nullable Duration than) {
        return candidate != null && (than == null || candidate.compareTo(than) < 0);
    }
}
