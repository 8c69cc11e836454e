package dev.ralph.tracker;

import dev.ralph.backlog.JsonLinesFile;
import dev.ralph.json.InvalidJson;
import dev.ralph.json.JsonText;
import dev.ralph.tracker.Tracker.Act;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// `tracker-ops.jsonl`: what was to be done to issues, what was done, and how they were seen last. One process at a
/// time reads and writes it.
final class TrackerJournal {
    private final Path file;
    private final InstantSource clock;
    private final Set<String> intended = new HashSet<>();
    private final Set<String> done = new HashSet<>();
    private final Map<String, Issue.State> states = new HashMap<>();
    private final Map<String, String> texts = new HashMap<>();
    private final Map<String, Map<Act, Integer>> counts = new HashMap<>();

    TrackerJournal(Path file, InstantSource clock) throws IOException {
        this.file = file;
        this.clock = clock;
        JsonLinesFile.read(file, text -> {
            try {
                read(JsonText.object(text));
            } catch (InvalidJson | IllegalArgumentException passedOver) {
                return; // the beginning of a line that a crash left
            }
        });
    }

    private void read(Map<String, @Nullable Object> line) {
        String task = String.valueOf(line.get("task"));
        String op = String.valueOf(line.get("op")).toUpperCase(Locale.ROOT);
        if (op.equals("SEEN")) {
            states.put(
                    task, Issue.State.valueOf(String.valueOf(line.get("state")).toUpperCase(Locale.ROOT)));
            texts.put(task, String.valueOf(line.get("text")));
        } else if ("done".equals(line.get("step"))) {
            did(task, Act.valueOf(op), String.valueOf(line.get("key")));
        } else {
            intended.add(String.valueOf(line.get("key")));
        }
    }

    private void did(String task, Act act, String key) {
        if (!done.add(key)) {
            return;
        }
        counts.computeIfAbsent(task, _ -> new EnumMap<>(Act.class)).merge(act, 1, Integer::sum);
        switch (act) {
            case CLOSE -> states.put(task, Issue.State.DONE);
            case CANCEL -> states.put(task, Issue.State.CANCELLED);
            case REOPEN -> states.put(task, Issue.State.OPEN);
            case COMMENT, BLOCK, UNBLOCK -> {}
        }
    }

    /// How the issue of a task stood when both sides agreed last; tasks are made of open ones.
    Issue.State state(String task) {
        return states.getOrDefault(task, Issue.State.OPEN);
    }

    /// Which version of its text was seen last, null where none was.
    @Nullable
    String text(String task) {
        return texts.get(task);
    }

    /// How often it was done to the issue of a task.
    int count(String task, Act act) {
        return counts.getOrDefault(task, Map.of()).getOrDefault(act, 0);
    }

    boolean isIntended(String key) {
        return intended.contains(key);
    }

    boolean isDone(String key) {
        return done.contains(key);
    }

    void seen(String task, Issue.State state, String text) throws IOException {
        Map<String, @Nullable Object> line = new LinkedHashMap<>();
        line.put("op", "seen");
        line.put("task", task);
        line.put("state", state.name().toLowerCase(Locale.ROOT));
        line.put("text", text);
        write(line);
    }

    void intend(String task, Act act, String key) throws IOException {
        write(step(task, act, key, "intent"));
    }

    void done(String task, Act act, String key) throws IOException {
        write(step(task, act, key, "done"));
    }

    private static Map<String, @Nullable Object> step(String task, Act act, String key, String step) {
        Map<String, @Nullable Object> line = new LinkedHashMap<>();
        line.put("op", act.name().toLowerCase(Locale.ROOT));
        line.put("task", task);
        line.put("key", key);
        line.put("step", step);
        return line;
    }

    private void write(Map<String, @Nullable Object> line) throws IOException {
        line.put("timestamp", clock.instant().truncatedTo(ChronoUnit.MILLIS).toString());
        JsonLinesFile.append(file, line);
        read(line);
    }
}
