package dev.ralph.paths;

import dev.ralph.machine.StreamHead;
import java.nio.file.Path;

/// Where one loop works.
///
/// @param project the folder its agents work in
public record LoopPaths(StateLayout layout, Path project, StreamHead head) {

    public TaskFolder task() {
        return layout.task(new TaskId(head.task()));
    }

    public Path requests() {
        return layout.requests(head.id());
    }

    /// The task as it was given, kept where no agent is told to look: `TASK.md` can be rebuilt from it.
    public Path keptTask() {
        return layout.loop(head.id()).resolve("task.md");
    }
}
