package dev.ralph.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// A process of its own that posts when told to: reads `WAY MILLIS` lines, answers `RATE P99` lines, ends with its
/// input.
final class BusBenchWorker implements AutoCloseable {
    private static final Duration WARM_UP = Duration.ofSeconds(10);

    private final Process process;
    private final BufferedReader answers;
    private final Writer orders;

    private BusBenchWorker(Process process) {
        this.process = process;
        this.answers = process.inputReader(StandardCharsets.UTF_8);
        this.orders = process.outputWriter(StandardCharsets.UTF_8);
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        Path folder = Path.of(args[0]);
        warmUp(folder);
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] words = line.split(" ");
            BusWay way = BusWay.valueOf(words[0]);
            BusWay.Poster poster = way.on(folder.resolve(way + ".md"));
            BusLoad load = BusLoad.measure(poster, 1, Duration.ofMillis(Long.parseLong(words[1])));
            System.out.println(load.rate() + " " + load.p99());
        }
    }

    /// Gets the code compiled, so that processes are compared and not start-ups.
    private static void warmUp(Path folder) throws IOException {
        Path own = folder.resolve("warm-up-" + ProcessHandle.current().pid());
        BusWay.Poster poster = BusWay.BUS.on(own);
        long end = System.nanoTime() + WARM_UP.toNanos();
        for (int i = 0; i < 3_000 && System.nanoTime() < end; i++) poster.post();
        Files.delete(own);
    }

    static List<BusBenchWorker> start(int count, Path folder) throws IOException {
        List<BusBenchWorker> workers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            workers.add(new BusBenchWorker(new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-Xmx64m",
                            "-XX:+UseSerialGC",
                            "-XX:TieredStopAtLevel=1",
                            "-cp",
                            System.getProperty("java.class.path"),
                            BusBenchWorker.class.getName(),
                            folder.toString())
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start()));
        }
        return workers;
    }

    /// All at once; the sum of the rates and the worst p99.
    static BusLoad measure(List<BusBenchWorker> workers, BusWay way, Duration time) throws IOException {
        for (BusBenchWorker worker : workers) {
            worker.orders.write(way + " " + time.toMillis() + "\n");
            worker.orders.flush();
        }
        double rate = 0;
        double p99 = 0;
        for (BusBenchWorker worker : workers) {
            String answer = worker.answers.readLine();
            if (answer == null) throw new IOException("a worker died");
            String[] words = answer.split(" ");
            rate += Double.parseDouble(words[0]);
            p99 = Math.max(p99, Double.parseDouble(words[1]));
        }
        return new BusLoad(rate, p99);
    }

    @Override
    public void close() throws IOException {
        orders.close();
        process.destroy();
    }
}
