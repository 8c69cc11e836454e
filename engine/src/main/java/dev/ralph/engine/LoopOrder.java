package dev.ralph.engine;

import dev.ralph.loop.Policy;
import dev.ralph.paths.TaskId;
import org.jspecify.annotations.Nullable;

/// A loop that somebody wants.
///
/// @param prompt    the task's text; null where `TASK.md` has it already
/// @param parentRun the run from inside which it is ordered, null for a person's
/// @param parent    the loop whose agent does that run; null where that is not known
public record LoopOrder(
        TaskId task,
        Policy policy,
        @Nullable String prompt,
        @Nullable String parentRun,
        @Nullable String parent) {

    public LoopOrder(TaskId task, Policy policy, @Nullable String prompt, @Nullable String parentRun) {
        this(task, policy, prompt, parentRun, null);
    }
}
