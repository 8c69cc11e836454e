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
    private final List<Play> plays = new ArrayList<>();
    private final List<ScriptedStory.Window> windows = new ArrayList<>();
    private final List<Visit> before = new ArrayList<>();
    private final List<Policy> resumes = new ArrayList<>();

    private Simulation(Policy policy) {
        this.policy = policy;
    }

    /// A loop with this policy; its agent does nothing useful until [#attempts] says otherwise.
    public static Simulation of(Policy policy) {
        return new Simulation(policy);
    }

    /// Plays everything that this seed draws: policy, agents, visitors, crashes, resumes.
    public static Ending fromSeed(long seed) {
        return Promises.kept(history(seed, Parts.REAL));
    }

    static History history(long seed, Parts parts) {
        SplittableRandom random = new SplittableRandom(seed);
        SeededStory story = new SeededStory(random);
        Policy policy = story.policy();
        Crashes crashes = Crashes.seeded(random.nextLong(), random.nextDouble() * 0.15, random.nextInt(6));
        Performance performance = new Performance(policy, story, crashes, parts);
        return performance.withVisitorsFrom(story).play("Simulation.fromSeed(" + seed + "L)");
    }

    /// What the agent does in its first attempt, its second, and so on; the last one is repeated.
    public Simulation attempts(Play... inOrder) {
        plays.addAll(List.of(inOrder));
        return this;
    }

    /// What was already there when the loop started.
    public Simulation before(Visit... visits) {
        before.addAll(List.of(visits));
        return this;
    }

    /// Who comes by the first time the engine performs such a decision; said again, the next time.
    public Simulation during(Class<? extends Decision> window, Visit... visits) {
        windows.add(new ScriptedStory.Window(window, List.of(visits)));
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
    public Ending run() {
        return run(Crashes.never());
    }

    /// Runs the loop to its end, although its engine dies at these places.
    public Ending run(Crashes crashes) {
        return play(crashes.anew());
    }

    /// Runs the loop once without a crash and then once for each step with a crash there.
    public List<Ending> runWithACrashAtEveryStep() {
        Crashes none = Crashes.never();
        List<Ending> endings = new ArrayList<>();
        endings.add(play(none));
        for (long step = 1; step <= none.steps(); step++) {
            endings.add(play(Crashes.at(step)));
        }
        return List.copyOf(endings);
    }

    private Ending play(Crashes crashes) {
        return Promises.kept(performance(crashes, Parts.REAL).play("the same simulation with .run(" + crashes + ")"));
    }

    Performance performance(Crashes crashes, Parts parts) {
        List<Play> played = plays.isEmpty() ? List.of(Play.exits(0)) : plays;
        return new Performance(policy, new ScriptedStory(List.copyOf(played), windows), crashes, parts)
                .withVisitors(before, resumes);
    }
}
