package dev.ralph.sim;

import dev.ralph.loop.Decision;
import dev.ralph.loop.Policy;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/// Runs the real heart and the real runner in a world in memory, through any number of crashes.
///
/// It promises:
/// 1. The same simulation always gives the same history.
/// 2. After a crash only what was durable is left; what was written but not acknowledged may be there.
/// 3. [#run] returns only when every promise of a loop was kept; otherwise [PromiseBroken] names it and says how to
/// play it again.
public final class Simulation {
    private final Policy policy;
    private final List<SimAttempt> plays = new ArrayList<>();
    private final List<WrittenScenario.Window> windows = new ArrayList<>();
    private final List<OutsideEvent> before = new ArrayList<>();
    private final List<Policy> resumes = new ArrayList<>();

    private Simulation(Policy policy) {
        this.policy = policy;
    }

    /// A loop with this policy; its agent does nothing useful until [#attempts] says otherwise.
    public static Simulation of(Policy policy) {
        return new Simulation(policy);
    }

    /// Plays everything that this seed draws: policy, agents, visitors, crashes, resumes.
    public static SimEnd fromSeed(long seed) {
        return PromiseChecks.kept(history(seed, SimParts.REAL));
    }

    static SimHistory history(long seed, SimParts parts) {
        SplittableRandom random = new SplittableRandom(seed);
        SeededScenario story = new SeededScenario(random);
        Policy drawn = story.policy();
        Policy policy = story.chance(20) ? drawn.with(drawn.conversation().rejecting()) : drawn;
        CrashPlan crashes = CrashPlan.seeded(random.nextLong(), random.nextDouble() * 0.15, random.nextInt(6));
        SimRun simRun = new SimRun(policy, story, crashes, parts);
        return simRun.withVisitorsFrom(story).play("Simulation.fromSeed(" + seed + "L)");
    }

    /// What the agent does in its first attempt, its second, and so on; the last one is repeated.
    public Simulation attempts(SimAttempt... inOrder) {
        plays.addAll(List.of(inOrder));
        return this;
    }

    /// What was already there when the loop started.
    public Simulation before(OutsideEvent... visits) {
        before.addAll(List.of(visits));
        return this;
    }

    /// Who comes by the first time the engine performs such a decision; said again, the next time.
    public Simulation during(Class<? extends Decision> window, OutsideEvent... visits) {
        windows.add(new WrittenScenario.Window(window, List.of(visits)));
        return this;
    }

    /// Somebody resumes the loop with this policy after it ended.
    public Simulation thenResumed(Policy with) {
        resumes.add(with);
        return this;
    }

    /// Runs the loop to its end.
    ///
    /// @throws PromiseBroken when the engine did not keep a promise
    public SimEnd run() {
        return run(CrashPlan.never());
    }

    /// Runs the loop to its end, although its engine dies at these places.
    public SimEnd run(CrashPlan crashes) {
        return play(crashes.anew());
    }

    /// Runs the loop once without a crash and then once for each step with a crash there.
    public List<SimEnd> runWithACrashAtEveryStep() {
        CrashPlan none = CrashPlan.never();
        List<SimEnd> endings = new ArrayList<>();
        endings.add(play(none));
        for (long step = 1; step <= none.steps(); step++) {
            endings.add(play(CrashPlan.at(step)));
        }
        return List.copyOf(endings);
    }

    private SimEnd play(CrashPlan crashes) {
        return PromiseChecks.kept(
                simRun(crashes, SimParts.REAL).play("the same simulation with .run(" + crashes + ")"));
    }

    SimRun simRun(CrashPlan crashes, SimParts parts) {
        List<SimAttempt> played = plays.isEmpty() ? List.of(SimAttempt.exits(0)) : plays;
        return new SimRun(policy, new WrittenScenario(List.copyOf(played), windows), crashes, parts)
                .withVisitors(before, resumes);
    }
}
