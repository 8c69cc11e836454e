package dev.ralph.backlog;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One task of the list.
///
/// @param line   where it was created, from 1: of two that are alike, the earlier one comes first
/// @param fields everything the file says of it, by the names of the file
public record BacklogTask(String id, int line, Map<String, @Nullable Object> fields) {
    public BacklogTask {
        fields = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(fields));
    }

    public String title() {
        return text("title");
    }

    public String description() {
        return text("description");
    }

    /// Of a word that nobody knows, that it is blocked: it is not picked until somebody corrects it.
    public TaskStatus status() {
        String word = text("status");
        return word.isEmpty() ? TaskStatus.PENDING : TaskStatus.of(word).orElse(TaskStatus.BLOCKED);
    }

    /// What kind of work it is: `bug`, `docs` and so on.
    public String type() {
        String type = text("type");
        return type.isEmpty() ? "task" : type;
    }

    /// The higher, the more urgent.
    public long priority() {
        return fields.get("priority") instanceof Long number ? number : 0;
    }

    /// The beginning of time where the file has none that can be read.
    public Instant createdAt() {
        try {
            return OffsetDateTime.parse(text("createdAt")).toInstant();
        } catch (DateTimeException unknown) {
            return Instant.EPOCH;
        }
    }

    public @Nullable String parent() {
        String parent = text("parent");
        return parent.isEmpty() ? null : parent;
    }

    /// The tasks that must be over before it begins.
    public List<String> blockedBy() {
        return texts("blockedBy");
    }

    public List<String> tags() {
        return texts("tags");
    }

    /// Why it is blocked, or what became of it; empty where nobody said.
    public String reason() {
        return text("reason");
    }

    /// How it is known to be complete, null where it does not say so itself.
    @SuppressWarnings("unchecked") // the file's objects have texts as keys
    public @Nullable Map<String, @Nullable Object> completion() {
        return fields.get("completion") instanceof Map<?, ?> object ? (Map<String, @Nullable Object>) object : null;
    }

    private String text(String name) {
        return fields.get(name) instanceof String text ? text : "";
    }

    private List<String> texts(String name) {
        List<String> texts = new ArrayList<>();
        if (fields.get(name) instanceof List<?> list) {
            for (Object one : list) {
                if (one instanceof String text && !texts.contains(text)) {
                    texts.add(text);
                }
            }
        }
        return texts;
    }

    BacklogTask with(Map<String, @Nullable Object> changes) {
        Map<String, @Nullable Object> all = new LinkedHashMap<>(fields);
        all.putAll(changes);
        all.put("id", id);
        return new BacklogTask(id, line, all);
    }
}
