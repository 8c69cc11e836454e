package dev.ralph.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The message bus against the plain way (open, lock, append, fsync, close), each message durable before its writer
/// goes on.
///
/// `BusBench [FOLDER [ROUNDS [MILLIS]]]`; the folder must be on the disk that is meant, so not in memory. All ways take
/// turns in every round, and only ratios within a round are compared.
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
        Path parent = args.length > 0
                ? Files.createDirectories(Path.of(args[0]))
                : Path.of("").toAbsolutePath();
        int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 9;
        Duration time = Duration.ofMillis(args.length > 2 ? Long.parseLong(args[2]) : 1_000);
        Path folder = Files.createTempDirectory(parent, "bus-bench");
        try {
            new BusBench(folder, rounds, time).run();
        } finally {
            try (var files = Files.list(folder)) {
                for (Path file : files.toList()) Files.delete(file);
            }
            Files.delete(folder);
        }
    }

    private void run() throws IOException, InterruptedException {
        System.out.printf(
                "%-34s %30s %30s%n",
                "median of " + rounds + " rounds (min to max)", "messages/s, x plain", "p99, x plain");
        Measure inOneJvm = (way, threads) -> BusLoad.measure(way.on(file(way)), threads, time);
        compare("8: " + THREADS + " threads", THREADS, inOneJvm, BusWay.BUS, BusWay.GROUP);
        compare("8: 1 thread", 1, inOneJvm, BusWay.BUS, BusWay.GROUP);
        List<BusBenchWorker> workers = BusBenchWorker.start(PROCESSES, folder);
        try {
            compare(
                    "9: " + PROCESSES + " processes",
                    PROCESSES,
                    (way, _) -> BusBenchWorker.measure(workers, way, time),
                    BusWay.BUS);
        } finally {
            for (BusBenchWorker worker : workers) worker.close();
        }
    }

    @FunctionalInterface
    private interface Measure {
        BusLoad of(BusWay way, int writers) throws IOException, InterruptedException;
    }

    /// The first round warms up and is not counted.
    private void compare(String title, int writers, Measure measure, BusWay... ways)
            throws IOException, InterruptedException {
        List<BusLoad> plain = new ArrayList<>();
        List<List<BusLoad>> others = new ArrayList<>();
        for (BusWay _ : ways) others.add(new ArrayList<>());
        for (int round = 0; round <= rounds; round++) {
            BusLoad base = fresh(measure, BusWay.PLAIN, writers);
            if (round > 0) plain.add(base);
            for (int i = 0; i < ways.length; i++) {
                BusLoad load = fresh(measure, ways[i], writers);
                if (round > 0) others.get(i).add(load);
            }
        }
        print(title + ", " + BusWay.PLAIN, plain, plain);
        for (int i = 0; i < ways.length; i++) print(title + ", " + ways[i], others.get(i), plain);
    }

    private BusLoad fresh(Measure measure, BusWay way, int writers) throws IOException, InterruptedException {
        Files.deleteIfExists(file(way));
        return measure.of(way, writers);
    }

    private Path file(BusWay way) {
        return folder.resolve(way + ".md");
    }

    private static void print(String name, List<BusLoad> loads, List<BusLoad> plain) {
        double[] rates = new double[loads.size()];
        double[] times = new double[loads.size()];
        for (int i = 0; i < rates.length; i++) {
            rates[i] = loads.get(i).rate() / plain.get(i).rate();
            times[i] = loads.get(i).p99() / plain.get(i).p99();
        }
        double rate = median(loads.stream().mapToDouble(BusLoad::rate).toArray());
        double p99 = median(loads.stream().mapToDouble(BusLoad::p99).toArray());
        System.out.printf("%-34s %10.0f %-22s %8.2f ms %-22s%n", name, rate, spread(rates), p99 / 1e3, spread(times));
    }

    private static String spread(double[] ratios) {
        double[] sorted = ratios.clone();
        Arrays.sort(sorted);
        return String.format("%.3g (%.3g to %.3g)", median(ratios), sorted[0], sorted[sorted.length - 1]);
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
