package dev.ralph.run;

import dev.ralph.machine.StreamHead;
import dev.ralph.task.Layout;
import dev.ralph.task.TaskFolder;
import dev.ralph.task.TaskId;
import java.nio.file.Path;

/// Where one loop works.
///
/// @param project the folder its agents work in
record Site(Layout layout, Path project, StreamHead head) {

    TaskFolder task() {
        return layout.task(new TaskId(head.task()));
    }

    Path requests() {
        return layout.requests(head.id());
    }

    /// The task as it was given, kept where no agent is told to look: `TASK.md` can be rebuilt from it.
    Path keptTask() {
        return layout.loop(head.id()).resolve("task.md");
    }
}
