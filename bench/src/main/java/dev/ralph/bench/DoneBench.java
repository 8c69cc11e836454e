package dev.ralph.bench;

import dev.ralph.engine.ActiveLoop;
import dev.ralph.engine.Engine;
import dev.ralph.engine.EngineOptions;
import dev.ralph.engine.LoopOrder;
import dev.ralph.loop.Event;
import dev.ralph.loop.Policy;
import dev.ralph.paths.TaskId;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.CompletableFuture;

/// How long after an agent wrote `DONE`, and went on running, the engine has that in its journal, against somebody who
/// looks once a second.
///
/// `DoneBench [ROUNDS]`. Both wait for the same file of the same agent; the one who polls begins at a random moment of
/// the second and is not waited for, so that rounds are short. The clock starts before the file is made.
public final class DoneBench {
    private static final Duration POLL = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofSeconds(30);
    private static final String AGENT =
            "sleep \"$0\"; printf %s \"$EPOCHREALTIME\" >\"$1\"; exec sleep " + LONGEST.toSeconds();

    private final Engine engine;
    private final EngineOptions options;
    private final Random random = new Random(1);
    private final List<Double> noticedMillis = new ArrayList<>();
    private final List<Double> durableMillis = new ArrayList<>();
    private final List<CompletableFuture<Double>> pollMillis = new ArrayList<>();

    private DoneBench(Engine engine, EngineOptions options) {
        this.engine = engine;
        this.options = options;
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 150;
        try (Scratch scratch = Scratch.make("done")) {
            EngineOptions options = EngineOptions.of(scratch.path());
            try (Engine engine = Engine.open(options, null)) {
                System.out.println("DONE, " + rounds + " rounds, containment " + engine.tier());
                DoneBench bench = new DoneBench(engine, options);
                for (int round = 0; round <= rounds; round++) bench.round(round);
                bench.print();
            }
        }
    }

    private void round(int number) throws IOException, InterruptedException {
        TaskId task = new TaskId("done-" + number);
        Path done = options.layout().task(task).done();
        Policy policy = Policy.of(new Policy.AgentCommand(
                        Policy.AgentCommand.Kind.PROGRAM,
                        List.of("bash", "-c", AGENT, "0.0" + (10 + random.nextInt(90)), done.toString())))
                .with(Policy.Limits.DEFAULT.withAttempts(1))
                .with(endingAtOnce());
        CompletableFuture<Instant> noticed = new CompletableFuture<>();
        CompletableFuture<Instant> durable = new CompletableFuture<>();
        ActiveLoop loop = engine.start(new LoopOrder(task, policy, "Write DONE.", null));
        loop.listen((entry, _) -> {
            if (entry.event() instanceof Event.SignalSeen) {
                durable.complete(Instant.now());
                noticed.complete(entry.at());
            }
        });
        CompletableFuture<Instant> polled = poll(done);
        var _ = loop.run();
        if (!noticed.isDone()) throw new IOException("the loop ended without having seen DONE while the agent ran");
        Instant written = instant(Files.readString(done));
        noticedMillis.add(millis(written, noticed.join()));
        durableMillis.add(millis(written, durable.join()));
        pollMillis.add(polled.thenApply(at -> millis(written, at)));
    }

    /// The agent is not waited for after its DONE.
    private static Policy.Pace endingAtOnce() {
        Policy.Pace usual = Policy.Pace.DEFAULT;
        return new Policy.Pace(
                usual.restartDelay(), usual.poll(), usual.childWait(), usual.grace(), Duration.ZERO, usual.check());
    }

    private CompletableFuture<Instant> poll(Path done) {
        CompletableFuture<Instant> seen = new CompletableFuture<>();
        Duration phase = Duration.ofNanos(random.nextLong(POLL.toNanos()));
        Thread.ofVirtual().start(() -> {
            try {
                Instant end = Instant.now().plus(LONGEST);
                Thread.sleep(phase);
                while (!Files.exists(done)) {
                    if (Instant.now().isAfter(end)) throw new IllegalStateException("no DONE within " + LONGEST);
                    Thread.sleep(POLL);
                }
                seen.complete(Instant.now());
            } catch (InterruptedException | RuntimeException failed) {
                seen.completeExceptionally(failed);
            }
        });
        return seen;
    }

    /// Seconds with a fraction, as bash prints them.
    private static Instant instant(String seconds) {
        BigDecimal nanos = new BigDecimal(seconds.replace(',', '.')).movePointRight(9);
        return Instant.EPOCH.plusNanos(nanos.longValueExact());
    }

    private static double millis(Instant from, Instant to) {
        return Duration.between(from, to).toNanos() / 1e6;
    }

    /// The first round, where every class is new, is told apart.
    private void print() {
        Spread noticed = Spread.of(noticedMillis.subList(1, noticedMillis.size()));
        Spread durable = Spread.of(durableMillis.subList(1, durableMillis.size()));
        Spread poll = Spread.of(
                pollMillis.stream().skip(1).map(CompletableFuture::join).toList());
        row("DONE to noticed, median", noticed.median(), poll.median(), Bound.atMost(1.0 / 500));
        row("DONE to noticed, p90", noticed.at(0.9), poll.at(0.9), Bound.atMost(1.0 / 100));
        row("DONE to its entry in the journal on disk, median", durable.median(), poll.median(), Bound.none());
        System.out.println("the first DONE after the start of the JVM: noticed after "
                + millisText(noticedMillis.getFirst()) + ", durable after " + millisText(durableMillis.getFirst())
                + "; p99 noticed " + millisText(noticed.at(0.99)) + ", durable " + millisText(durable.at(0.99)));
    }

    private static void row(String what, double engine, double poll, Bound goal) {
        new Row("4", what, millisText(engine), "1 s poll " + millisText(poll), engine / poll, "", goal).print();
    }

    private static String millisText(double millis) {
        return String.format(Locale.ROOT, "%.2f ms", millis);
    }
}
