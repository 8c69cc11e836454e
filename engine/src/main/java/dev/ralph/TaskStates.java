package dev.ralph;

import dev.ralph.backlog.BacklogTask;
import dev.ralph.backlog.JsonLinesFile;
import dev.ralph.backlog.TaskList;
import dev.ralph.json.InvalidJson;
import dev.ralph.json.JsonText;
import java.io.IOException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a task of a list was at any time, by the times of the lines about it.
final class TaskStates {
    private final List<State> states = new ArrayList<>();

    private record State(Instant since, Map<String, @Nullable Object> fields) {}

    /// @param file of the list
    static TaskStates of(Path file, String task) throws IOException {
        TaskStates all = new TaskStates();
        TaskList list = new TaskList();
        String quoted = '"' + task + '"';
        JsonLinesFile.read(file, line -> {
            list.apply(line.stripTrailing());
            if (line.contains(quoted)) {
                list.task(task)
                        .map(BacklogTask::fields)
                        .ifPresent(fields -> all.states.add(new State(time(line), fields)));
            }
        });
        return all;
    }

    /// A line without a time was always there.
    private static Instant time(String line) {
        try {
            return OffsetDateTime.parse(String.valueOf(JsonText.object(line).get("timestamp")))
                    .toInstant();
        } catch (InvalidJson | DateTimeException none) {
            return Instant.MIN;
        }
    }

    /// By its names in the list, as it was created where that was later; nothing where it never was.
    Map<String, @Nullable Object> at(Instant moment) {
        Map<String, @Nullable Object> last = Map.of();
        for (State state : states) {
            if (!last.isEmpty() && state.since().isAfter(moment)) {
                return last;
            }
            last = state.fields();
        }
        return last;
    }
}
