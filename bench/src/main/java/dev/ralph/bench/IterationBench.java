package dev.ralph.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// What an iteration costs when the agent does nothing: the real `./ralph run`, everything on disk, against the bash
/// one-liner `cat PROMPT.md | /bin/true`, which keeps nothing.
///
/// `IterationBench [ROUNDS [FEWER [MORE]]]`. A loop of MORE attempts minus one of FEWER leaves out the start of the
/// program; both have a project of their own. Every round measures every way once.
public final class IterationBench {
    private static final int EXHAUSTED = 3;

    /// A containment and what was measured with it.
    private record Way(String containment, Bound goal, List<Double> times, List<Double> ratios) {
        Way(String containment, Bound goal) {
            this(containment, goal, new ArrayList<>(), new ArrayList<>());
        }
    }

    private final Path folder;
    private final int fewer;
    private final int more;

    private IterationBench(Path folder, int fewer, int more) {
        this.folder = folder;
        this.fewer = fewer;
        this.more = more;
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 9;
        int fewer = args.length > 1 ? Integer.parseInt(args[1]) : 100;
        int more = args.length > 2 ? Integer.parseInt(args[2]) : 600;
        if (more <= fewer) throw new IllegalArgumentException("MORE must be more than FEWER");
        try (Scratch scratch = Scratch.make("iteration")) {
            Files.writeString(scratch.path().resolve("PROMPT.md"), "Do the next small step, then stop.\n".repeat(20));
            new IterationBench(scratch.path(), fewer, more).run(rounds);
        }
    }

    private void run(int rounds) throws IOException, InterruptedException {
        List<Way> ways = new ArrayList<>();
        for (Way way : List.of(new Way("group", Bound.atMost(1.0)), new Way("namespace", Bound.atMost(2.9)))) {
            if (works(way.containment())) ways.add(way);
        }
        List<Double> oneLiner = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            double base = oneLiner();
            oneLiner.add(base);
            for (Way way : ways) {
                double each = (loop(way.containment(), more) - loop(way.containment(), fewer)) / (more - fewer);
                way.times().add(each);
                way.ratios().add(each / base);
            }
        }
        for (Way way : ways) {
            Row.of(
                            "1",
                            "durable iteration, no-op agent, containment " + way.containment(),
                            Spread.of(way.times()) + " ms",
                            "bash one-liner " + Spread.of(oneLiner) + " ms",
                            Spread.of(way.ratios()),
                            way.goal())
                    .print();
        }
    }

    private boolean works(String way) throws IOException, InterruptedException {
        try {
            loop(way, 1);
            return true;
        } catch (IOException unavailable) {
            Row.notMeasured("1", "durable iteration, " + way, String.valueOf(unavailable.getMessage()));
            return false;
        }
    }

    /// Milliseconds of an iteration; bash looks at its own clock, so its start is not in it.
    private double oneLiner() throws IOException, InterruptedException {
        int count = more - fewer;
        String script =
                "from=${EPOCHREALTIME/[.,]/}; for ((i = 0; i < $0; i++)); do cat PROMPT.md | /bin/true; done; echo $((${EPOCHREALTIME/[.,]/} - from))";
        Process bash = new ProcessBuilder("bash", "-c", script, Integer.toString(count))
                .directory(folder.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String micros = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        if (bash.waitFor() != 0) throw new IOException("the bash one-liner failed");
        return Long.parseLong(micros) / 1e3 / count;
    }

    /// Milliseconds that `ralph run` takes for so many attempts, its start in it.
    private double loop(String containment, int attempts) throws IOException, InterruptedException {
        // Removed only at the very end: ext4 makes new files slower for minutes after many were deleted.
        Path project = Files.createTempDirectory(folder, "project");
        Path said = folder.resolve("ralph.txt");
        ProcessBuilder command = new ProcessBuilder(
                        Scratch.home().resolve("ralph").toString(),
                        "run",
                        "--task=bench",
                        "--prompt-file=" + folder.resolve("PROMPT.md"),
                        "--restart-delay=0s",
                        "--max-restarts=" + attempts,
                        "--containment=" + containment,
                        "--",
                        "/bin/true")
                .directory(project.toFile())
                .redirectErrorStream(true)
                .redirectOutput(said.toFile());
        long from = System.nanoTime();
        int code = command.start().waitFor();
        double took = (System.nanoTime() - from) / 1e6;
        if (code != EXHAUSTED) {
            throw new IOException("ralph run ended with exit code " + code + ": " + Files.readString(said));
        }
        requireAttempts(attempts, project);
        return took;
    }

    private static void requireAttempts(int wanted, Path project) throws IOException {
        try (Stream<Path> runs = Files.list(project.resolve(".ralph/tasks/bench/runs"))) {
            long found = runs.count();
            if (found != wanted) throw new IOException("there should be " + wanted + " runs, not " + found);
        }
    }
}
