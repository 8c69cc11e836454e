package dev.ralph.run;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongPredicate;
import java.util.function.Supplier;

/// Runs that were started from inside this loop's attempts and still go on: those this engine supervises, and any
/// other whose `run-info.yaml` names one of our runs as its parent, in whatever task of the project.
final class Children {
    private static final Duration CLOCK_SLACK = Duration.ofSeconds(5);

    private final Site site;
    private final Supplier<List<String>> supervised;
    private final LongPredicate groupAlive;

    Children(Site site, Supplier<List<String>> supervised, LongPredicate groupAlive) {
        this.site = site;
        this.supervised = supervised;
        this.groupAlive = groupAlive;
    }

    /// Run ids of those that go on, sorted.
    List<String> active() throws IOException {
        List<RunInfo> runs = allRuns();
        Set<String> family = family(runs);
        Set<String> active = new TreeSet<>(supervised.get());
        for (RunInfo run : runs) {
            if (run.get("parent_run_id").isPresent() && family.contains(id(run)) && !run.ended() && alive(run)) {
                active.add(id(run));
            }
        }
        return List.copyOf(active);
    }

    /// Every run of this task, and every run that descends from one of them.
    private Set<String> family(List<RunInfo> runs) {
        Set<String> family = new HashSet<>();
        for (RunInfo run : runs) {
            if (run.get("task_id").equals(Optional.of(site.head().task()))) {
                family.add(id(run));
            }
        }
        boolean grew = true;
        while (grew) {
            grew = false;
            for (RunInfo run : runs) {
                if (run.get("parent_run_id").filter(family::contains).isPresent()) {
                    grew |= family.add(id(run));
                }
            }
        }
        return family;
    }

    private boolean alive(RunInfo run) {
        long group = run.number("pgid") > 0 ? run.number("pgid") : run.number("pid");
        if (group <= 1 || !groupAlive.test(group)) {
            return false;
        }
        // A process that is older than the run is a stranger with the same number.
        return ProcessHandle.of(group)
                .flatMap(process -> process.info().startInstant())
                .flatMap(began -> run.startTime().map(start -> !began.isBefore(start.minus(CLOCK_SLACK))))
                .orElse(true);
    }

    private List<RunInfo> allRuns() throws IOException {
        List<RunInfo> runs = new ArrayList<>();
        for (Path task : folders(site.layout().tasks())) {
            for (Path run : folders(task.resolve("runs"))) {
                RunInfo.read(run.resolve("run-info.yaml")).ifPresent(runs::add);
            }
        }
        return runs;
    }

    private static List<Path> folders(Path parent) throws IOException {
        List<Path> folders = new ArrayList<>();
        if (Files.isDirectory(parent)) {
            try (DirectoryStream<Path> found = Files.newDirectoryStream(parent, Files::isDirectory)) {
                found.forEach(folders::add);
            }
        }
        return folders;
    }

    private static String id(RunInfo run) {
        return run.get("run_id").orElse("");
    }
}
