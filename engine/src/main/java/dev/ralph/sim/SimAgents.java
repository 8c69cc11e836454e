package dev.ralph.sim;

import dev.ralph.loop.AttemptFailure;
import dev.ralph.loop.AttemptReport;
import dev.ralph.loop.Decision;
import dev.ralph.loop.Event;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Signal;
import dev.ralph.sim.SimFact.Cause;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Starts, attends and ends the agents of one engine process. It knows only what that process started: an agent of a
/// dead engine is ended and lost.
final class SimAgents {
    private final SimSituation situation;
    private final SimDisk disk;
    private final SimClock clock;
    private final Policy policy;
    private int mine;
    private Decision.Assignment assignment = Decision.Assignment.FIRST;
    private boolean spawned;

    SimAgents(SimSituation situation, Policy policy) {
        this.situation = situation;
        this.disk = situation.disk();
        this.clock = situation.clock();
        this.policy = policy;
    }

    /// The attempt is ours from here on, but nothing runs yet.
    Event prepare(Decision.StartAttempt start) {
        int attempt = start.attempt();
        mine = attempt;
        assignment = start.assignment();
        spawned = false;
        return new Event.AttemptStarted(attempt, run(attempt));
    }

    /// Brings the prepared agent to life, once.
    void spawn(int attempt) {
        SimAttempt simAttempt = situation.scenario().attempt(attempt);
        if (mine != attempt || spawned || simAttempt.ending() == SimAttempt.How.CANNOT_START) {
            return;
        }
        disk.agent = new SimAgent(attempt, simAttempt, policy, assignment, clock.elapsed(), disk.tree);
        disk.before.put(attempt, new SimDisk.Files(disk.tree, disk.right));
        disk.tree = simAttempt.uses().moves() ? attempt : disk.tree;
        disk.right = simAttempt.right();
        for (Duration child : simAttempt.children()) {
            disk.children.add(clock.elapsed().plus(child));
        }
        spawned = true;
        situation.timeline().add(new SimFact.Executed(clock.elapsed(), attempt, run(attempt)));
        situation.crashes().step();
    }

    /// The next thing the agent does.
    Event attend(Decision.AttendAttempt attend) {
        int attempt = attend.attempt();
        if (mine != attempt) {
            return lose(attempt);
        }
        if (!spawned) {
            return new Event.AttemptEnded(
                    attempt, notStarted(situation.scenario().attempt(attempt).leaves()));
        }
        SimAgent agent = Objects.requireNonNull(disk.agent);
        Signal leaves = agent.leaves();
        if (leaves != null && !leaves.isSaid() && !agent.signalled) {
            clock.advance(agent.simAttempt.leavesAfter());
            signal(agent, leaves);
            if (agent.simAttempt.leavesAfter().compareTo(agent.endsAfter) < 0) {
                return new Event.SignalSeen(leaves, clock.instant());
            }
        }
        if (agent.finishes() && attend.endBy() == null) {
            return new Event.AgentFinished(attempt, clock.instant());
        }
        Duration left = agent.bornAt.plus(agent.endsAfter).minus(clock.elapsed());
        clock.advance(left.isNegative() ? Duration.ZERO : left);
        boolean late = agent.how == AttemptReport.How.IDLE_LIMIT || agent.how == AttemptReport.How.WALL_LIMIT;
        if (late && !agent.told) {
            agent.told = true;
            return new Event.AttemptTimedOut(
                    attempt, new AttemptFailure.TimedOut(AttemptFailure.Timer.ATTEMPT, agent.endsAfter));
        }
        return ended(agent, agent.how, Cause.ITSELF);
    }

    /// Ends the agent because somebody asked.
    Event end(int attempt) {
        if (mine != attempt) {
            return lose(attempt);
        }
        SimAgent agent = disk.agent;
        return agent == null
                ? new Event.AttemptEnded(attempt, notStarted(null))
                : ended(agent, AttemptReport.How.STOPPED, Cause.STOP);
    }

    private Event ended(SimAgent agent, AttemptReport.How how, Cause cause) {
        die(agent, cause);
        Signal signal = disk.signal();
        if (signal == null && how == AttemptReport.How.EXITED && agent.simAttempt.code() == 42) {
            signal = Signal.WAIT_EXIT;
        }
        if (signal == null && how == AttemptReport.How.EXITED && agent.leaves() == Signal.PROMISE) {
            signal = Signal.PROMISE;
        }
        Duration since = clock.elapsed().minus(agent.bornAt);
        Duration took = since.compareTo(agent.endsAfter) < 0 ? since : agent.endsAfter; // others may let more time pass
        AttemptReport report = agent.report(how, signal, clock.instant(), took).rejecting(findings(agent));
        return new Event.AttemptEnded(agent.attempt, report);
    }

    private Event lose(int attempt) {
        SimAgent agent = disk.agent;
        Signal said = null;
        List<String> findings = List.of();
        if (agent != null) {
            Signal leaves = agent.leaves();
            boolean goesOn = situation.scenario().orphanGoesOn();
            boolean says = leaves == Signal.PROMISE || (leaves == null && agent.simAttempt.code() == 0);
            if (leaves != null && !says && !agent.signalled && goesOn) {
                signal(agent, leaves);
            }
            // One that leaves no file may have said it, and what it said is kept.
            said = says && goesOn ? Signal.PROMISE : null;
            findings = goesOn ? findings(agent) : List.of();
            die(agent, Cause.SWEEP);
        }
        return new Event.AttemptLost(attempt, clock.instant(), null, said, null, null, findings, null);
    }

    /// Nobody looks for them where they do not count.
    private List<String> findings(SimAgent agent) {
        return policy.conversation().mayReject() ? agent.simAttempt.findings() : List.of();
    }

    private void signal(SimAgent agent, Signal signal) {
        agent.signalled = true;
        disk.signals.add(signal);
        situation.timeline().add(new SimFact.Signalled(clock.elapsed(), signal));
        situation.crashes().step();
    }

    private void die(SimAgent agent, Cause cause) {
        disk.agent = null;
        situation.timeline().add(new SimFact.Died(clock.elapsed(), agent.attempt, cause));
        situation.crashes().step();
    }

    /// @param said a shell line may promise before it comes to the program that it cannot run
    private AttemptReport notStarted(@Nullable Signal said) {
        return SimAgent.report(
                AttemptReport.How.NOT_STARTED,
                -1,
                said,
                new AttemptFailure.Told("the agent cannot be started"),
                clock.instant(),
                Duration.ZERO);
    }

    private static String run(int attempt) {
        return "run-" + attempt;
    }
}
