package dev.ralph.paths;

import dev.ralph.machine.StreamHead;
import java.nio.file.Path;

/// Where one loop works.
///
/// @param project the folder its agents work in
public record LoopPaths(StateLayout layout, Path project, StreamHead head) {

    /// Of a stage, a folder in that of its task.
    public TaskFolder task() {
        TaskFolder whole = layout.task(new TaskId(head.task()));
        String role = head.role();
        return role == null || role.startsWith("job-") ? whole : whole.stage(role);
    }

    public Path requests() {
        return layout.requests(head.id());
    }

    /// The task as it was given, kept where no agent is told to look: `TASK.md` can be rebuilt from it.
    public Path keptTask() {
        return layout.loop(head.id()).resolve("task.md");
    }
}
