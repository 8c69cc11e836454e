package dev.ralph.loop;

import dev.ralph.budget.Counters;
import dev.ralph.budget.Spent;
import dev.ralph.loop.Event.*;
import dev.ralph.loop.Policy.AgentCommand;
import dev.ralph.loop.Policy.Keep;
import dev.ralph.loop.Policy.Limits;
import dev.ralph.loop.Policy.Mode;
import dev.ralph.loop.Policy.Pace;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Words for what happened, so that tests of the heart read like a story.
final class EventsForTests {
    static final Instant NOW = Instant.parse("2030-01-01T12:00:00Z");

    /// How long an attempt may run would differ from one to the next.
    static final Limits LIMITS = Limits.DEFAULT.with(new Caps(
            Caps.DEFAULT.attempt(),
            Caps.DEFAULT.loop(),
            null,
            Caps.DEFAULT.leastFree(),
            0,
            Caps.DEFAULT.limited(),
            false));

    static final Policy POLICY = Policy.of(AgentCommand.program("agent")).with(LIMITS);

    private EventsForTests() {}

    static LoopState after(Policy policy, Event... events) {
        return LoopState.replay(past(policy, events));
    }

    static List<Event> past(Policy policy, Event... events) {
        List<Event> all = new ArrayList<>(List.of(new LoopStarted(policy)));
        all.addAll(List.of(events));
        return all;
    }

    static Policy atMost(int attempts) {
        return POLICY.with(LIMITS.withAttempts(attempts));
    }

    static Policy once() {
        return new Policy("job", Mode.ONCE, POLICY.agent(), LIMITS, Pace.DEFAULT, List.of(), Keep.IN_PLACE);
    }

    static Policy breaking(int sameFailures) {
        return POLICY.with(new Limits(100, Duration.ofMinutes(5), null, 1 << 20, sameFailures, LIMITS.caps()));
    }

    static Event started(int attempt) {
        return new AttemptStarted(attempt, "run-" + attempt);
    }

    static Event exited(int attempt, int code) {
        return ended(attempt, AttemptReport.How.EXITED, code, null);
    }

    static Event leftDone(int attempt) {
        return ended(attempt, AttemptReport.How.EXITED, 0, Signal.DONE);
    }

    static Event ended(int attempt, AttemptReport.How how, int code, @Nullable Signal signal) {
        boolean fine = how == AttemptReport.How.EXITED && (code == 0 || code == 42);
        AttemptFailure failure = fine
                ? null
                : how == AttemptReport.How.EXITED
                        ? new AttemptFailure.ExitCode(code)
                        : new AttemptFailure.Told("ended by " + how);
        return new AttemptEnded(attempt, report(how, code, signal, failure));
    }

    static AttemptReport report(
            AttemptReport.How how, int code, @Nullable Signal signal, @Nullable AttemptFailure failure) {
        return AttemptReport.bare(how, code, signal, failure, NOW, Duration.ofSeconds(10), "test");
    }

    /// An agent that could not work, for a reason with this cure.
    static Event hindered(int attempt, AgentStatement.Cure cure, @Nullable Instant until) {
        return new AttemptEnded(attempt, testified(AttemptReport.How.EXITED, null, statement(cure, until, null)));
    }

    /// An agent that worked in this conversation.
    static Event spoke(int attempt, String session) {
        AgentStatement said =
                new AgentStatement("claude", null, session, null, Spent.UNKNOWN, Counters.FRESH, 1, 0, null, null);
        return new AttemptEnded(attempt, testified(AttemptReport.How.EXITED, null, said));
    }

    static AgentStatement statement(
            AgentStatement.@Nullable Cure cure, @Nullable Instant until, Reason.@Nullable Refusal remark) {
        AgentStatement.Hindrance hindrance =
                cure == null ? null : new AgentStatement.Hindrance(cure, "hindered", "test", until);
        return new AgentStatement("claude", null, null, null, Spent.UNKNOWN, Counters.FRESH, 0, 0, hindrance, remark);
    }

    static AttemptReport testified(AttemptReport.How how, @Nullable Signal signal, AgentStatement statement) {
        return report(how, 0, signal, statement.hindrance() == null ? null : new AttemptFailure.Told("hindered"))
                .with(statement, AttemptEffect.UNKNOWN);
    }

    static Caps caps(Caps like, int sameTrees, int limited) {
        return new Caps(
                like.attempt(), like.loop(), like.busyTime(), like.leastFree(), sameTrees, limited, like.silentCpu());
    }

    static Event lost(int attempt) {
        return new AttemptLost(attempt, NOW);
    }

    /// Lost, but for what the agent had said.
    static Event lost(int attempt, AgentStatement statement) {
        return new AttemptLost(attempt, NOW, statement, null, null, null);
    }

    static Event seen(Signal signal) {
        return new SignalSeen(signal, NOW);
    }

    static Event rested() {
        return new RestEnded();
    }

    static Event childrenEnded() {
        return new ChildrenEnded(0, List.of());
    }

    /// Checks ended with these exit codes, in the order of the policy.
    static Event checked(Policy policy, int... codes) {
        List<Verdict.Result> results = new ArrayList<>();
        for (int i = 0; i < codes.length; i++) {
            results.add(new Verdict.Result(policy.checks().get(i), codes[i], Duration.ofSeconds(1), "", ""));
        }
        return new ChecksEnded(new Verdict(results));
    }

    static Event refused(int attempt) {
        return new SignalRefused("DONE.rejected-" + attempt, NOW);
    }

    static StopRequested stop(StopKind kind) {
        return new StopRequested(kind, "ann");
    }

    static Event hold() {
        return new Held("ann");
    }

    static Event release() {
        return new Released("ann");
    }

    static Event resumed(Policy policy) {
        return new LoopResumed(policy, "bob", false);
    }

    static Event over(Outcome outcome) {
        return new LoopEnded(reason(outcome));
    }

    static Decision start(int attempt) {
        return new Decision.StartAttempt(attempt, null, false);
    }

    static Decision finish(Reason reason) {
        return new Decision.Finish(reason);
    }

    /// One of those for which a loop ends like that.
    static Reason reason(Outcome outcome) {
        return switch (outcome) {
            case COMPLETED -> new Reason.Proven();
            case EXHAUSTED -> new Reason.AttemptsUsed(3);
            case STOPPED -> new Reason.StoppedBy(StopKind.STOP, "ann");
            case WAITING -> new Reason.AgentWaits(Signal.WAIT_MARKER);
            case CANCELLED -> new Reason.StoppedBy(StopKind.CANCEL, "ann");
            case FAILED -> new Reason.DoneIsFolder("DONE");
            case FATAL -> new Reason.NoAgent(new AttemptFailure.Told("not found"));
            case BLOCKED -> new Reason.GaveUp();
            case REJECTED -> new Reason.Rejected(List.of("no test for 0"));
        };
    }

    static Reason.CapReached reached(Reason.Cap cap, String limit, String used) {
        return new Reason.CapReached(cap, new BigDecimal(limit), new BigDecimal(used));
    }
}
