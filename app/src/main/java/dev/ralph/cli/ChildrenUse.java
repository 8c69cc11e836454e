package dev.ralph.cli;

import java.time.Duration;
import java.util.List;
import java.util.Locale;

/// How much of the machine the programs use that this process started, and those that they started.
final class ChildrenUse {
    private static final long LOOK = Duration.ofSeconds(1).toNanos();

    private long looked;
    private double busy;
    private String words = "";

    /// Measured once in a second.
    synchronized String words() {
        long now = System.nanoTime();
        if (looked != 0 && now - looked < LOOK) {
            return words;
        }
        List<ProcessHandle> all = ProcessHandle.current().descendants().toList();
        double seconds = 0;
        long memory = 0;
        for (ProcessHandle one : all) {
            seconds += one.info().totalCpuDuration().orElse(Duration.ZERO).toMillis() / 1e3;
            memory += ProcessUse.resident(one.pid());
        }
        double share = looked == 0 ? 0 : Math.max(0, seconds - busy) / ((now - looked) / 1e9);
        words = String.format(
                Locale.ROOT, "cpu %.0f %% · memory %d MB · %d processes", share * 100, memory >> 20, all.size());
        looked = now;
        busy = seconds;
        return words;
    }
}
