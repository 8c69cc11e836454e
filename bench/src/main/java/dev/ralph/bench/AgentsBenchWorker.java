package dev.ralph.bench;

import dev.ralph.process.CannotStart;
import dev.ralph.process.ContainmentUnavailable;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;

/// A JVM of its own that starts many agents in one way and prints what that showed: `WAY AGENTS FOLDER TICKER`.
///
/// The agents sleep until all of them run, then each writes a few lines, in random order over some seconds.
final class AgentsBenchWorker {
    private static final int LINES = 3;
    private static final int GAP_MILLIS = 500;
    private static final int FIRST_MILLIS = 1_000;
    private static final int SPREAD_MILLIS = 6_000;
    private static final int LONGEST_SECONDS = 120;

    private final AgentsWay way;
    private final int agents;
    private final Path folder;
    private final Path ticker;
    private final Queue<Double> latencies = new ConcurrentLinkedQueue<>();

    private AgentsBenchWorker(AgentsWay way, int agents, Path folder, Path ticker) {
        this.way = way;
        this.agents = agents;
        this.folder = folder;
        this.ticker = ticker;
    }

    public static void main(String[] args)
            throws IOException, InterruptedException, CannotStart, ExecutionException, TimeoutException {
        int agents = Integer.parseInt(args[1]);
        Path folder = AgentsWay.prepare(Path.of(args[2]), agents);
        try {
            AgentsBenchWorker worker =
                    new AgentsBenchWorker(AgentsWay.valueOf(args[0]), agents, folder, Path.of(args[3]));
            System.out.println(worker.measure().words());
        } catch (ContainmentUnavailable unavailable) {
            System.out.println(unavailable.getMessage());
            System.exit(1);
        }
        System.exit(0); // ends the supervisor's threads; every agent has ended
    }

    private AgentsFigures measure()
            throws IOException, InterruptedException, CannotStart, ExecutionException, TimeoutException {
        Path go = folder.resolve("go");
        new Scratch(folder).run(List.of("mkfifo", go.toString()));
        AgentsWay.Starter starter = way.in(folder);
        Random random = new Random(agents);
        List<CompletableFuture<?>> ends = new ArrayList<>();
        long from = System.nanoTime();
        for (int i = 0; i < agents; i++) {
            int delay = FIRST_MILLIS + random.nextInt(SPREAD_MILLIS);
            List<String> command = List.of(
                    ticker.toString(),
                    go.toString(),
                    Integer.toString(delay),
                    Integer.toString(GAP_MILLIS),
                    Integer.toString(LINES));
            AtomicReference<String> last = new AtomicReference<>("");
            ends.add(starter.start(i, command, line -> noticed(line, last)));
        }
        double spawn = (System.nanoTime() - from) / 1e6 / agents;
        int threads = (int) status("Threads:");
        double megabytes = status("VmRSS:") / 1024;
        try (OutputStream word = new FileOutputStream(go.toFile())) {
            word.flush(); // who opens it late finds it open, and need not wait
            CompletableFuture.allOf(ends.toArray(CompletableFuture[]::new)).get(LONGEST_SECONDS, TimeUnit.SECONDS);
        }
        awaitLines();
        Spread latency = Spread.of(latencies);
        return new AgentsFigures(spawn, threads, megabytes, latency.median(), latency.at(0.99), latencies.size());
    }

    private void noticed(String line, AtomicReference<String> last) {
        Instant now = Instant.now();
        if (line.isEmpty() || line.equals(last.getAndSet(line))) return;
        long written = Long.parseLong(line);
        latencies.add((now.getEpochSecond() * 1_000_000_000L + now.getNano() - written) / 1e6);
    }

    /// Readers may still be behind when the last process has ended.
    private void awaitLines() throws InterruptedException, TimeoutException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LONGEST_SECONDS);
        while (latencies.size() < agents * LINES) {
            if (System.nanoTime() > end) {
                throw new TimeoutException(latencies.size() + " of " + agents * LINES + " lines were noticed");
            }
            Thread.sleep(20);
        }
    }

    /// A number from what the kernel says about this process.
    private static double status(String name) throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
            if (line.startsWith(name)) return Double.parseDouble(line.replaceAll("[^0-9]", ""));
        }
        throw new IOException("/proc/self/status has no " + name);
    }
}
