package dev.ralph.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/// The message bus against the plain way (open, lock, append, fsync, close), each message durable before its writer
/// goes on.
///
/// `BusBench [ROUNDS [MILLIS]]`. All ways take turns in every round, and only ratios within a round are compared.
public final class BusBench {
    private static final int PROCESSES = 8;
    private static final int THREADS = 64;

    private final Path folder;
    private final int rounds;
    private final Duration time;

    private BusBench(Path folder, int rounds, Duration time) {
        this.folder = folder;
        this.rounds = rounds;
        this.time = time;
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 9;
        Duration time = Duration.ofMillis(args.length > 1 ? Long.parseLong(args[1]) : 1_000);
        try (Scratch scratch = Scratch.make("bus")) {
            new BusBench(scratch.path(), rounds, time).run(scratch.compile("plain"));
        }
    }

    private void run(Path plain) throws IOException, InterruptedException {
        Measure inOneJvm = (way, threads) -> BusLoad.measure(way.on(file(way)), threads, time);
        compare(
                "8",
                THREADS + " threads",
                THREADS,
                inOneJvm,
                new Goal(BusWay.BUS, Bound.none(), Bound.none()),
                new Goal(BusWay.GROUP, Bound.atLeast(20), Bound.atMost(1.0 / 20)));
        compare(
                "8",
                "1 thread",
                1,
                inOneJvm,
                new Goal(BusWay.BUS, Bound.atLeast(0.9), Bound.none()),
                new Goal(BusWay.GROUP, Bound.none(), Bound.none()));
        List<BusBenchWorker> workers = BusBenchWorker.start(PROCESSES, folder);
        try {
            compare(
                    "9",
                    PROCESSES + " processes",
                    PROCESSES,
                    (way, count) ->
                            way == BusWay.PLAIN ? flocking(plain, count) : BusBenchWorker.measure(workers, way, time),
                    new Goal(BusWay.BUS, Bound.atLeast(4), Bound.none()));
        } finally {
            for (BusBenchWorker worker : workers) worker.close();
        }
    }

    /// Processes wait for each other by `flock`, which the JDK does not have.
    private BusLoad flocking(Path plain, int processes) throws IOException {
        Process process = new ProcessBuilder(
                        plain.toString(),
                        file(BusWay.PLAIN).toString(),
                        Integer.toString(processes),
                        Long.toString(time.toMillis()))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String[] words = new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII)
                .strip()
                .split(" ");
        if (words.length != 2) throw new IOException(plain + " failed");
        return new BusLoad(Double.parseDouble(words[0]), Double.parseDouble(words[1]));
    }

    @FunctionalInterface
    private interface Measure {
        BusLoad of(BusWay way, int writers) throws IOException, InterruptedException;
    }

    /// What is wanted of a way, as ratios to the plain one.
    private record Goal(BusWay way, Bound rate, Bound p99) {}

    /// The first round warms up and is not counted.
    private void compare(String number, String writers, int count, Measure measure, Goal... goals)
            throws IOException, InterruptedException {
        List<BusLoad> plain = new ArrayList<>();
        List<List<BusLoad>> others = new ArrayList<>();
        for (Goal _ : goals) others.add(new ArrayList<>());
        for (int round = 0; round <= rounds; round++) {
            BusLoad base = fresh(measure, BusWay.PLAIN, count);
            if (round > 0) plain.add(base);
            for (int i = 0; i < goals.length; i++) {
                BusLoad load = fresh(measure, goals[i].way(), count);
                if (round > 0) others.get(i).add(load);
            }
        }
        for (int i = 0; i < goals.length; i++) {
            String what = "bus, " + writers + ", " + goals[i].way().words();
            row(number, what + ", rate", others.get(i), plain, BusLoad::rate, "/s", goals[i].rate());
            row(number, what + ", p99", others.get(i), plain, BusLoad::p99Millis, " ms", goals[i].p99());
        }
    }

    private BusLoad fresh(Measure measure, BusWay way, int writers) throws IOException, InterruptedException {
        Files.deleteIfExists(file(way));
        return measure.of(way, writers);
    }

    private Path file(BusWay way) {
        return folder.resolve(way + ".md");
    }

    private static void row(
            String number,
            String what,
            List<BusLoad> ours,
            List<BusLoad> plain,
            ToDoubleFunction<BusLoad> figure,
            String unit,
            Bound bound) {
        Row.of(
                        number,
                        what,
                        median(ours, figure) + unit,
                        "plain way " + median(plain, figure) + unit,
                        Spread.ofRatios(ours, plain, figure),
                        bound)
                .print();
    }

    private static String median(List<BusLoad> loads, ToDoubleFunction<BusLoad> figure) {
        double median = Spread.of(loads, figure).median();
        return String.format(Locale.ROOT, median < 100 ? "%.2f" : "%,.0f", median);
    }
}
