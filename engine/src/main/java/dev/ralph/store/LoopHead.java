package dev.ralph.store;

import org.jspecify.annotations.Nullable;

/// What never changes about a loop.
///
/// @param loop      its id, unique in the store and sortable by time
/// @param parentRun the run from inside which it was started, null for a loop started by a person
public record LoopHead(
        String loop,
        String project,
        String task,
        String profile,
        @Nullable String parentRun) {
    public LoopHead {
        if (loop.isBlank() || project.isBlank() || task.isBlank()) {
            throw new IllegalArgumentException("a loop has an id, a project and a task");
        }
    }
}
