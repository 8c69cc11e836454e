package dev.ralph.sim;

import dev.ralph.loop.AttemptReport;
import dev.ralph.loop.Caps;
import dev.ralph.loop.Decision;
import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Phase;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Reason;
import dev.ralph.loop.Signal;
import dev.ralph.loop.Verdict;
import dev.ralph.machine.World;
import dev.ralph.store.Journal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// Engines with one bug each.
final class PlantedBugs {
    private PlantedBugs() {}

    static final SimParts STOP_IGNORED_WHILE_RESTING = new BuggyHeart() {
        @Override
        LoopState after(LoopState state, Event event) {
            boolean deaf = state.phase() instanceof Phase.Resting && event instanceof Event.StopRequested;
            return deaf ? state : state.after(event);
        }
    };

    static final SimParts ONE_ATTEMPT_TOO_MANY = new BuggyHeart() {
        @Override
        LoopState begin(Event.LoopStarted started) {
            Policy policy = started.policy();
            int more = policy.limits().attempts() + 1;
            return LoopState.begin(
                    new Event.LoopStarted(policy.with(policy.limits().withAttempts(more))));
        }
    };

    static final SimParts CAPS_FORGOTTEN = new BuggyHeart() {
        @Override
        LoopState begin(Event.LoopStarted started) {
            Policy policy = started.policy();
            return LoopState.begin(
                    new Event.LoopStarted(policy.with(policy.limits().with(Caps.DEFAULT))));
        }
    };

    static final SimParts SIGNAL_OF_THE_LAST_ATTEMPT_IGNORED = new BuggyHeart() {
        @Override
        LoopState after(LoopState state, Event event) {
            boolean last = state.attempts() >= state.policy().limits().attempts();
            boolean done =
                    event instanceof Event.AttemptEnded ended && ended.report().signal() == Signal.DONE;
            return last && done && state.phase() instanceof Phase.Running && state.leave() == null
                    ? with(state, new Phase.Finishing(new Reason.AttemptsUsed(1)))
                    : state.after(event);
        }
    };

    static final SimParts HOLD_IGNORED = new BuggyHeart() {
        @Override
        LoopState after(LoopState state, Event event) {
            return event instanceof Event.Held ? state : state.after(event);
        }
    };

    static final SimParts DELAY_SKIPPED = new BuggyHeart() {
        @Override
        Decision decision(LoopState state) {
            return state.decision() instanceof Decision.Rest rest
                    ? new Decision.Rest(Instant.EPOCH, rest.atMost())
                    : state.decision();
        }
    };

    static final SimParts FAILED_CHECK_BELIEVED = new BuggyHeart() {
        @Override
        LoopState after(LoopState state, Event event) {
            return event instanceof Event.ChecksEnded && state.phase() instanceof Phase.Checking
                    ? with(state, new Phase.Finishing(new Reason.Proven()))
                    : state.after(event);
        }
    };

    static final SimParts WAIT_SIGNAL_IGNORED = new BuggyHeart() {
        @Override
        LoopState after(LoopState state, Event event) {
            boolean waits = event instanceof Event.AttemptEnded ended
                    && ended.report().signal() != null
                    && ended.report().signal().asksToWait();
            return waits && state.phase() instanceof Phase.Running && state.leave() == null
                    ? with(state, new Phase.Ready(true))
                    : state.after(event);
        }
    };

    static final SimParts MISSING_PROGRAM_TRIED_AGAIN = new BuggyHeart() {
        @Override
        LoopState after(LoopState state, Event event) {
            boolean hopeless =
                    event instanceof Event.AttemptEnded ended && ended.report().how() == AttemptReport.How.NOT_STARTED;
            return hopeless && state.phase() instanceof Phase.Running && state.leave() == null
                    ? with(state, new Phase.Ready(false))
                    : state.after(event);
        }
    };

    static final SimParts REJECTION_PASSED_OVER = new BuggyHeart() {
        @Override
        LoopState after(LoopState state, Event event) {
            return state.after(
                    event instanceof Event.AttemptEnded ended
                            ? new Event.AttemptEnded(
                                    ended.attempt(), ended.report().rejecting(List.of()))
                            : event);
        }
    };

    static final SimParts FAILURE_TAKEN_FOR_A_REJECTION = new BuggyHeart() {
        @Override
        LoopState after(LoopState state, Event event) {
            boolean failed =
                    event instanceof Event.AttemptEnded ended && ended.report().failure() != null;
            return failed && state.phase() instanceof Phase.Running && state.leave() == null
                    ? with(state, new Phase.Finishing(new Reason.Rejected(List.of("it failed"))))
                    : state.after(event);
        }
    };

    static final SimParts START_JOURNALED_AFTER_THE_START = new BuggyHeart() {
        @Override
        boolean settlesBefore(Decision decision) {
            return !(decision instanceof Decision.StartAttempt || decision instanceof Decision.AttendAttempt);
        }
    };

    static final SimParts FINISH_FORGOTTEN = new BuggyHeart() {
        @Override
        Event perform(World<Event, Decision> world, Decision decision) throws InterruptedException {
            return decision instanceof Decision.Finish finish
                    ? new Event.LoopEnded(finish.reason())
                    : world.perform(decision);
        }
    };

    static final SimParts END_RECORDED_TWICE = new BuggyHeart() {
        @Override
        List<Event> recorded(Event event) {
            return event instanceof Event.LoopEnded ? List.of(event, event) : List.of(event);
        }
    };

    static final SimParts END_OF_AN_ATTEMPT_RECORDED_TWICE = new BuggyHeart() {
        @Override
        List<Event> recorded(Event event) {
            return event instanceof Event.AttemptEnded ? List.of(event, event) : List.of(event);
        }
    };

    static final SimParts ENTRY_NOT_COUNTED = new BuggyHeart() {
        @Override
        long seqAfter(long seq) {
            return seq + 2;
        }
    };

    static final SimParts COMMIT_REPEATED = new BuggyWorld() {
        @Override
        Event perform(World<Event, Decision> real, SimSituation situation, Decision decision)
                throws InterruptedException {
            if (decision instanceof Decision.KeepWork keep) {
                situation.disk().commits.remove(keep.attempt());
            }
            return real.perform(decision);
        }
    };

    static final SimParts REFUSED_DONE_LEFT_THERE = new BuggyWorld() {
        @Override
        Event perform(World<Event, Decision> real, SimSituation situation, Decision decision)
                throws InterruptedException {
            return decision instanceof Decision.RefuseSignal
                    ? new Event.SignalRefused("DONE.rejected", situation.clock().instant())
                    : real.perform(decision);
        }
    };

    static final SimParts SIGNALS_OVERLOOKED = new BuggyWorld() {
        @Override
        Event perform(World<Event, Decision> real, SimSituation situation, Decision decision)
                throws InterruptedException {
            situation.disk().signals.clear();
            return real.perform(decision);
        }
    };

    static final SimParts AGENT_LEFT_ALIVE = new BuggyWorld() {
        @Override
        Event perform(World<Event, Decision> real, SimSituation situation, Decision decision)
                throws InterruptedException {
            return decision instanceof Decision.EndAttempt end
                    ? new Event.AttemptLost(end.attempt(), situation.clock().instant())
                    : real.perform(decision);
        }
    };

    static final SimParts KILLED_BEFORE_THE_REQUEST_WAS_JOURNALED = new BuggyWorld() {
        @Override
        Event perform(World<Event, Decision> real, SimSituation situation, Decision decision)
                throws InterruptedException {
            Event event = real.perform(decision);
            SimAgent agent = situation.disk().agent;
            if (event instanceof Event.StopRequested && agent != null) {
                situation.disk().agent = null;
                situation
                        .timeline()
                        .add(new SimFact.Died(situation.clock().elapsed(), agent.attempt, SimFact.Cause.STOP));
            }
            return event;
        }
    };

    static final SimParts REQUEST_FORGOTTEN_TOO_EARLY = new BuggyWorld() {
        @Override
        Event perform(World<Event, Decision> real, SimSituation situation, Decision decision)
                throws InterruptedException {
            Event event = real.perform(decision);
            situation.disk().pending.remove(event);
            situation.crashes().step();
            return event;
        }
    };

    static final SimParts CHECKS_NOT_RUN = new BuggyWorld() {
        @Override
        Event perform(World<Event, Decision> real, SimSituation situation, Decision decision)
                throws InterruptedException {
            return decision instanceof Decision.RunChecks
                    ? new Event.ChecksEnded(new Verdict(List.of(
                            new Verdict.Result("lint", 0, Duration.ZERO, "", ""),
                            new Verdict.Result("test", 0, Duration.ZERO, "", ""))))
                    : real.perform(decision);
        }
    };

    static final SimParts MOVED_BRANCH_KEPT = new BuggyWorld() {
        @Override
        Event perform(World<Event, Decision> real, SimSituation situation, Decision decision)
                throws InterruptedException {
            Event event = real.perform(decision);
            boolean isAgain = decision instanceof Decision.KeepWork && event instanceof Event.BranchMoved;
            return isAgain ? new Event.WorkKept("whatever they say") : event;
        }
    };

    static final SimParts DISCARD_ONLY_SAID = new BuggyWorld() {
        @Override
        Event perform(World<Event, Decision> real, SimSituation situation, Decision decision)
                throws InterruptedException {
            return decision instanceof Decision.DiscardWork
                    ? new Event.WorkDiscarded("nowhere")
                    : real.perform(decision);
        }
    };

    static final SimParts ANSWER_LOST = new BuggyHeart() {
        @Override
        Decision decision(LoopState state) {
            return state.decision() instanceof Decision.StartAttempt start
                    ? new Decision.StartAttempt(
                            start.attempt(),
                            start.refusal(),
                            start.failure(),
                            List.of(),
                            start.clearWait(),
                            start.assignment())
                    : state.decision();
        }
    };

    static final SimParts ANSWER_NOT_LOOKED_FOR = new BuggyWorld() {
        @Override
        Event perform(World<Event, Decision> real, SimSituation situation, Decision decision)
                throws InterruptedException {
            return real.perform(decision);
        }

        @Override
        boolean isReady(World<Event, Decision> real, Decision decision) {
            return !(decision instanceof Decision.AwaitAnswer);
        }
    };

    static final SimParts PARKED_LOOP_KEEPS_ITS_ENGINE = new BuggyWorld() {
        @Override
        Event perform(World<Event, Decision> real, SimSituation situation, Decision decision)
                throws InterruptedException {
            return real.perform(decision);
        }

        @Override
        boolean isReady(World<Event, Decision> real, Decision decision) {
            return true;
        }
    };

    static final SimParts LOST_ATTEMPT_RUN_AGAIN = new BuggyWorld() {
        @Override
        Event perform(World<Event, Decision> real, SimSituation situation, Decision decision)
                throws InterruptedException {
            Event event = real.perform(decision);
            if (event instanceof Event.AttemptLost lost) {
                Duration now = situation.clock().elapsed();
                String run = "run-" + lost.attempt();
                situation.timeline().add(new SimFact.Executed(now, lost.attempt(), run));
                situation.timeline().add(new SimFact.Died(now, lost.attempt(), SimFact.Cause.ITSELF));
            }
            return event;
        }
    };

    static final SimParts ACKNOWLEDGED_BEFORE_IT_IS_DURABLE = new SimParts() {
        @Override
        public Journal journal(Journal journal) {
            return new HastyJournal(journal);
        }
    };

    private static LoopState with(LoopState state, Phase phase) {
        return new LoopState(
                state.policy(),
                phase,
                state.attempts(),
                state.refusal(),
                state.failure(),
                state.children(),
                state.basis(),
                state.answers(),
                state.held(),
                state.leave(),
                state.chain(),
                state.usage());
    }
}
