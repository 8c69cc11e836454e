package dev.ralph.cli;

import java.time.Duration;
import java.util.List;
import java.util.Locale;

/// How much of the machine the programs use that this process started, and those that they started.
final class ChildrenUse {
    private static final long LOOK = Duration.ofSeconds(1).toNanos();
    private final ProcessUse use = new ProcessUse();
    private long looked;
    private String words = "";

    /// Measured once in a second.
    synchronized String words() {
        long now = System.nanoTime();
        if (looked != 0 && now - looked < LOOK) {
            return words;
        }
        List<ProcessUse.Share> children = use.of(
                ProcessHandle.current().children().map(ProcessHandle::pid).toList());
        words = String.format(
                Locale.ROOT,
                "cpu %.0f %% · memory %d MB · %d processes",
                children.stream().mapToDouble(ProcessUse.Share::processor).sum() * 100,
                children.stream().mapToLong(ProcessUse.Share::memory).sum() >> 20,
                children.stream().mapToInt(ProcessUse.Share::processes).sum());
        looked = now;
        return words;
    }
}
