package dev.ralph.bench;

import static dev.ralph.bench.Timed.millis;
import static dev.ralph.bench.Timed.sh;
import static dev.ralph.bench.Timed.word;

import dev.ralph.process.CannotStart;
import dev.ralph.process.Containment;
import dev.ralph.process.Enclosure;
import dev.ralph.process.Supervisor;
import dev.ralph.room.CleanRoom;
import dev.ralph.room.ProjectCleanRooms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// What a clean room adds to a check that reads a large repository several times: moving the checkout to the commit,
/// verifying it, mounting it, reading through it, and taking it away; against the same command in a plain checkout.
///
/// `RoomBench [ROUNDS [FILES [PASSES]]]`. By default the first check takes some ten seconds, which is short for the
/// tests of 50,000 files; the second, half as long, tells what the length matters. Every round has a commit of its
/// own, as every attempt has.
public final class RoomBench {
    private static final int FOLDERS = 500;
    private static final String ALL = "find . -path ./.git -prune -o -type f -print0";

    /// Reads every file once and works on what it read, as builds do. Not with `cat`, which has the kernel copy from
    /// file to file where both are on one disk, and reads nothing then.
    private static final String WORKS = "all=$(mktemp); " + ALL + " | xargs -0 grep -h '' > $all; "
            + "for i in $(seq %d); do LC_ALL=C sort $all | uniq -c | sha256sum; done; rm $all";

    /// Does nothing but open and read small files.
    private static final String READS = "for i in $(seq %d); do " + ALL + " | xargs -0 sha256sum | sha256sum; done";

    private final Views views;
    private final Scratch scratch;
    private final Path project;
    private final Path plain;
    private final int passes;
    private int commits;

    private RoomBench(Supervisor supervisor, Scratch scratch, int passes) throws IOException {
        this.views = new Views(supervisor, scratch.path());
        this.scratch = scratch;
        this.project = Files.createDirectory(scratch.path().resolve("project"));
        this.plain = scratch.path().resolve("plain");
        this.passes = passes;
    }

    public static void main(String[] args) throws IOException, InterruptedException, CannotStart {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 5;
        int files = args.length > 1 ? Integer.parseInt(args[1]) : 50_000;
        int passes = args.length > 2 ? Integer.parseInt(args[2]) : 40;
        Scratch scratch = Scratch.make("room");
        try (Supervisor supervisor =
                Supervisor.open(Containment.NAMESPACE, scratch.path().resolve("leases"))) {
            System.out.println("room, " + rounds + " rounds on " + files + " files, " + supervisor.tier());
            RoomBench bench = new RoomBench(supervisor, scratch, passes);
            bench.plant(files);
            bench.run(rounds);
        } finally {
            sh(Scratch.home(), "rm -rf " + word(scratch.path()));
        }
    }

    private void plant(int files) throws IOException, InterruptedException {
        for (int folder = 1; folder <= FOLDERS; folder++) {
            Path here = Files.createDirectory(project.resolve("d" + folder));
            for (int i = 0; i < files / FOLDERS; i++) {
                Files.writeString(
                        here.resolve("f" + i), ("line of file " + i + " in " + folder + "\n").repeat(i % 40 + 1));
            }
        }
        sh(project, "git init -q . && git config gc.auto 0 && git config user.name b && git config user.email b@b");
        sh(project, "git add -A && git commit -q -m all");
    }

    private void run(int rounds) throws IOException, InterruptedException, CannotStart {
        double worktree = sh(project, "git worktree add -q --detach " + word(plain));
        long start = System.nanoTime();
        rooms().at("HEAD", CleanRoom.Sight.IN_PLACE).close();
        double first = millis(start);
        measure("a check that reads and works", WORKS, rounds, passes, Bound.atMost(1.1));
        measure("one half as long", WORKS, rounds, Math.max(1, passes / 2), Bound.none());
        measure("one that only opens and reads small files", READS, rounds, Math.max(1, passes / 10), Bound.none());
        row("the first room of a project", List.of(first), "git worktree add", List.of(worktree), Bound.none());
    }

    private void measure(String what, String line, int rounds, int times, Bound bound)
            throws IOException, InterruptedException, CannotStart {
        String check = line.formatted(times);
        round(0, check, new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        List<Double> clean = new ArrayList<>();
        List<Double> alone = new ArrayList<>();
        List<Double> opening = new ArrayList<>();
        for (int round = 1; round <= rounds; round++) {
            round(round, check, clean, alone, opening);
        }
        row("clean room, " + what, clean, "in a plain checkout", alone, bound);
        row("of that, opening and closing the room", opening, "the check in a plain checkout", alone, Bound.none());
    }

    private ProjectCleanRooms rooms() {
        return new ProjectCleanRooms(project, scratch.path().resolve("rooms"));
    }

    private void round(int n, String check, List<Double> clean, List<Double> alone, List<Double> opening)
            throws IOException, InterruptedException, CannotStart {
        sh(project, "for i in $(seq 20); do echo " + ++commits + " >> d$i/f$i; done; git commit -qam " + commits);
        sh(plain, "git checkout -q --detach $(git -C " + word(project) + " rev-parse HEAD) && git status > /dev/null");
        if (n % 2 == 0) { // whoever comes second finds more in the machine's caches
            alone.add(views.sh(check, plain, List.of(), null));
        }
        long start = System.nanoTime();
        CleanRoom room = rooms().at("HEAD", CleanRoom.Sight.IN_PLACE);
        room.ready();
        Path overlay = Objects.requireNonNull(room.overlay(), "this machine mounts no overlays");
        double opened = millis(start);
        views.sh(check, project, Enclosure.Namespaces.standing(overlay, project), overlay);
        long closing = System.nanoTime();
        room.close();
        opening.add(opened + millis(closing));
        clean.add(millis(start));
        if (n % 2 == 1) {
            alone.add(views.sh(check, plain, List.of(), null));
        }
        String said = views.said(0);
        if (!said.equals(views.said(1)) || said.isBlank()) {
            throw new IOException("the check saw something else in the room than in the checkout");
        }
    }

    private static void row(String what, List<Double> ours, String other, List<Double> base, Bound bound) {
        Row.ofMillis("15", what, ours, other, base, bound).print();
    }
}
