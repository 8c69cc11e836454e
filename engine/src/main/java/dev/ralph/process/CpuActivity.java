package dev.ralph.process;

import java.time.Duration;

/// Tells an agent that is silent because it computes from one that is silent because nothing happens: a silent build
/// uses the processor, a model that does not answer leaves it alone.
final class CpuActivity {
    private static final long NEVER = Long.MIN_VALUE;
    private static final long TICK = Duration.ofMillis(10).toNanos();

    /// How much of one processor is work. Agents that wait use far less, however they wait.
    private static final double WORK = 0.05;

    private final String tag;
    private long takenAt = NEVER;
    private long worked;

    /// @param tag of the launch, by which a descendant is known that left the agent's session
    CpuActivity(String tag) {
        this.tag = tag;
    }

    /// Whether it was taken after that time.
    boolean isTakenSince(long time) {
        return takenAt != NEVER && takenAt >= time;
    }

    /// Remembers how much the agent has worked up to now.
    void take(int pid, long now) {
        worked = worked(pid);
        takenAt = now;
    }

    /// Whether it has worked since the pulse was taken; takes it anew.
    boolean beats(int pid, long now) {
        long before = worked;
        long since = takenAt;
        take(pid, now);
        // A worker that has just died took its time with it until its parent looks: that, too, is something happening.
        long moved = Math.abs(worked - before);
        return since != NEVER && now > since && moved * (double) TICK >= WORK * (now - since);
    }

    private long worked(int pid) {
        ProcFiles.Stat agent = ProcFiles.stat(pid);
        return agent == null
                ? 0
                : new ProcessSearch(pid, agent.start(), tag)
                        .living().stream().mapToLong(ProcFiles.Stat::worked).sum();
    }
}
