package dev.ralph.process;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// The one search for the living processes of an agent: in its session or group, carrying its tag, or below any of
/// these. What it finds is good evidence, no proof.
///
/// 1. Nothing that is older than the agent can be its.
/// 2. Whoever is listed may be gone when it is looked at, and have a child that was not listed yet. So two looks at
///    everybody must find nothing, and then those born meanwhile are looked at until nobody is born any more.
/// 3. A signal reaches the very process that was looked at, or nobody: pids are verified by start time.
final class ProcessSearch implements SessionScope.Rest {
    private static final long QUICK = TimeUnit.SECONDS.toNanos(2);
    private static final int FEW = 100;
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(10);
    private static final int LOOKS_AT_EVERYBODY = 2;

    private final Map<Integer, Long> leaders;
    private final long oldest;
    private final byte @Nullable [] tag;
    private final long began = System.nanoTime();

    /// @param leaders pid and start time of those who are the agent's, and with them their sessions and groups; dead
    ///     only if their numbers cannot have been anybody else's since
    /// @param oldest the start time before which nothing can be the agent's
    ProcessSearch(Map<Integer, Long> leaders, long oldest, @Nullable String tag) {
        this.leaders = leaders;
        this.oldest = oldest;
        this.tag = tag == null ? null : ProcFiles.tagEntry(tag);
    }

    /// For what a process of ours has started since its birth.
    ProcessSearch(int leader, long start, String tag) {
        this(Map.of(leader, start), start, tag);
    }

    /// All that is alive of the agent.
    List<ProcFiles.Stat> living() {
        return living(ProcFiles.pids());
    }

    /// @param candidates the pids to look at; this JVM's own is left out
    private List<ProcFiles.Stat> living(List<Integer> candidates) {
        Set<Integer> ours = new HashSet<>(leaders.keySet());
        List<ProcFiles.Stat> rest = new ArrayList<>();
        for (int pid : candidates) {
            ProcFiles.Stat stat = pid == KnownChildren.SELF ? null : ProcFiles.stat(pid);
            if (stat == null) {
                continue;
            }
            if (leaders.getOrDefault(pid, stat.start()) != stat.start()) {
                ours.remove(pid); // the number is a stranger's by now
            }
            if (stat.alive() && stat.start() >= oldest) {
                rest.add(stat);
            }
        }
        List<ProcFiles.Stat> living = new ArrayList<>();
        rest.removeIf(stat -> isMarked(stat, ours) && living.add(stat));
        living.forEach(stat -> ours.add(stat.pid()));
        while (rest.removeIf(stat -> ours.contains(stat.parent()) && ours.add(stat.pid()) && living.add(stat))) {
            // children of what was just found
        }
        return living;
    }

    private boolean isMarked(ProcFiles.Stat stat, Set<Integer> ours) {
        return ours.contains(stat.pid())
                || ours.contains(stat.session())
                || ours.contains(stat.group())
                || (tag != null && ProcFiles.hasVariable(stat.pid(), tag));
    }

    /// So few processes were born since the agent that looking at all of them costs nothing.
    @Override
    public Optional<ProcessScope.Remains> glance() {
        int first = leaders.keySet().iterator().next();
        int from = first;
        for (int last = ProcFiles.lastPid(); from <= last + 1 && isQuick(first, last); last = ProcFiles.lastPid()) {
            if (last < from) { // nobody was born since the last look
                return Optional.of(new ProcessScope.Remains(false, ProofOfEnd.BEST_EFFORT));
            }
            if (!living(between(from, last)).isEmpty()) {
                break;
            }
            from = last + 1;
        }
        return Optional.empty();
    }

    private boolean isQuick(int first, int last) {
        return last - first <= FEW && System.nanoTime() - began < QUICK;
    }

    /// A question to the kernel is far cheaper than a look at a file that is not there.
    private static List<Integer> between(int from, int last) {
        return IntStream.rangeClosed(from, last)
                .filter(pid -> SystemCalls.kill(pid, 0) != -SystemCalls.ESRCH)
                .boxed()
                .toList();
    }

    @Override
    public ProcessScope.Remains endAll() {
        Ended result = end();
        return new ProcessScope.Remains(
                !result.ended.isEmpty() || !result.left.isEmpty(),
                result.left.isEmpty() ? ProofOfEnd.BEST_EFFORT : ProofOfEnd.SURVIVORS);
    }

    /// What a search came to.
    ///
    /// @param left what the last look found alive, because it cannot be ended
    /// @param over whether nothing is left, as far as can be seen
    record Ended(List<ProcFiles.Stat> ended, List<ProcFiles.Stat> left, boolean over) {}

    /// Kills what is alive until nothing is found any more, or nothing more can be killed.
    Ended end() {
        Set<Integer> known = new HashSet<>();
        List<ProcFiles.Stat> ended = new ArrayList<>();
        List<ProcFiles.Stat> living = List.of();
        long deadline = System.nanoTime() + PATIENCE;
        int youngest = -1;
        for (int quiet = 0; System.nanoTime() < deadline; quiet++) {
            int last = ProcFiles.lastPid();
            if (quiet >= LOOKS_AT_EVERYBODY && last == youngest) {
                return new Ended(ended, List.of(), true);
            }
            boolean everybody = quiet < LOOKS_AT_EVERYBODY || last < youngest || last - youngest > FEW;
            living = everybody ? living() : living(between(youngest + 1, last));
            youngest = last;
            for (ProcFiles.Stat stat : living) {
                if (kill(stat) && known.add(stat.pid())) {
                    ended.add(stat);
                }
            }
            if (!living.isEmpty()) {
                quiet = -1;
                LockSupport.parkNanos(1_000_000); // the kernel needs a moment to end them
            }
        }
        return new Ended(ended, living, false);
    }

    private static boolean kill(ProcFiles.Stat stat) {
        int pidfd = SystemCalls.pidfdOpen(stat.pid());
        if (pidfd < 0) {
            return false;
        }
        try {
            return ProcFiles.alive(stat.pid(), stat.start())
                    && SystemCalls.pidfdSignal(pidfd, SystemCalls.SIGKILL) == 0;
        } finally {
            SystemCalls.close(pidfd);
        }
    }
}
