package dev.ralph.bench;

import dev.ralph.process.CannotStart;
import dev.ralph.process.Enclosure;
import dev.ralph.process.Launch;
import dev.ralph.process.RunLimits;
import dev.ralph.process.Supervisor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Shell lines in views of the machine of their own, supervised as agents and checks are, and timed.
final class Views {
    private final Supervisor supervisor;
    private final Path scratch;
    private int launches;

    Views(Supervisor supervisor, Path scratch) {
        this.supervisor = supervisor;
        this.scratch = scratch;
    }

    /// @param more    what bubblewrap is told besides
    /// @param overlay what is mounted first, null for nothing
    /// @return milliseconds
    double sh(String line, Path folder, List<String> more, @Nullable Path overlay) throws IOException, CannotStart {
        String name = "run-" + ++launches;
        List<String> view = new ArrayList<>(List.of("--dev-bind", "/", "/", "--proc", "/proc"));
        if (!Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0)) {
            view.add("--unshare-user");
        }
        view.addAll(more);
        Launch launch = new Launch(
                        name,
                        List.of("/bin/sh", "-c", line),
                        Map.of("PATH", "/usr/bin:/bin"),
                        folder,
                        Path.of("/dev/null"),
                        scratch.resolve(name + ".out"),
                        scratch.resolve(name + ".err"),
                        new RunLimits(null, Duration.ofMinutes(10), Duration.ofSeconds(1), RunLimits.KEPT_BYTES))
                .in(new Enclosure.Namespaces(overlay, view));
        long start = System.nanoTime();
        supervisor.start(launch).exit().join();
        return Timed.millis(start);
    }

    /// What a line printed.
    ///
    /// @param before how many were run after it
    String said(int before) throws IOException {
        return Files.readString(scratch.resolve("run-" + (launches - before) + ".out"));
    }
}
