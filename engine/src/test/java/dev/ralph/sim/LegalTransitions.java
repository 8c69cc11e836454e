package dev.ralph.sim;

import dev.ralph.budget.Counters;
import dev.ralph.budget.Spent;
import dev.ralph.loop.AgentStatement;
import dev.ralph.loop.AttemptEffect;
import dev.ralph.loop.AttemptFailure;
import dev.ralph.loop.AttemptReport;
import dev.ralph.loop.ConversationPolicy;
import dev.ralph.loop.Event;
import dev.ralph.loop.Event.StopKind;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Policy.AgentCommand;
import dev.ralph.loop.Policy.Keep;
import dev.ralph.loop.Policy.Mode;
import dev.ralph.loop.Reason;
import dev.ralph.loop.Signal;
import dev.ralph.loop.Verdict;
import dev.ralph.machine.IllegalEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Finds every legal transition by asking the heart itself: from each state that can be reached, every event is tried.
final class LegalTransitions {
    private static final Instant NOW = Instant.EPOCH;
    /// A third attempt only repeats what the first two allow, and takes most of the time.
    private static final int MOST_ATTEMPTS = Boolean.getBoolean("ralph.soak") ? 2 : 1;
    private static final List<String> FINDINGS = List.of("a finding");

    private LegalTransitions() {}

    static Set<Arrow> ofTheHeart() {
        Set<Arrow> legal = new HashSet<>();
        for (Policy policy : policies()) {
            explore(policy, (before, event, after) -> {
                if (after != null) {
                    legal.add(Arrow.of(before, event, after));
                }
            });
        }
        return legal;
    }

    /// Hears of every event that was tried in every state; `after` is null where the heart refused it.
    interface Explorer {
        void step(LoopState before, Event event, @Nullable LoopState after);
    }

    static void explore(Policy policy, Explorer explorer) {
        LoopState first = LoopState.begin(new Event.LoopStarted(policy));
        Set<LoopState> known = new HashSet<>(Set.of(first));
        ArrayDeque<LoopState> open = new ArrayDeque<>(known);
        while (!open.isEmpty()) {
            LoopState state = open.poll();
            if (state.attempts() > MOST_ATTEMPTS) { // what does not count could go on for ever
                continue;
            }
            for (Event event : events(policy, state.attempts())) {
                LoopState next = null;
                try {
                    next = state.after(event);
                } catch (IllegalEvent _) {
                    // Not legal here.
                }
                explorer.step(state, event, next);
                if (next != null && known.add(next)) {
                    open.add(next);
                }
            }
        }
    }

    /// Together they reach every branch of the heart.
    static List<Policy> policies() {
        List<String> none = List.of();
        List<String> one = List.of("test");
        Policy parks = policy(Mode.LOOP, 0, Duration.ZERO, none, Keep.IN_PLACE);
        Policy looks = policy(Mode.ONCE, 0, Duration.ofSeconds(1), one, Keep.COMMIT);
        return List.of(
                looks.with(looks.conversation().rejecting()),
                policy(Mode.LOOP, 2, Duration.ofSeconds(1), one, Keep.IN_PLACE).with(Policy.OnRefusal.DISCARD),
                parks.with(parks.conversation().with(ConversationPolicy.OnQuestion.PARK)),
                policy(Mode.LOOP, 0, Duration.ofSeconds(1), none, Keep.IN_PLACE),
                policy(Mode.LOOP, 2, Duration.ofSeconds(1), one, Keep.IN_PLACE),
                policy(Mode.LOOP, 0, Duration.ZERO, one, Keep.COMMIT),
                policy(Mode.LOOP, 0, Duration.ZERO, none, Keep.COMMIT),
                policy(Mode.ONCE, 0, Duration.ofSeconds(1), none, Keep.IN_PLACE),
                policy(Mode.ONCE, 0, Duration.ofSeconds(1), one, Keep.COMMIT));
    }

    private static Policy policy(Mode mode, int breaker, Duration delay, List<String> checks, Keep keep) {
        return new Policy(
                "restart",
                mode,
                AgentCommand.program("agent"),
                new Policy.Limits(2, Duration.ofMinutes(5), null, 1 << 20, breaker),
                Policy.Pace.DEFAULT.withRestartDelay(delay),
                checks,
                keep);
    }

    /// Every event, in every variant that the heart tells apart.
    static List<Event> events(Policy policy, int attempts) {
        List<Event> events = new ArrayList<>();
        events.add(new Event.LoopStarted(policy));
        events.add(new Event.LoopResumed(policy, "me", false));
        events.add(new Event.LoopResumed(policy, "me", true));
        for (int attempt = Math.max(1, attempts); attempt <= attempts + 1; attempt++) {
            events.add(new Event.AttemptStarted(attempt, "run"));
            events.add(new Event.AttemptLost(attempt, NOW));
            events.add(new Event.AgentFinished(attempt, NOW));
            events.add(new Event.AttemptTimedOut(
                    attempt, new AttemptFailure.TimedOut(AttemptFailure.Timer.ATTEMPT, Duration.ofMinutes(1))));
            events.add(new Event.AttemptLost(attempt, NOW, null, Signal.PROMISE, null, null));
            events.add(new Event.AttemptLost(attempt, NOW, null, null, null, null, FINDINGS, null));
            for (AttemptReport report : reports()) {
                events.add(new Event.AttemptEnded(attempt, report));
            }
        }
        for (Signal signal : Signal.values()) {
            events.add(new Event.SignalSeen(signal, NOW));
        }
        events.add(new Event.NothingSeen());
        events.add(new Event.RestEnded());
        events.add(new Event.LimitEnded(NOW));
        events.add(new Event.ChildrenEnded(0, List.of()));
        events.add(new Event.ChecksEnded(verdict(0)));
        events.add(new Event.ChecksEnded(verdict(1)));
        events.add(new Event.SignalRefused("DONE.rejected-1", NOW));
        events.add(new Event.BranchMoved());
        events.add(new Event.WorkKept("commit"));
        events.add(new Event.WorkDiscarded("ref"));
        events.add(new Event.Asked("question", "which one?"));
        events.add(new Event.Answered("question", "this one", "me"));
        events.add(new Event.Held("me"));
        events.add(new Event.Released("me"));
        events.add(new Event.TermsChanged(1, null, "me"));
        events.add(new Event.TermsChanged(2, null, "me"));
        events.add(new Event.Told("words"));
        events.add(new Event.ChecksTried(List.of()));
        for (StopKind kind : StopKind.values()) {
            events.add(new Event.StopRequested(kind, "me"));
        }
        events.add(new Event.TroubleFound(new Reason.DoneIsFolder("DONE")));
        events.add(new Event.TroubleFound(new Reason.DiskFull(1_000, "the project")));
        reasons().forEach(reason -> events.add(new Event.LoopEnded(reason)));
        return events;
    }

    /// One for every outcome.
    static List<Reason> reasons() {
        return List.of(
                new Reason.Proven(),
                new Reason.AttemptsUsed(1),
                new Reason.StoppedBy(StopKind.STOP, "me"),
                new Reason.AgentWaits(Signal.WAIT_EXIT),
                new Reason.StoppedBy(StopKind.CANCEL, "me"),
                new Reason.DoneIsFolder("DONE"),
                new Reason.NoAgent(new AttemptFailure.Told("not found")),
                new Reason.GaveUp(),
                new Reason.Rejected(FINDINGS));
    }

    static Verdict verdict(int exitCode) {
        return new Verdict(List.of(new Verdict.Result("test", exitCode, Duration.ZERO, "", "")));
    }

    private static List<AttemptReport> reports() {
        return List.of(
                report(AttemptReport.How.EXITED, 0, null, null),
                report(AttemptReport.How.EXITED, 1, null, new AttemptFailure.ExitCode(1)),
                report(AttemptReport.How.EXITED, 0, Signal.DONE, null),
                report(AttemptReport.How.EXITED, 0, Signal.DONE, null).rejecting(FINDINGS),
                report(AttemptReport.How.EXITED, 42, Signal.WAIT_EXIT, null),
                limited(report(AttemptReport.How.EXITED, 1, null, new AttemptFailure.Told("limited"))),
                report(AttemptReport.How.NOT_STARTED, -1, null, new AttemptFailure.Told("not found")));
    }

    private static AttemptReport limited(AttemptReport plain) {
        AgentStatement.Hindrance hindrance =
                new AgentStatement.Hindrance(AgentStatement.Cure.WAIT, "limited", "test", NOW.plusSeconds(60));
        return plain.with(
                new AgentStatement("sim", null, null, null, Spent.NOTHING, Counters.FRESH, 0, 0, hindrance, null),
                AttemptEffect.UNKNOWN);
    }

    private static AttemptReport report(
            AttemptReport.How how, int code, @Nullable Signal signal, @Nullable AttemptFailure failure) {
        return AttemptReport.bare(how, code, signal, failure, NOW, Duration.ZERO, "test");
    }
}
