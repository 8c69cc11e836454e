package dev.ralph.cli;

import dev.ralph.store.LoopSummary;
import java.util.List;
import java.util.Optional;

/// The loops of a task, and which of them it is about.
final class TaskLoops {
    private TaskLoops() {}

    /// Whether it runs its agent only once, beside the loop of its task.
    static boolean isJob(LoopSummary loop) {
        return loop.head().profile().equals("job");
    }

    /// The last one; a job counts only where there is nothing else.
    ///
    /// @param newestFirst of one task
    static Optional<LoopSummary> last(List<LoopSummary> newestFirst) {
        return newestFirst.stream()
                .filter(loop -> !isJob(loop))
                .findFirst()
                .or(() -> newestFirst.stream().findFirst());
    }
}
