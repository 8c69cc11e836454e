package dev.ralph.backlog;

import dev.ralph.json.RecordCodec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What an iteration came to.
public sealed interface IterationResult {

    /// There will be another one, unless a limit or a person forbids it.
    record Continue(String reason) implements IterationResult {}

    /// The task is done, and that is verified.
    ///
    /// @param artifacts paths in the project that the agent says it made, and what the task's completion names
    record Complete(List<String> artifacts) implements IterationResult {
        public Complete {
            artifacts = List.copyOf(artifacts);
        }
    }

    /// The agent cannot go on.
    record Blocked(String blocker) implements IterationResult {}

    /// What it left is thrown away.
    record Failed(String error) implements IterationResult {}

    /// As files and hooks have it: its status, and what belongs to it.
    default Map<String, @Nullable Object> fields() {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("status", getClass().getSimpleName().toLowerCase(Locale.ROOT));
        fields.putAll(RecordCodec.fields((Record) this));
        return fields;
    }
}
