package dev.ralph.backlog;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One iteration of a task, as it is remembered.
///
/// @param number          from 1
/// @param taskState       the task, by the names of the list
/// @param filesystemState the commit whose files it began with; null where nobody knows
/// @param actions         what its agent did, as far as it told
/// @param filesystemDelta what it changed
public record Iteration(
        int number,
        Map<String, @Nullable Object> taskState,
        @Nullable String filesystemState,
        List<Action> actions,
        IterationResult result,
        List<FileChange> filesystemDelta) {
    public Iteration {
        actions = List.copyOf(actions);
        filesystemDelta = List.copyOf(filesystemDelta);
    }

    /// @param change `added`, `modified` or `deleted`
    public record FileChange(String path, String change) {}
}
