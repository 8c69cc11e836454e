package dev.ralph.sim;

import dev.ralph.loop.Decision;
import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Phase;
import dev.ralph.loop.Policy;
import dev.ralph.machine.StreamHead;
import dev.ralph.machine.World;
import dev.ralph.store.JournalEntry;
import dev.ralph.store.StreamType;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// One simulation while it is played: engine after engine over the same disk and journal.
final class SimRun {
    private static final String LOOP = "loop-1";
    /// More decisions than any sound loop of a test needs.
    private static final int MOST_DECISIONS = 20_000;

    private final SimClock clock = new SimClock();
    private final List<SimFact> facts = new ArrayList<>();
    private final SimTimeline timeline = new SimTimeline(clock, facts::add);
    private final SimSituation situation;
    private final SimJournal journal;
    private final SimParts parts;
    private final ArrayDeque<Policy> resumes = new ArrayDeque<>();
    private @Nullable SeededScenario visitors;
    private Policy policy;
    private int decisions;

    SimRun(Policy policy, SimScenario scenario, CrashPlan crashes, SimParts parts) {
        this.policy = policy;
        this.situation = new SimSituation(new SimDisk(LOOP, new TreeMap<>(), () -> null), scenario, timeline, crashes);
        this.journal =
                new SimJournal(crashes, written -> timeline.wrote(written.entry(StreamType.LOOP)), parts.legality());
        this.parts = parts;
    }

    /// Resumes and latecomers are drawn, too.
    SimRun withVisitorsFrom(SeededScenario seeded) {
        this.visitors = seeded;
        return this;
    }

    SimRun withVisitors(List<OutsideEvent> before, List<Policy> resumed) {
        before.forEach(situation::receive);
        resumes.addAll(resumed);
        return this;
    }

    SimHistory play(String reproduction) {
        String trouble = null;
        try {
            playToTheEnd();
        } catch (RuntimeException e) {
            trouble = e.toString();
        } catch (InterruptedException e) {
            throw new IllegalStateException("nothing interrupts a simulation", e);
        }
        return new SimHistory(facts, journal.entries(LOOP), reproduction, trouble);
    }

    private void playToTheEnd() throws InterruptedException {
        journal.begin(StreamHead.loop(LOOP, "project", "task", policy.profile()));
        write(new Event.LoopStarted(policy));
        runToTheEnd();
        while (resumed()) {
            runToTheEnd();
        }
        // Whoever runs an ended loop again must find nothing to do.
        runToTheEnd();
    }

    private void runToTheEnd() throws InterruptedException {
        while (true) {
            try {
                SimWorld world = new SimWorld(situation, policy);
                World<Event, Decision> given = parts.world(world, situation);
                parts.run(LOOP, parts.journal(journal), counted(given), clock, (entry, _) -> {
                    timeline.told(entry);
                    world.heard(entry);
                });
                if (!(state().phase() instanceof Phase.Parked parked)) {
                    return;
                }
                attend(parked);
            } catch (SimCrash _) {
                timeline.crashed();
                clock.advance(Duration.ofSeconds(3));
                takeOver();
            }
        }
    }

    /// People see that a loop is parked: they answer, or do something else first.
    private void attend(Phase.Parked parked) {
        if (situation.disk().answers.containsKey(parked.question())) {
            throw new IllegalStateException("the loop is parked although " + parked.question() + " is answered");
        }
        clock.advance(Duration.ofHours(1));
        List<OutsideEvent> visits = situation.scenario().during(state().decision());
        visits.forEach(situation::receive);
        if (visits.isEmpty() || visitors == null || visitors.chance(50)) {
            situation.answer(parked.question());
        }
        takeOver();
    }

    private World<Event, Decision> counted(World<Event, Decision> world) {
        return new World<>() {
            @Override
            public void begin(Decision decision) {
                world.begin(decision);
            }

            @Override
            public boolean isReady(Decision decision) {
                return world.isReady(decision);
            }

            @Override
            public Event perform(Decision decision) throws InterruptedException {
                if (++decisions > MOST_DECISIONS) {
                    throw new IllegalStateException("the loop did not end within " + MOST_DECISIONS + " decisions");
                }
                return world.perform(decision);
            }
        };
    }

    /// After a crash somebody may resume the loop by hand instead of just starting the engine.
    private void takeOver() {
        if (visitors == null || !visitors.chance(25)) {
            return;
        }
        switch (state().phase()) {
            case Phase.Ready _,
                    Phase.Resting _,
                    Phase.Limited _,
                    Phase.AwaitingChildren _,
                    Phase.Checking _,
                    Phase.Refusing _,
                    Phase.Asking _,
                    Phase.Parked _,
                    Phase.Discarding _,
                    Phase.Keeping _ -> resume(visitors.more(policy));
            case Phase.Running _, Phase.Stopping _, Phase.Finishing _, Phase.Ended _ -> {}
        }
    }

    private boolean resumed() {
        if (visitors != null) {
            return resumedByChance(visitors);
        }
        Policy next = resumes.poll();
        if (next != null) {
            resume(next);
        }
        return next != null;
    }

    private boolean resumedByChance(SeededScenario seeded) {
        if (seeded.chance(5)) {
            write(seeded.lateStop());
        }
        boolean open =
                state().phase() instanceof Phase.Ended ended && ended.outcome().resumable();
        if (!open || !seeded.chance(30)) {
            return false;
        }
        resume(seeded.more(policy));
        return true;
    }

    private void resume(Policy with) {
        write(Event.LoopResumed.of(past(), with, "a user"));
        policy = with;
    }

    private LoopState state() {
        return LoopState.replay(past());
    }

    private List<Event> past() {
        return journal.events(LOOP);
    }

    /// What people write themselves, without an engine: it becomes durable, or they see that it did not.
    private void write(Event event) {
        long seq = journal.entries(LOOP).size() + 1L;
        while (journal.entries(LOOP).size() < seq) {
            try {
                journal.append(LOOP, List.of(new JournalEntry<>(seq, clock.instant(), event)));
            } catch (SimCrash _) {
                timeline.crashed();
            }
        }
    }
}
