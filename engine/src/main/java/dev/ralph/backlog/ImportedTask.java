package dev.ralph.backlog;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A task as a foreign file states it. All of it is foreign text: bounded and without control characters, and nothing
/// more can be said of it.
///
/// @param key the same each time the same file is read, whatever was added to it or ticked off in between
/// @param line where it begins in the file, from 1
/// @param parent the key of another task of the file
/// @param blockedBy keys of other tasks of the file
/// @param priority higher is more urgent
/// @param externalId its name where it comes from: the number of an issue, the id of a story or of a row
/// @param externalUrl begins with `http://` or `https://`
/// @param spec the target of its first Markdown link, as it is written
/// @param createdAt when it was, where it comes from; null where that is not said
/// @param completion of a type that Ralph knows, its other fields as they were found: paths and commands among them
public record ImportedTask(
        String key,
        int line,
        Type type,
        String title,
        String description,
        @Nullable String parent,
        List<String> blockedBy,
        Status status,
        @Nullable Integer priority,
        @Nullable String externalId,
        @Nullable String externalUrl,
        List<String> tags,
        @Nullable String spec,
        @Nullable Map<String, Object> completion,
        @Nullable Instant createdAt) {

    public enum Type {
        /// Only holds others together.
        EPIC,
        TASK,
        SUBTASK
    }

    public enum Status {
        PENDING,
        DONE
    }

    public ImportedTask {
        if (key.isBlank()) {
            throw new IllegalArgumentException("a task needs a key");
        }
        if (title.isBlank() || title.length() > TaskImport.LONGEST_TITLE) {
            throw new IllegalArgumentException("a title has 1 to " + TaskImport.LONGEST_TITLE + " characters");
        }
        blockedBy = List.copyOf(blockedBy);
        tags = List.copyOf(tags);
        completion = completion == null ? null : Collections.unmodifiableMap(new LinkedHashMap<>(completion));
    }
}
