package dev.ralph.backlog;

import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Brings tasks of a foreign file into the list. Done twice, nothing is there twice: a task is known by its key, which
/// the list keeps as its source.
public final class TaskMerge {
    private final TaskFile file;
    private final String path;
    private final String timestamp;
    private final Map<String, String> ids = new HashMap<>();

    /// @param added   tasks that were not there
    /// @param changed tasks that say something else now, or are done
    /// @param same    tasks that were there
    public record Result(int added, int changed, int same) {}

    /// @param path of the foreign file, as the list remembers it
    public TaskMerge(TaskFile file, String path, String timestamp) {
        this.file = file;
        this.path = path;
        this.timestamp = timestamp;
    }

    public Result of(List<ImportedTask> tasks) throws IOException {
        TaskList now = file.look();
        Map<String, BacklogTask> known = new HashMap<>();
        long next = now.nextNumber();
        for (BacklogTask task : now.all()) {
            String key = key(task);
            if (key != null) {
                known.putIfAbsent(key, task);
            }
        }
        for (ImportedTask task : tasks) {
            BacklogTask there = known.get(task.key());
            ids.put(task.key(), there != null ? there.id() : TaskList.id(next++));
        }
        int added = 0;
        int changed = 0;
        for (ImportedTask task : tasks) {
            BacklogTask there = known.get(task.key());
            if (there == null) {
                file.create(fields(task), timestamp);
                added++;
            } else {
                Map<String, Object> changes = changes(there, task);
                if (!changes.isEmpty()) {
                    file.update(there.id(), changes, "manual", timestamp);
                    changed++;
                }
            }
        }
        return new Result(added, changed, tasks.size() - added - changed);
    }

    private @Nullable String key(BacklogTask task) {
        return task.fields().get("source") instanceof Map<?, ?> source
                        && path.equals(source.get("path"))
                        && source.get("key") instanceof String key
                ? key
                : null;
    }

    /// A heading that only holds others together is never anybody's turn.
    private Map<String, @Nullable Object> fields(ImportedTask task) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("id", ids.get(task.key()));
        fields.put("type", task.type().name().toLowerCase(Locale.ROOT));
        fields.put("title", task.title());
        fields.put("description", task.description());
        boolean done = task.status() == ImportedTask.Status.DONE;
        boolean heading = task.type() == ImportedTask.Type.EPIC;
        fields.put("status", (done ? TaskStatus.DONE : heading ? TaskStatus.DISCOVERED : TaskStatus.PENDING).word());
        putIfThere(
                fields,
                "priority",
                task.priority() == null ? null : (Object) task.priority().longValue());
        putIfThere(fields, "parent", task.parent() == null ? null : ids.get(task.parent()));
        putIfThere(fields, "externalId", task.externalId());
        putIfThere(fields, "externalUrl", task.externalUrl());
        putIfThere(fields, "spec", task.spec());
        putIfThere(fields, "completion", task.completion());
        List<String> blockers =
                task.blockedBy().stream().map(ids::get).filter(Objects::nonNull).toList();
        putIfThere(fields, "blockedBy", blockers.isEmpty() ? null : blockers);
        putIfThere(fields, "tags", task.tags().isEmpty() ? null : task.tags());
        fields.put("source", Map.of("path", path, "key", task.key()));
        fields.put("createdAt", timestamp);
        fields.put("updatedAt", timestamp);
        return fields;
    }

    private static void putIfThere(Map<String, @Nullable Object> fields, String name, @Nullable Object value) {
        if (value != null) {
            fields.put(name, value);
        }
    }

    private Map<String, Object> changes(BacklogTask there, ImportedTask task) {
        Map<String, Object> changes = new LinkedHashMap<>();
        if (!there.title().equals(task.title())) {
            changes.put("title", task.title());
        }
        if (!there.description().equals(task.description())) {
            changes.put("description", task.description());
        }
        if (task.status() == ImportedTask.Status.DONE && !there.status().isOver()) {
            changes.put("status", TaskStatus.DONE.word());
            changes.put("completedAt", timestamp);
        }
        if (!changes.isEmpty()) {
            changes.put("updatedAt", timestamp);
        }
        return changes;
    }
}
