package dev.ralph.bench;

import static dev.ralph.bench.Timed.millis;
import static dev.ralph.bench.Timed.sh;
import static dev.ralph.bench.Timed.word;

import dev.ralph.process.CannotStart;
import dev.ralph.process.Containment;
import dev.ralph.process.Supervisor;
import dev.ralph.workspace.ProjectOverlay;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How soon an overlay on a large repository is ready, against `git worktree add`; and how soon 500 changes in it
/// are known, against `git status` in a checkout with the same changes.
///
/// `WorkspaceBench [ROUNDS [FILES]]`. "Ready" is opening it and mounting it: what `true` takes in it, less what
/// it takes in the same view without the overlay.
public final class WorkspaceBench {
    private static final String CHANGES = """
            for i in $(seq 200); do echo changed >> d$i/f$i; echo new > d$i/new; done
            for i in $(seq 201 300); do rm d$i/f$i; done
            """;
    private static final int FOLDERS = 500;

    private final Views views;
    private final Scratch scratch;
    private final Path project;

    private WorkspaceBench(Supervisor supervisor, Scratch scratch) throws IOException {
        this.views = new Views(supervisor, scratch.path());
        this.scratch = scratch;
        this.project = Files.createDirectory(scratch.path().resolve("project"));
    }

    public static void main(String[] args) throws IOException, InterruptedException, CannotStart {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 5;
        int files = args.length > 1 ? Integer.parseInt(args[1]) : 50_000;
        Scratch scratch = Scratch.make("workspace");
        try (Supervisor supervisor =
                Supervisor.open(Containment.NAMESPACE, scratch.path().resolve("leases"))) {
            System.out.println("workspace, " + rounds + " rounds on " + files + " files, " + supervisor.tier());
            WorkspaceBench bench = new WorkspaceBench(supervisor, scratch);
            bench.plant(files);
            bench.run(rounds);
        } finally {
            // What an overlay leaves may be closed even to its owner.
            sh(Scratch.home(), "chmod -R u+rwX " + word(scratch.path()) + " && rm -rf " + word(scratch.path()));
        }
    }

    private void plant(int files) throws IOException, InterruptedException {
        for (int folder = 1; folder <= FOLDERS; folder++) {
            Path here = Files.createDirectory(project.resolve("d" + folder));
            for (int i = 0; i < files / FOLDERS; i++) {
                String name = i == 0 ? "f" + folder : "f" + folder + "-" + i;
                Files.writeString(
                        here.resolve(name), ("line of file " + i + " in " + folder + "\n").repeat(i % 40 + 1));
            }
        }
        sh(project, "git init -q . && git add -A && git -c user.name=b -c user.email=b@b commit -q -m all");
    }

    private void run(int rounds) throws IOException, InterruptedException, CannotStart {
        List<Double> ready = new ArrayList<>();
        List<Double> worktree = new ArrayList<>();
        List<Double> delta = new ArrayList<>();
        List<Double> status = new ArrayList<>();
        round(0, new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        for (int round = 1; round <= rounds; round++) {
            round(round, ready, worktree, delta, status);
        }
        Row.ofMillis("14", "workspace ready", ready, "git worktree add", worktree, Bound.atMost(0.001))
                .print();
        Row.ofMillis("14", "500 changes known", delta, "git status", status, Bound.atMost(0.2))
                .print();
    }

    private void round(int n, List<Double> ready, List<Double> worktree, List<Double> delta, List<Double> status)
            throws IOException, InterruptedException, CannotStart {
        Path tree = scratch.path().resolve("tree-" + n);
        worktree.add(sh(project, "git worktree add -q --detach " + word(tree)));
        sh(tree, CHANGES + "git status --porcelain -uall > /dev/null");
        status.add(sh(tree, "git status --porcelain -uall > /dev/null"));
        sh(project, "git worktree remove --force " + word(tree));

        double without = program("true", null);
        long start = System.nanoTime();
        ProjectOverlay workspace = ProjectOverlay.open(project, scratch.path().resolve("spaces/loop-" + n));
        workspace.ready();
        double opened = millis(start);
        double with = program("true", workspace);
        ready.add(opened + Math.max(0, with - without));

        workspace.ready();
        program(CHANGES, workspace);
        long scan = System.nanoTime();
        int changes = workspace.changes().changes().size();
        delta.add(millis(scan));
        if (changes != 500) {
            throw new IOException("500 changes were made, " + changes + " were found");
        }
        workspace.remove();
    }

    private double program(String line, @Nullable ProjectOverlay workspace) throws IOException, CannotStart {
        if (workspace == null) {
            return views.sh(line, project, List.of(), null);
        }
        List<String> words = List.of("--bind", workspace.overlay() + "/merged", project.toString());
        return views.sh(line, project, words, workspace.overlay());
    }
}
