package dev.ralph.process;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/// Looks for living processes of one agent: in its group or session, below one of them, or carrying its tag.
final class ProcessSearch {
    private static final long QUICK = TimeUnit.SECONDS.toNanos(2);
    private static final int FEW = 100;
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(10);

    private final int leader;
    private final long start;
    private final byte[] tag;
    private final long began = System.nanoTime();

    /// @param leader the pid that leads the agent's session
    /// @param start its start time; nothing older can be the agent's
    ProcessSearch(int leader, long start, String tag) {
        this.leader = leader;
        this.start = start;
        this.tag = ProcFiles.tagEntry(tag);
    }

    /// Whether nothing is left, if that is cheap to know: so few processes were born since the agent that looking at
    /// all of them costs nothing.
    boolean isSurelyOver() {
        Optional<List<Integer>> few = fewCandidates();
        return few.isPresent() && living(few.get()).isEmpty();
    }

    private Optional<List<Integer>> fewCandidates() {
        if (System.nanoTime() - began >= QUICK) {
            return Optional.empty();
        }
        int last = ProcFiles.lastPid();
        if (last < leader || last - leader > FEW) {
            return Optional.empty();
        }
        List<Integer> there = new ArrayList<>();
        for (int pid = leader; pid <= last; pid++) {
            if (isThere(pid)) {
                there.add(pid);
            }
        }
        return Optional.of(there);
    }

    /// All that is alive of the agent.
    private List<ProcFiles.Stat> living() {
        return living(fewCandidates().orElseGet(ProcFiles::pids));
    }

    private List<ProcFiles.Stat> living(List<Integer> candidates) {
        return RelatedProcesses.living(candidates, stat -> stat.start() >= start, this::isOurs);
    }

    /// A question to the kernel is far cheaper than a look at a file that is not there.
    private static boolean isThere(int pid) {
        return SystemCalls.kill(pid, 0) != -SystemCalls.ESRCH;
    }

    private boolean isOurs(ProcFiles.Stat stat) {
        return stat.session() == leader || stat.group() == leader || ProcFiles.hasVariable(stat.pid(), tag);
    }

    /// Kills what is alive until, after the last kill, two looks in a row find nothing, or nothing more can be killed.
    ProcessScope.Remains endAll() {
        long deadline = System.nanoTime() + PATIENCE;
        boolean leaked = false;
        boolean clean = true;
        while (true) {
            List<ProcFiles.Stat> living = living();
            if (living.isEmpty() && clean) {
                return new ProcessScope.Remains(leaked, ProofOfEnd.BEST_EFFORT);
            }
            clean = living.isEmpty();
            leaked |= !clean;
            living.forEach(stat -> kill(stat.pid(), stat.start(), SystemCalls.SIGKILL));
            if (System.nanoTime() > deadline) {
                return new ProcessScope.Remains(leaked, clean ? ProofOfEnd.BEST_EFFORT : ProofOfEnd.SURVIVORS);
            }
            if (!clean) {
                LockSupport.parkNanos(1_000_000); // the kernel needs a moment to end them
            }
        }
    }

    /// Signals exactly the process that started at `start`; nothing if the pid is somebody else's by now.
    static boolean kill(int pid, long start, int signal) {
        if (!ContainmentProbe.nativeWorks()) {
            return ProcFiles.alive(pid, start)
                    && ProcessHandle.of(pid).map(ProcessHandle::destroyForcibly).orElse(false);
        }
        int pidfd = SystemCalls.pidfdOpen(pid);
        if (pidfd < 0) {
            return false;
        }
        try {
            return ProcFiles.alive(pid, start) && SystemCalls.pidfdSignal(pidfd, signal) == 0;
        } finally {
            SystemCalls.close(pidfd);
        }
    }
}
