package dev.ralph.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// How much of the machine programs use, with everything that they have started.
final class ProcessUse {
    private static final long PAGE = 4096;

    private Map<Long, Double> busy = new HashMap<>();
    private long looked;

    /// @param processor how much of one processor, since the last look
    /// @param memory    bytes
    record Share(double processor, long memory, int processes) {}

    /// In the order of the programs.
    ///
    /// @param pids 0 for one that is not known
    List<Share> of(List<Long> pids) {
        long now = System.nanoTime();
        double seconds = looked == 0 ? 0 : (now - looked) / 1e9;
        Map<Long, Double> worked = new HashMap<>();
        List<Share> shares = new ArrayList<>();
        Map<Long, List<ProcessHandle>> children = pids.isEmpty() ? Map.of() : children();
        for (long pid : pids) {
            double more = 0;
            long memory = 0;
            List<ProcessHandle> all = below(pid, children);
            for (ProcessHandle one : all) {
                double mine =
                        one.info().totalCpuDuration().orElse(Duration.ZERO).toMillis() / 1e3;
                worked.put(one.pid(), mine);
                more += Math.max(0, mine - busy.getOrDefault(one.pid(), seconds == 0 ? mine : 0));
                memory += resident(one.pid());
            }
            shares.add(new Share(seconds == 0 ? 0 : more / seconds, memory, all.size()));
        }
        busy = worked;
        looked = now;
        return shares;
    }

    private static Map<Long, List<ProcessHandle>> children() {
        Map<Long, List<ProcessHandle>> children = new HashMap<>();
        ProcessHandle.allProcesses()
                .forEach(process -> process.parent()
                        .ifPresent(parent -> children.computeIfAbsent(parent.pid(), _ -> new ArrayList<>())
                                .add(process)));
        return children;
    }

    private static List<ProcessHandle> below(long pid, Map<Long, List<ProcessHandle>> children) {
        List<ProcessHandle> all = new ArrayList<>();
        if (pid > 0) {
            ProcessHandle.of(pid).ifPresent(all::add);
        }
        for (int i = 0; i < all.size(); i++) {
            all.addAll(children.getOrDefault(all.get(i).pid(), List.of()));
        }
        return all;
    }

    private static long resident(long pid) {
        try {
            String[] pages = Files.readString(Path.of("/proc", Long.toString(pid), "statm"))
                    .split(" ", -1);
            return Long.parseLong(pages[1]) * PAGE;
        } catch (IOException | RuntimeException gone) {
            return 0; // it has just ended, or the system has no such file
        }
    }
}
