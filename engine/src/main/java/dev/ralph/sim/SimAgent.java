package dev.ralph.sim;

import dev.ralph.budget.Counters;
import dev.ralph.budget.Spent;
import dev.ralph.budget.Tokens;
import dev.ralph.loop.AgentStatement;
import dev.ralph.loop.AttemptEffect;
import dev.ralph.loop.AttemptFailure;
import dev.ralph.loop.AttemptReport;
import dev.ralph.loop.AttemptReport.Captured;
import dev.ralph.loop.AttemptReport.How;
import dev.ralph.loop.Decision;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Signal;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// An agent that is alive: its play, cut by the limits of the policy and by what is left of the loop's.
final class SimAgent {
    /// Of a token.
    private static final BigDecimal PRICE = new BigDecimal("0.01");

    final int attempt;
    final SimAttempt simAttempt;
    final Duration bornAt;
    private final Decision.Assignment assignment;
    private final int tree;
    How how;
    Duration endsAfter;
    boolean signalled;

    /// Whether the journal was told that its time is over.
    boolean told;

    /// @param tree which version of the project it begins with
    SimAgent(
            int attempt,
            SimAttempt simAttempt,
            Policy policy,
            Decision.Assignment assignment,
            Duration bornAt,
            int tree) {
        this.attempt = attempt;
        this.simAttempt = simAttempt;
        this.assignment = assignment;
        this.bornAt = bornAt;
        this.tree = tree;
        boolean hangs = simAttempt.ending() == SimAttempt.How.HANGS;
        Duration never = null;
        this.endsAfter = Duration.ofDays(36_500);
        this.how = How.WALL_LIMIT;
        cut(
                hangs ? never : simAttempt.takes(),
                simAttempt.ending() == SimAttempt.How.DIES_BY_SIGNAL ? How.SIGNALLED : How.EXITED);
        cut(hangs ? policy.limits().idle() : never, How.IDLE_LIMIT);
        boolean endless = endsAfter.equals(Duration.ofDays(36_500));
        cut(policy.limits().wall(), How.WALL_LIMIT);
        if (endless && policy.limits().wall() == null) {
            throw new IllegalStateException("attempt " + attempt
                    + " hangs for ever: the policy has neither an idle timeout nor a timeout that would end it");
        }
        cut(assignment.time(), How.WALL_LIMIT);
        cut(reaches(tokensLeft(), simAttempt.uses().tokens()), How.COST_LIMIT);
        cut(reaches(assignment.left().output(), simAttempt.uses().output()), How.OUTPUT_LIMIT);
        cut(reaches(assignment.left().disk(), simAttempt.uses().disk()), How.DISK_LIMIT);
        cut(
                simAttempt.leaves() == null
                        ? never
                        : simAttempt.leavesAfter().plus(policy.pace().doneGrace()),
                How.ENDED_AFTER_SIGNAL);
    }

    private void cut(@Nullable Duration after, How by) {
        if (after != null && after.compareTo(endsAfter) < 0) {
            endsAfter = after;
            how = by;
        }
    }

    /// By money, too.
    private @Nullable Long tokensLeft() {
        Long tokens = assignment.left().tokens();
        BigDecimal dollars = assignment.left().dollars();
        if (dollars == null) {
            return tokens;
        }
        long paid = dollars.divideToIntegralValue(PRICE).longValue();
        return tokens == null ? Long.valueOf(paid) : Long.valueOf(Math.min(tokens, paid));
    }

    /// When it has used up what it may; null when it never does.
    private @Nullable Duration reaches(@Nullable Long left, long uses) {
        return left == null || uses <= left
                ? null
                : Duration.ofNanos((long) (simAttempt.takes().toNanos() * (left / (double) uses)));
    }

    /// The signal it leaves before it ends, if it gets that far.
    @Nullable
    Signal leaves() {
        return simAttempt.leaves() != null && simAttempt.leavesAfter().compareTo(endsAfter) <= 0
                ? simAttempt.leaves()
                : null;
    }

    /// Whether it says its last word long before it ends.
    boolean finishes() {
        return simAttempt.leaves() == Signal.PROMISE && simAttempt.leavesAfter().compareTo(endsAfter) < 0;
    }

    AttemptReport report(How by, @Nullable Signal signal, Instant now, Duration took) {
        int code = by == How.EXITED || by == How.SIGNALLED ? simAttempt.code() : -1;
        boolean fine = (by == How.EXITED && (code == 0 || code == 42)) || by == How.ENDED_AFTER_SIGNAL;
        AttemptFailure failure = fine
                ? null
                : by == How.EXITED ? new AttemptFailure.ExitCode(code) : new AttemptFailure.Told("ended by " + by);
        Duration limited = simAttempt.limited();
        AttemptReport plain =
                report(by, code, signal, limited == null ? failure : new AttemptFailure.Told("limited"), now, took);
        long output = used(simAttempt.uses().output(), assignment.left().output(), by == How.OUTPUT_LIMIT, took);
        return plain.with(new Captured(output, 0, Captured.NOTHING.sha256()), plain.stderr())
                .with(statement(by, took, limited == null ? null : now.plus(limited)), effect(by, took));
    }

    private @Nullable AgentStatement statement(How by, Duration took, @Nullable Instant until) {
        if (simAttempt.uses().tokens() == 0 && until == null) {
            return null;
        }
        long tokens = used(simAttempt.uses().tokens(), tokensLeft(), by == How.COST_LIMIT, took);
        Spent spent = tokens == 0
                ? Spent.NOTHING
                : new Spent(
                        Map.of("sim", new Tokens(tokens, 0, 0, 0)), PRICE.multiply(BigDecimal.valueOf(tokens)), true);
        AgentStatement.Hindrance hindrance = until == null
                ? null
                : new AgentStatement.Hindrance(AgentStatement.Cure.WAIT, "limited", "simulated", until);
        return new AgentStatement("sim", null, "session", null, spent, Counters.FRESH, 0, 0, hindrance, null);
    }

    private AttemptEffect effect(How by, Duration took) {
        long disk = used(simAttempt.uses().disk(), assignment.left().disk(), by == How.DISK_LIMIT, took);
        return new AttemptEffect("tree-" + tree, "tree-" + (simAttempt.uses().moves() ? attempt : tree), disk);
    }

    /// Its share for the time it had, and all that it may where that was what ended it.
    private long used(long uses, @Nullable Long left, boolean reached, Duration took) {
        if (reached && left != null) {
            return left;
        }
        long whole = simAttempt.takes().toNanos();
        long share = whole == 0 || took.toNanos() >= whole ? uses : (long) (uses * (took.toNanos() / (double) whole));
        return left == null ? share : Math.min(left, share);
    }

    static AttemptReport report(
            How how, int code, @Nullable Signal signal, @Nullable AttemptFailure failure, Instant now, Duration took) {
        return AttemptReport.bare(how, code, signal, failure, now, took, "simulated");
    }
}
