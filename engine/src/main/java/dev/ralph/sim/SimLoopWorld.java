package dev.ralph.sim;

import dev.ralph.budget.Cost;
import dev.ralph.budget.Grant;
import dev.ralph.budget.Spent;
import dev.ralph.loop.Outcome;
import dev.ralph.machine.MachineEvent;
import dev.ralph.machine.World;
import java.util.List;

/// An agent that works, asks and ends as the dice say, within what it may use.
final class SimLoopWorld implements World<MachineEvent, SimLoop.Todo> {
    private static final int MOST_ATTEMPTS = 4;

    private final FlowSituation scene;
    private final String loop;

    SimLoopWorld(FlowSituation scene, String loop) {
        this.scene = scene;
        this.loop = loop;
    }

    @Override
    public boolean isReady(SimLoop.Todo todo) {
        return !(todo instanceof SimLoop.AwaitAnswer await) || scene.hasFor(loop, await.question());
    }

    @Override
    public MachineEvent perform(SimLoop.Todo todo) {
        scene.crashes.step();
        SimLoop.Stopped asked = scene.requests.get(loop);
        MachineEvent event = asked != null ? asked : act(todo);
        scene.crashes.step();
        return event;
    }

    private MachineEvent act(SimLoop.Todo todo) {
        return switch (todo) {
            case SimLoop.Next next -> next(next.attempt());
            case SimLoop.Attend attend -> attend(attend);
            case SimLoop.AwaitAnswer await -> new SimLoop.Answered(await.question());
            case SimLoop.Finish finish -> new SimLoop.Ended(finish.outcome(), List.of());
            case SimLoop.Nothing _ -> throw new IllegalStateException("nothing is left to perform");
        };
    }

    private MachineEvent next(int attempt) {
        if (left() < 1) {
            return new SimLoop.Ended(Outcome.EXHAUSTED, List.of());
        }
        if (scene.chance(scene.questions)) {
            return new SimLoop.Asked("question " + scene.place(loop));
        }
        boolean works = attempt == 1 || (attempt <= MOST_ATTEMPTS && scene.chance(40));
        return works ? new SimLoop.Began(attempt) : end();
    }

    /// What an agent did before its engine died is found afterwards, but nobody knows whether that is all.
    private MachineEvent attend(SimLoop.Attend attend) {
        String attempt = loop + " " + attend.attempt();
        Cost before = scene.attempts.get(attempt);
        if (before != null) {
            return new SimLoop.Worked(new Cost(before.spent().atLeast(), null));
        }
        Cost really = scene.use(loop, attend.now() ? 0 : scene.random.nextLong(Math.min(left(), 40) + 1));
        scene.attempts.put(attempt, really);
        scene.facts.add(new FlowFact.Worked(loop, really));
        return new SimLoop.Worked(scene.chance(85) ? really : new Cost(Spent.UNKNOWN, really.time()));
    }

    private long left() {
        Grant grant = scene.state(loop, SimLoop.class)
                .started()
                .policy()
                .limits()
                .caps()
                .grant();
        return scene.left(loop, grant);
    }

    private SimLoop.Ended end() {
        int die = scene.random.nextInt(100);
        if (die < 75) {
            return new SimLoop.Ended(Outcome.COMPLETED, die < 14 ? List.of("a finding") : List.of());
        }
        Outcome outcome = scene.oneOf(List.of(
                Outcome.EXHAUSTED,
                Outcome.EXHAUSTED,
                Outcome.FAILED,
                Outcome.FAILED,
                Outcome.BLOCKED,
                Outcome.FATAL,
                Outcome.WAITING));
        return new SimLoop.Ended(outcome, List.of());
    }
}
