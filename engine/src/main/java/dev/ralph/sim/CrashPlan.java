package dev.ralph.sim;

import java.util.SplittableRandom;

/// Decides where the engine dies. A step is a place between two lasting effects: before and after every journal
/// write and everything the world does.
public final class CrashPlan {
    private final SplittableRandom random;
    private final long seed;
    private final double rate;
    private final int most;
    private final long at;
    private int left;
    private long steps;

    private CrashPlan(long seed, double rate, int most, long at) {
        this.random = new SplittableRandom(seed);
        this.seed = seed;
        this.rate = rate;
        this.most = most;
        this.left = most;
        this.at = at;
    }

    public static CrashPlan never() {
        return new CrashPlan(0, 0, 0, 0);
    }

    /// Once, at this step, counted from 1.
    public static CrashPlan at(long step) {
        return new CrashPlan(0, 0, 1, step);
    }

    /// At each step with this likelihood, but not more often than `most`, so that a loop comes to its end.
    public static CrashPlan seeded(long seed, double rate, int most) {
        return new CrashPlan(seed, rate, most, 0);
    }

    /// The same crashes before the first step.
    CrashPlan anew() {
        return new CrashPlan(seed, rate, most, at);
    }

    /// A place at which an engine can die.
    void step() {
        steps++;
        if (left > 0 && (steps == at || (rate > 0 && random.nextDouble() < rate))) {
            left--;
            throw new SimCrash(steps);
        }
    }

    /// How many steps were passed so far.
    long steps() {
        return steps;
    }

    /// The Java that makes it again.
    @Override
    public String toString() {
        if (at > 0) {
            return "Crashes.at(" + at + ")";
        }
        return rate > 0 ? "Crashes.seeded(" + seed + "L, " + rate + ", " + most + ")" : "Crashes.never()";
    }
}
