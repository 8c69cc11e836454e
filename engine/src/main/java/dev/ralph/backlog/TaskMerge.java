package dev.ralph.backlog;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Brings tasks of a foreign file into the list. Done twice, nothing is there twice: a task is known by its key, which
/// the list keeps as its source, or by the address of the issue that it is.
public final class TaskMerge {
    private static final int MOST_ROUNDS = 20;

    private final TaskFile file;
    private final Path project;
    private final String path;
    private final String timestamp;
    private final Map<String, String> ids = new HashMap<>();
    private final Map<String, String> names = new HashMap<>();

    /// @param added   tasks that were not there
    /// @param changed tasks that say something else now, or are done
    /// @param same    tasks that were there
    public record Result(int added, int changed, int same) {}

    /// @param foreign the file that the tasks stand in
    public TaskMerge(TaskFile file, Path project, Path foreign, String timestamp) {
        this.file = file;
        this.project = project;
        this.path = name(project, foreign.toString());
        this.timestamp = timestamp;
    }

    /// The same for the same file, however somebody spells it.
    private static String name(Path project, String spelled) {
        try {
            Path home = real(project);
            Path given = project.resolve(spelled).normalize();
            Path folder = given.getParent();
            Path found = folder == null ? given : real(folder).resolve(given.getFileName());
            return found.startsWith(home) ? home.relativize(found).toString() : found.toString();
        } catch (InvalidPathException none) { // somebody else's source
            return spelled;
        }
    }

    private static Path real(Path folder) {
        try {
            return folder.toRealPath();
        } catch (IOException gone) {
            return folder.toAbsolutePath().normalize();
        }
    }

    public Result of(List<ImportedTask> tasks) throws IOException {
        Set<String> added = new HashSet<>();
        Set<String> changed = new HashSet<>();
        for (int round = 0; round < MOST_ROUNDS; round++) {
            boolean created = false;
            Known known = known(file.look(), tasks);
            for (ImportedTask task : tasks) {
                BacklogTask there = known.of(task);
                if (there == null) {
                    file.create(fields(task), timestamp);
                    added.add(task.key());
                    created = true;
                    continue;
                }
                Map<String, Object> changes =
                        added.contains(task.key()) ? corrections(there, task) : changes(there, task);
                if (!changes.isEmpty()) {
                    file.update(there.id(), changes, "manual", timestamp);
                    changed.add(task.key());
                }
            }
            if (!created) { // each has the id that it was given: nobody took one in the same moment
                changed.removeAll(added);
                return new Result(added.size(), changed.size(), tasks.size() - added.size() - changed.size());
            }
        }
        throw new IOException("the tasks do not stay in " + file.path() + ": look who writes to it, and import again");
    }

    /// The tasks of the list, by what tells them.
    private record Known(Map<String, BacklogTask> keys, Map<String, BacklogTask> addresses) {
        @Nullable
        BacklogTask of(ImportedTask task) {
            BacklogTask same = keys.get(task.key());
            String issue = issue(task.externalUrl());
            return same != null || issue == null ? same : addresses.get(issue);
        }
    }

    private Known known(TaskList now, List<ImportedTask> tasks) {
        Known known = new Known(new HashMap<>(), new HashMap<>());
        for (BacklogTask task : now.all()) {
            String key = key(task);
            if (key != null) {
                known.keys().putIfAbsent(key, task);
            }
            String issue = issue(task.fields().get("externalUrl"));
            if (issue != null) {
                known.addresses().putIfAbsent(issue, task);
            }
        }
        long next = now.nextNumber();
        for (ImportedTask task : tasks) {
            BacklogTask there = known.of(task);
            ids.put(task.key(), there != null ? there.id() : TaskList.id(next++));
        }
        return known;
    }

    /// The address of an issue; null for that of anything else, which several tasks may have.
    private static @Nullable String issue(@Nullable Object url) {
        String address = url instanceof String text ? text.strip().replaceFirst("/+$", "") : "";
        return address.matches("https?://.+/issues/\\d+") ? address : null;
    }

    private @Nullable String key(BacklogTask task) {
        return task.fields().get("source") instanceof Map<?, ?> source
                        && source.get("path") instanceof String spelled
                        && source.get("key") instanceof String key
                        && path.equals(names.computeIfAbsent(spelled, one -> name(project, one)))
                ? key
                : null;
    }

    /// Others that it names may have got another id than they were to get.
    private Map<String, Object> corrections(BacklogTask there, ImportedTask task) {
        Map<String, Object> changes = new LinkedHashMap<>();
        String parent = task.parent() == null ? null : ids.get(task.parent());
        if (parent != null && !parent.equals(there.parent())) {
            changes.put("parent", parent);
        }
        if (!blockers(task).equals(there.blockedBy())) {
            changes.put("blockedBy", blockers(task));
        }
        return changes;
    }

    private List<String> blockers(ImportedTask task) {
        return task.blockedBy().stream()
                .map(ids::get)
                .filter(Objects::nonNull)
                .distinct()
                .toList();
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
        List<String> blockers = blockers(task);
        putIfThere(fields, "blockedBy", blockers.isEmpty() ? null : blockers);
        putIfThere(fields, "tags", task.tags().isEmpty() ? null : task.tags());
        fields.put("source", Map.of("path", path, "key", task.key()));
        Instant created = task.createdAt();
        fields.put("createdAt", created == null ? timestamp : created.toString());
        fields.put("updatedAt", timestamp);
        putIfThere(fields, "completedAt", done ? timestamp : null);
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
