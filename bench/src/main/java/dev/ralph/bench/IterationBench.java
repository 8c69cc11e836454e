package dev.ralph.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/// What an iteration costs when the agent does nothing: the real `./ralph run`, everything on disk, against the bash
/// one-liner `cat PROMPT.md | /bin/true`, which keeps nothing. In a plain folder, and in a git repository, where the
/// project is remembered before and after every attempt.
///
/// `IterationBench [ROUNDS [FEWER [MORE]]]`. A loop of MORE attempts minus one of FEWER leaves out the start of the
/// program; both have a project of their own. Every round measures every way once.
public final class IterationBench {
    private static final int EXHAUSTED = 3;

    private static final int FILES = 60;

    private enum Place {
        PLAIN_FOLDER,
        GIT_REPOSITORY;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /// A place and a containment, and what was measured with them.
    private record Way(Place place, String containment, Bound goal, List<Double> times, List<Double> ratios) {
        Way(Place place, String containment, Bound goal) {
            this(place, containment, goal, new ArrayList<>(), new ArrayList<>());
        }

        @Override
        public String toString() {
            return place + ", containment " + containment;
        }
    }

    private final Scratch scratch;
    private final Path folder;
    private final int fewer;
    private final int more;

    private IterationBench(Scratch scratch, int fewer, int more) {
        this.scratch = scratch;
        this.folder = scratch.path();
        this.fewer = fewer;
        this.more = more;
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 7;
        int fewer = args.length > 1 ? Integer.parseInt(args[1]) : 100;
        int more = args.length > 2 ? Integer.parseInt(args[2]) : 400;
        if (more <= fewer) throw new IllegalArgumentException("MORE must be more than FEWER");
        try (Scratch scratch = Scratch.outside("iteration")) {
            Files.writeString(scratch.path().resolve("PROMPT.md"), "Do the next small step, then stop.\n".repeat(20));
            new IterationBench(scratch, fewer, more).run(rounds);
        }
    }

    private void run(int rounds) throws IOException, InterruptedException {
        List<Way> ways = new ArrayList<>();
        for (Way way : List.of(
                new Way(Place.PLAIN_FOLDER, "group", Bound.atMost(2.0)),
                new Way(Place.GIT_REPOSITORY, "group", Bound.atMost(6.0)),
                new Way(Place.PLAIN_FOLDER, "namespace", Bound.none()),
                new Way(Place.GIT_REPOSITORY, "namespace", Bound.none()))) {
            if (works(way)) ways.add(way);
        }
        List<Double> oneLiner = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            double base = oneLiner();
            oneLiner.add(base);
            for (Way way : ways) {
                double each = (loop(way, more) - loop(way, fewer)) / (more - fewer);
                way.times().add(each);
                way.ratios().add(each / base);
            }
        }
        for (Way way : ways) {
            Row.of(
                            "1",
                            "durable iteration, no-op agent, " + way,
                            Spread.of(way.times()) + " ms",
                            "bash one-liner " + Spread.of(oneLiner) + " ms",
                            Spread.of(way.ratios()),
                            way.goal())
                    .print();
        }
    }

    private boolean works(Way way) throws IOException, InterruptedException {
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
    private double loop(Way way, int attempts) throws IOException, InterruptedException {
        // Removed only at the very end: ext4 makes new files slower for minutes after many were deleted.
        Path project = Files.createTempDirectory(folder, "project");
        if (way.place() == Place.GIT_REPOSITORY) fill(project);
        Path said = folder.resolve("ralph.txt");
        ProcessBuilder command = new ProcessBuilder(
                        Scratch.home().resolve("ralph").toString(),
                        "run",
                        "--task=bench",
                        "--prompt-file=" + folder.resolve("PROMPT.md"),
                        "--restart-delay=0s",
                        "--max-restarts=" + attempts,
                        "--containment=" + way.containment(),
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
        if (way.place() == Place.GIT_REPOSITORY) requireSnapshots(attempts, project);
        return took;
    }

    private void fill(Path project) throws IOException, InterruptedException {
        for (int i = 0; i < FILES; i++) {
            Path file = project.resolve("folder" + i % 6).resolve("file" + i);
            Files.createDirectories(file.getParent());
            Files.writeString(file, "line\n".repeat(i));
        }
        String at = project.toString();
        scratch.run(List.of("git", "-C", at, "init", "-q"));
        scratch.run(List.of("git", "-C", at, "add", "-A"));
        scratch.run(List.of(
                "git",
                "-C",
                at,
                "-c",
                "user.name=bench",
                "-c",
                "user.email=bench@localhost",
                "commit",
                "-qm",
                "files"));
    }

    private static void requireAttempts(int wanted, Path project) throws IOException {
        try (Stream<Path> runs = Files.list(project.resolve(".ralph/tasks/bench/runs"))) {
            require(wanted, runs.count(), "runs");
        }
    }

    /// What was there before the first, and the end of each.
    private static void requireSnapshots(int attempts, Path project) throws IOException {
        try (Stream<Path> refs = Files.walk(project.resolve(".git/refs/ralph"))) {
            require(attempts + 1, refs.filter(Files::isRegularFile).count(), "snapshots");
        }
    }

    private static void require(int wanted, long found, String what) throws IOException {
        if (found != wanted) throw new IOException("there should be " + wanted + " " + what + ", not " + found);
    }
}
