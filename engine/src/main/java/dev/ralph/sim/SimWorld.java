package dev.ralph.sim;

import dev.ralph.loop.AttemptReport;
import dev.ralph.loop.Decision;
import dev.ralph.loop.Event;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Signal;
import dev.ralph.loop.Verdict;
import dev.ralph.machine.World;
import dev.ralph.store.JournalEntry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A world in memory that plays a [SimScenario]. One instance is one engine process: what it knows dies with it, what
/// it did
/// stays in its [SimSituation].
///
/// It keeps the promises of [World], and one more:
/// 1. A request is forgotten only when the journal has it: [#heard].
final class SimWorld implements World<Event, Decision> {
    private static final String EMPTY_HASH = AttemptReport.Captured.NOTHING.sha256();
    private static final Duration CHECK = Duration.ofSeconds(1);

    private final SimSituation situation;
    private final SimDisk disk;
    private final SimClock clock;
    private final Policy policy;
    private final SimAgents agents;
    private boolean tried;

    SimWorld(SimSituation situation, Policy policy) {
        this.situation = situation;
        this.disk = situation.disk();
        this.clock = situation.clock();
        this.policy = policy;
        this.agents = new SimAgents(situation, policy);
    }

    @Override
    public boolean isReady(Decision decision) {
        return switch (decision) {
            case Decision.Hold hold -> asked(hold) != null;
            case Decision.AwaitAnswer await -> asked(await) != null || disk.answers.containsKey(await.question());
            default -> true;
        };
    }

    @Override
    public void begin(Decision decision) {
        if (decision instanceof Decision.AttendAttempt attend) {
            situation.crashes().step();
            agents.spawn(attend.attempt());
        }
    }

    @Override
    public Event perform(Decision decision) {
        situation.crashes().step();
        if (decision instanceof Decision.AttendAttempt attend) {
            agents.spawn(attend.attempt());
        }
        situation.scenario().during(decision).forEach(situation::receive);
        Event asked = asked(decision);
        Event event = asked != null ? asked : act(decision);
        situation.crashes().step();
        return event;
    }

    /// The journal has this entry: a request that led to it need not be kept.
    void heard(JournalEntry<Event> entry) {
        disk.pending.remove(entry.event());
        if (entry.event() instanceof Event.ChecksEnded) {
            disk.verified = disk.looked;
        }
    }

    /// Requests and trouble are the first thing to say, where they can be taken.
    private @Nullable Event asked(Decision decision) {
        for (Event event : disk.pending) {
            boolean now = switch (decision) {
                case Decision.AttendAttempt _, Decision.EndAttempt _, Decision.AwaitAnswer _ ->
                    !(event instanceof Event.TroubleFound);
                case Decision.Finish _ -> event instanceof Event.StopRequested;
                case Decision.DiscardWork _ -> true;
                case Decision.StartAttempt _, Decision.LookAgain _, Decision.Rest _, Decision.Hold _ -> true;
                case Decision.AwaitChildren _, Decision.RunChecks _, Decision.WaitForLimit _ -> true;
                case Decision.RefuseSignal _, Decision.KeepWork _, Decision.Ask _, Decision.Ended _ -> true;
            };
            if (now) {
                return event;
            }
        }
        return null;
    }

    private Event act(Decision decision) {
        return switch (decision) {
            case Decision.StartAttempt start -> start(start);
            case Decision.AttendAttempt attend -> agents.attend(attend);
            case Decision.LookAgain _ -> lookAgain();
            case Decision.Rest rest -> rest(rest.until(), rest.atMost(), new Event.RestEnded());
            case Decision.WaitForLimit wait -> rest(wait.until(), wait.atMost(), new Event.LimitEnded(wait.until()));
            case Decision.AwaitChildren await -> await(await.atMost());
            case Decision.RunChecks _ -> check();
            case Decision.RefuseSignal refuse -> refuse(refuse.attempt());
            case Decision.KeepWork keep -> keep(keep.attempt());
            case Decision.DiscardWork discard -> discard(discard.attempt());
            case Decision.Ask ask -> new Event.Asked(disk.newQuestion(), "what the " + ask.signal() + " asks");
            case Decision.AwaitAnswer await -> answered(await.question());
            case Decision.Hold hold -> hold(hold);
            case Decision.EndAttempt end -> agents.end(end.attempt());
            case Decision.Finish finish -> finish(finish);
            case Decision.Ended _ -> throw new IllegalStateException("nothing is left to perform");
        };
    }

    private Event start(Decision.StartAttempt start) {
        if (start.clearWait()) {
            disk.signals.removeIf(Signal::asksToWait);
        }
        Signal signal = policy.mode() == Policy.Mode.LOOP ? disk.signal() : null;
        if (signal != null) {
            return new Event.SignalSeen(signal, clock.instant());
        }
        if (start.attempt() == 1 && !tried && policy.proof().roomSettings().tried()) {
            tried = true;
            return new Event.ChecksTried(List.of(new Event.TriedCheck("test", 1, 0, 1)));
        }
        situation.timeline().add(new SimFact.Prompted(clock.elapsed(), start.attempt(), start.answers()));
        return agents.prepare(start);
    }

    /// Who stays here although nobody has answered keeps a process busy for nothing.
    private Event answered(String question) {
        if (!disk.answers.containsKey(question)) {
            situation.timeline().add(new SimFact.WaitedForAnswer(clock.elapsed()));
            clock.advance(Duration.ofHours(1));
            situation.answer(question);
        }
        return new Event.Answered(
                question, Objects.requireNonNull(disk.answers.get(question)), "a user", disk.granted.get());
    }

    private Event lookAgain() {
        return disk.signals.contains(Signal.DONE)
                ? new Event.SignalSeen(Signal.DONE, clock.instant())
                : new Event.NothingSeen();
    }

    private Event rest(Instant until, Duration atMost, Event over) {
        Signal signal = disk.signal();
        if (signal != null) {
            return new Event.SignalSeen(signal, clock.instant());
        }
        Duration left = Duration.between(clock.instant(), until);
        if (left.compareTo(atMost) > 0) {
            left = atMost;
        }
        clock.advance(left.isNegative() ? Duration.ZERO : left);
        return over;
    }

    private Event await(Duration atMost) {
        int alive = 0;
        Duration longest = Duration.ZERO;
        List<String> left = new ArrayList<>();
        for (Duration end : disk.children) {
            Duration more = end.minus(clock.elapsed());
            if (more.isPositive()) {
                alive++;
                longest = more.compareTo(longest) > 0 ? more : longest;
                if (more.compareTo(atMost) > 0) {
                    left.add("child-" + alive);
                }
            }
        }
        clock.advance(left.isEmpty() ? longest : atMost);
        return new Event.ChildrenEnded(alive, left);
    }

    private Event check() {
        disk.looked = disk.branch;
        List<Verdict.Result> results = new ArrayList<>();
        for (String check : policy.checks()) {
            boolean last = results.size() == policy.checks().size() - 1;
            boolean passed = disk.right || !last;
            clock.advance(CHECK);
            situation.timeline().add(new SimFact.Checked(clock.elapsed(), check, passed));
            results.add(new Verdict.Result(check, passed ? 0 : 1, CHECK, "", EMPTY_HASH));
            situation.crashes().step();
        }
        return new Event.ChecksEnded(new Verdict(results));
    }

    private Event refuse(int attempt) {
        String name = "DONE.rejected-" + attempt;
        if (disk.signals.remove(Signal.DONE)) {
            name = disk.freeName(attempt);
            disk.refused.add(name);
            situation.timeline().add(new SimFact.Renamed(clock.elapsed(), name));
        }
        return new Event.SignalRefused(name, clock.instant());
    }

    private Event keep(int attempt) {
        String commit = disk.commits.get(attempt);
        if (commit == null && disk.verified != disk.branch && !policy.checks().isEmpty()) {
            return new Event.BranchMoved();
        }
        if (commit == null) {
            commit = "commit-" + attempt;
            disk.commits.put(attempt, commit);
            situation.timeline().add(new SimFact.Committed(clock.elapsed(), attempt, commit));
        }
        return new Event.WorkKept(commit);
    }

    /// One that never came to life has changed nothing.
    private Event discard(int attempt) {
        SimDisk.Files before = disk.before.get(attempt);
        if (before != null) {
            disk.tree = before.tree();
            disk.right = before.right();
        }
        situation.timeline().add(new SimFact.Discarded(clock.elapsed(), attempt));
        situation.crashes().step();
        return new Event.WorkDiscarded("attempt " + attempt);
    }

    private Event hold(Decision.Hold hold) {
        for (int patience = 0; patience < 1_000; patience++) {
            clock.advance(Duration.ofMinutes(1));
            situation.scenario().during(hold).forEach(situation::receive);
            Event asked = asked(hold);
            if (asked != null) {
                return asked;
            }
        }
        throw new IllegalStateException("the loop is held for ever: the story has neither a release nor a stop for it");
    }

    private Event finish(Decision.Finish finish) {
        situation.timeline().add(new SimFact.Announced(clock.elapsed(), finish.outcome()));
        situation.crashes().step();
        disk.pending.clear();
        return new Event.LoopEnded(finish.reason());
    }
}
