package dev.ralph.heal;

import dev.ralph.disk.LockFile;
import dev.ralph.disk.WholeFile;
import dev.ralph.fault.FaultPoint;
import dev.ralph.json.InvalidJson;
import dev.ralph.json.JsonText;
import dev.ralph.paths.Folders;
import dev.ralph.paths.LenientText;
import dev.ralph.paths.UnlinkedFiles;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// `.kiro/state/orchestrator-state.json`: how far the tasks of a spec are, as specification 000 keeps it. What is known
/// of other specs stays in it, below `otherSpecs`.
///
/// It promises: the file is whole after every crash, and a count of corrections is never forgotten because another
/// process, or another spec, is begun.
final class OrchestratorState {
    private static final String SPEC = "currentSpec";
    private static final String TASK = "currentTask";
    private static final String START = "executionStartTime";
    private static final String ATTEMPTS = "ralphLoopAttempts";
    private static final String COMPLETED = "completedTasks";
    private static final String SKIPPED = "skippedTasks";
    private static final String CORRECTIONS = "corrections";
    private static final String ASKS = "waitsForAnswer";
    private static final String OTHERS = "otherSpecs";
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);

    private final Path project;
    private final String feature;

    OrchestratorState(Path project, String feature) {
        this.project = project;
        this.feature = feature;
    }

    static Path file(Path project) {
        return project.resolve(".kiro/state/orchestrator-state.json");
    }

    /// How often a task was corrected. People edit the file.
    int attempts(String task) throws IOException {
        return map(mine(), ATTEMPTS).get(task) instanceof Number count ? (int) Math.max(0, count.doubleValue()) : 0;
    }

    /// What was corrected for a task, oldest first.
    List<Map<String, @Nullable Object>> corrections(String task) throws IOException {
        List<Map<String, @Nullable Object>> all = new ArrayList<>();
        if (map(mine(), CORRECTIONS).get(task) instanceof List<?> known) {
            for (Object one : known) {
                if (one instanceof Map<?, ?> fields) {
                    Map<String, @Nullable Object> copy = new LinkedHashMap<>();
                    fields.forEach((name, value) -> copy.put(String.valueOf(name), value));
                    all.add(copy);
                }
            }
        }
        return all;
    }

    void begins(Instant now, List<String> completed, List<String> skipped) throws IOException {
        change(state -> {
            state.putIfAbsent(START, now.toString());
            state.put(COMPLETED, completed);
            state.put(SKIPPED, skipped);
        });
    }

    void works(@Nullable String task) throws IOException {
        change(state -> state.put(TASK, task));
    }

    void completed(String task) throws IOException {
        change(state -> {
            List<Object> done = new ArrayList<>(state.get(COMPLETED) instanceof List<?> known ? known : List.of());
            if (!done.contains(task)) {
                done.add(task);
            }
            state.put(COMPLETED, done);
            state.put(TASK, null);
            forget(state, task);
        });
    }

    /// A person gave the task up: it is counted anew.
    void givenUp(String task) throws IOException {
        change(state -> {
            state.put(TASK, null);
            forget(state, task);
        });
    }

    private static void forget(Map<String, @Nullable Object> state, String task) {
        for (String key : List.of(ATTEMPTS, CORRECTIONS)) {
            Map<String, @Nullable Object> known = map(state, key);
            known.remove(task);
            state.put(key, known);
        }
    }

    void attempts(String task, int count) throws IOException {
        change(state -> {
            Map<String, @Nullable Object> attempts = map(state, ATTEMPTS);
            attempts.put(task, count);
            state.put(ATTEMPTS, attempts);
        });
    }

    /// Whether a person is asked about the task because no correction is left.
    boolean asks(String task) throws IOException {
        return mine().get(ASKS) instanceof List<?> all && all.contains(task);
    }

    void asks(String task, boolean now) throws IOException {
        if (asks(task) != now) {
            change(state -> {
                List<Object> all = new ArrayList<>(state.get(ASKS) instanceof List<?> known ? known : List.of());
                all.remove(task);
                if (now) {
                    all.add(task);
                }
                state.put(ASKS, all);
            });
        }
    }

    void corrections(String task, List<Map<String, @Nullable Object>> all) throws IOException {
        change(state -> {
            Map<String, @Nullable Object> corrections = map(state, CORRECTIONS);
            corrections.put(task, all);
            state.put(CORRECTIONS, corrections);
        });
    }

    /// Every task is done.
    void clear() throws IOException {
        try (LockFile _ = locked()) {
            Map<String, @Nullable Object> all = read();
            Map<String, @Nullable Object> others = map(all, OTHERS);
            others.remove(feature);
            if (all.get(SPEC) instanceof String current && !feature.equals(current)) {
                all.put(OTHERS, others);
                write(all);
            } else if (others.isEmpty()) {
                Files.deleteIfExists(file(project));
            } else {
                write(Map.of(OTHERS, others));
            }
        }
    }

    /// Specs are worked on at the same time, each by a process of its own.
    private void change(Consumer<Map<String, @Nullable Object>> change) throws IOException {
        try (LockFile _ = locked()) {
            Map<String, @Nullable Object> state = mine();
            change.accept(state);
            write(state);
        }
    }

    private LockFile locked() throws IOException {
        Path lock = file(project).resolveSibling("orchestrator-state.lock");
        Folders.below(project, lock.getParent());
        IgnoredStateFolders.ignored(lock.resolveSibling(""));
        return LockFile.lock(lock, LONGEST_WAIT);
    }

    private Map<String, @Nullable Object> mine() throws IOException {
        Map<String, @Nullable Object> all = read();
        Map<String, @Nullable Object> others = map(all, OTHERS);
        if (!feature.equals(all.get(SPEC))) {
            Map<String, @Nullable Object> mine = map(others, feature);
            others.remove(feature);
            if (all.get(SPEC) instanceof String other) {
                Map<String, @Nullable Object> kept = new LinkedHashMap<>(all);
                kept.remove(OTHERS);
                others.put(other, kept);
            }
            all = mine;
        }
        Map<String, @Nullable Object> state = new LinkedHashMap<>();
        state.put(SPEC, feature);
        state.put(TASK, all.get(TASK));
        state.put(START, all.get(START));
        state.put(ATTEMPTS, map(all, ATTEMPTS));
        state.put(COMPLETED, all.get(COMPLETED) instanceof List<?> done ? done : List.of());
        state.put(SKIPPED, all.get(SKIPPED) instanceof List<?> skipped ? skipped : List.of());
        state.put(CORRECTIONS, map(all, CORRECTIONS));
        state.put(ASKS, all.get(ASKS) instanceof List<?> asks ? asks : List.of());
        state.put(OTHERS, others);
        return state;
    }

    private static Map<String, @Nullable Object> map(Map<String, @Nullable Object> of, String key) {
        Map<String, @Nullable Object> copy = new LinkedHashMap<>();
        if (of.get(key) instanceof Map<?, ?> known) {
            known.forEach((name, value) -> copy.put(String.valueOf(name), value));
        }
        return copy;
    }

    private Map<String, @Nullable Object> read() throws IOException {
        Path file = file(project);
        UnlinkedFiles.require(project, file);
        if (!Files.exists(file)) {
            return new LinkedHashMap<>();
        }
        try {
            return new LinkedHashMap<>(JsonText.object(LenientText.read(file)));
        } catch (InvalidJson damaged) {
            throw new FileSystemException(
                    file.toString(), null, "it " + damaged.getMessage() + "; fix it, or delete it to reset the count");
        }
    }

    private void write(Map<String, @Nullable Object> state) throws IOException {
        WholeFile.writeDurably(FaultPoint.SPEC_STATE, file(project), JsonText.of(state) + "\n");
    }
}
