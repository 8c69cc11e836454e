package dev.ralph.engine;

import dev.ralph.paths.LoopPaths;
import dev.ralph.projection.RunInfo;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongPredicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Runs that were started from inside this loop's attempts and still go on: those this engine supervises, and any
/// other whose `run-info.yaml` names one of our runs as its parent. Other tools write such files and the journal knows
/// nothing of them, so folders are read: of every task for the loop of a person, of its own task for a stage.
final class ChildRuns {
    private static final Duration CLOCK_SLACK = Duration.ofSeconds(5);

    private final LoopPaths paths;
    private final Supplier<List<String>> supervised;
    private final LongPredicate groupAlive;
    private final Instant began;
    private final Map<String, Map<String, Run>> ended = new HashMap<>();

    /// @param began when the loop did: what lies in other tasks since before then cannot be a child of its runs
    ChildRuns(LoopPaths paths, Supplier<List<String>> supervised, LongPredicate groupAlive, Instant began) {
        this.paths = paths;
        this.supervised = supervised;
        this.groupAlive = groupAlive;
        this.began = began;
    }

    /// What is known of a run.
    ///
    /// @param parent the run it was started from, empty for a run of a person
    /// @param ours   of this task
    /// @param info   null once it has ended
    private record Run(
            String id,
            String parent,
            boolean ours,
            @Nullable RunInfo info) {}

    /// Run ids of those that go on, sorted.
    List<String> active() throws IOException {
        List<Run> runs = allRuns();
        Set<String> family = family(runs);
        Set<String> active = new TreeSet<>(supervised.get());
        for (Run run : runs) {
            RunInfo info = run.info();
            if (info != null && !run.parent().isEmpty() && family.contains(run.id()) && alive(info)) {
                active.add(run.id());
            }
        }
        return List.copyOf(active);
    }

    /// Every run of this task, and every run that descends from one of them.
    private static Set<String> family(List<Run> runs) {
        Set<String> family = new HashSet<>();
        for (Run run : runs) {
            if (run.ours()) {
                family.add(run.id());
            }
        }
        boolean grew = true;
        while (grew) {
            grew = false;
            for (Run run : runs) {
                if (!run.parent().isEmpty() && family.contains(run.parent())) {
                    grew |= family.add(run.id());
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

    /// A run that has ended stays so and is read once: of a long loop there are thousands, and they are looked at again
    /// and again while a child goes on.
    private List<Run> allRuns() throws IOException {
        List<Run> runs = new ArrayList<>();
        for (Path task : tasks()) {
            if (!task.equals(paths.task().path()) && !isNewer(task.resolve("runs"))) {
                continue;
            }
            Map<String, Run> over = ended.computeIfAbsent(task.getFileName().toString(), _ -> new HashMap<>());
            for (Path folder : folders(task.resolve("runs"))) {
                String name = folder.getFileName().toString();
                Run known = over.get(name);
                Run run = known != null ? known : read(folder, name);
                if (run != null && run.info() == null) {
                    over.put(name, run);
                }
                if (run != null) {
                    runs.add(run);
                }
            }
        }
        return runs;
    }

    /// A list may have thousands of tasks, so children of a stage are looked for in its own only.
    private List<Path> tasks() throws IOException {
        Path all = paths.layout().tasks();
        return paths.head().isStage() ? List.of(all.resolve(paths.head().task())) : folders(all);
    }

    /// Whether a run began in it after the loop did. A project may have many tasks.
    private boolean isNewer(Path runs) {
        try {
            return !Files.getLastModifiedTime(runs).toInstant().isBefore(began.minus(CLOCK_SLACK));
        } catch (IOException none) {
            return false;
        }
    }

    private @Nullable Run read(Path folder, String name) {
        RunInfo info = RunInfo.read(folder.resolve("run-info.yaml")).orElse(null);
        if (info == null) {
            return null;
        }
        String id = info.get("run_id").orElse("");
        return new Run(
                id.equals(name) ? name : id, // one text for both: there are many
                info.get("parent_run_id").orElse(""),
                info.get("task_id").equals(Optional.of(paths.head().task())),
                info.ended() ? null : info);
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
}
