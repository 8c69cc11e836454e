package dev.ralph.bench;

import dev.ralph.process.CannotStart;
import dev.ralph.process.Containment;
import dev.ralph.process.Exit;
import dev.ralph.process.Launch;
import dev.ralph.process.RunLimits;
import dev.ralph.process.Supervisor;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// A flood of output through the supervisor, until the end of the agent is proven and its file is settled, against
/// `spew | cat > file`.
///
/// `CaptureBench [ROUNDS [MEGABYTES]]`. Every round measures every way once and deletes its file before the next. What
/// the heap needs is shown for the whole flood and for an eighth of it.
public final class CaptureBench {
    private static final double MB = 1 << 20;

    private final Supervisor supervisor;
    private final Path folder;
    private final Path spew;
    private int launches;

    private CaptureBench(Supervisor supervisor, Path folder, Path spew) {
        this.supervisor = supervisor;
        this.folder = folder;
        this.spew = spew;
    }

    public static void main(String[] args) throws IOException, InterruptedException, CannotStart {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 5;
        long bytes = (args.length > 1 ? Long.parseLong(args[1]) : 2048) << 20;
        try (Scratch scratch = Scratch.make("capture");
                Supervisor supervisor =
                        Supervisor.open(Containment.AUTO, scratch.path().resolve("leases"))) {
            System.out.println(
                    "capture, " + rounds + " rounds of " + (bytes >> 20) + " MB, containment " + supervisor.tier());
            new CaptureBench(supervisor, scratch.path(), scratch.compile("spew")).run(rounds, bytes);
        }
    }

    private void run(int rounds, long bytes) throws IOException, InterruptedException, CannotStart {
        List<Double> cat = new ArrayList<>();
        List<Double> file = new ArrayList<>();
        List<Double> capped = new ArrayList<>();
        List<Double> whole = new ArrayList<>();
        supervised(bytes / 8, RunLimits.KEPT_BYTES);
        for (int round = 0; round < rounds; round++) {
            cat.add(shell("\"$0\" \"$1\" | cat >\"$2\"", bytes));
            capped.add(supervised(bytes, RunLimits.KEPT_BYTES));
            file.add(shell("\"$0\" \"$1\" >\"$2\"", bytes));
            whole.add(supervised(bytes, 2 * bytes));
        }
        row("output capture, default cap", capped, cat, Bound.atLeast(1.2));
        row("output capture, all of it kept", whole, cat, Bound.none());
        row("(limit: `spew > file`)", file, cat, Bound.none());
        Heap some = heap(bytes / 8);
        Heap all = heap(bytes);
        System.out.println("heap: " + (bytes >> 23) + " MB of output: " + some + "; " + (bytes >> 20) + " MB: " + all);
        new Row(
                        "6",
                        "heap at its peak, all of the output",
                        megabytes(all.peak()),
                        "an eighth of it: " + megabytes(some.peak()),
                        all.peak() / some.peak(),
                        "",
                        Bound.atMost(1.5))
                .print();
    }

    private static void row(String what, List<Double> ours, List<Double> cat, Bound bound) {
        Row.of(
                        "6",
                        what,
                        Spread.of(ours) + " MB/s",
                        "pipe to cat: " + Spread.of(cat) + " MB/s",
                        Spread.ofRatios(ours, cat, Double::doubleValue),
                        bound)
                .print();
    }

    /// MB a second.
    private double shell(String line, long bytes) throws IOException, InterruptedException {
        Path file = folder.resolve("shell.txt");
        ProcessBuilder shell =
                new ProcessBuilder("sh", "-c", line, spew.toString(), Long.toString(bytes), file.toString());
        long from = System.nanoTime();
        int code = shell.inheritIO().start().waitFor();
        double rate = rate(bytes, from);
        long size = Files.size(file);
        Files.delete(file);
        if (code != 0 || size != bytes) throw new IOException("the shell wrote " + size + " bytes, exit code " + code);
        return rate;
    }

    private double supervised(long bytes, long kept) throws IOException, CannotStart {
        Path stdin = Files.writeString(folder.resolve("prompt.md"), "Flood.\n");
        Path stdout = folder.resolve("stdout.txt");
        Path stderr = folder.resolve("stderr.txt");
        Launch launch = new Launch(
                "capture-" + ProcessHandle.current().pid() + "-" + launches++,
                List.of(spew.toString(), Long.toString(bytes)),
                Map.copyOf(System.getenv()),
                folder,
                stdin,
                stdout,
                stderr,
                new RunLimits(null, null, RunLimits.GRACE, kept));
        long from = System.nanoTime();
        Exit exit = supervisor.start(launch).exit().join();
        double rate = rate(bytes, from);
        Files.delete(stdout);
        Files.delete(stderr);
        if (exit.stdout().bytes() != bytes) throw new IOException("not every byte was counted: " + exit);
        return rate;
    }

    private static double rate(long bytes, long from) {
        return bytes / MB / ((System.nanoTime() - from) / 1e9);
    }

    /// @param peak the sum of what each part of the heap held at most, garbage in it
    private record Heap(double before, double peak, double after) {
        @Override
        public String toString() {
            return megabytes(before) + " used before, " + megabytes(peak) + " at its peak, " + megabytes(after)
                    + " after";
        }
    }

    private Heap heap(long bytes) throws IOException, CannotStart {
        double before = used();
        List<MemoryPoolMXBean> pools = ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP)
                .toList();
        pools.forEach(MemoryPoolMXBean::resetPeakUsage);
        supervised(bytes, RunLimits.KEPT_BYTES);
        double peak = pools.stream()
                .mapToDouble(pool -> pool.getPeakUsage().getUsed())
                .sum();
        return new Heap(before, peak, used());
    }

    private static double used() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    private static String megabytes(double bytes) {
        return String.format(Locale.ROOT, "%.1f MB", bytes / MB);
    }
}
