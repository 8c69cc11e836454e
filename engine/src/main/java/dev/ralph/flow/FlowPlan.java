package dev.ralph.flow;

import dev.ralph.budget.Grant;
import java.util.List;
import java.util.TreeSet;

/// What a flow does, decided before it starts.
///
/// @param tasks     how many it may pick
/// @param slots     how many pipelines may work at once
/// @param tries     how many pipelines one task may get, because of conflicts or failures
/// @param grant     what all tasks together may use up
/// @param task      what all pipelines of one task may use up, as far as the flow's grant leaves it
/// @param onFailure what happens after a task that failed
/// @param steps     what is done with a task after its pipeline; it is always recorded
public record FlowPlan(
        int tasks, int slots, int tries, Grant grant, Grant task, OnFailure onFailure, List<Step> steps) {

    public enum OnFailure {
        /// Takes the next task.
        CONTINUE,
        /// Tries it again while tries are left, then takes the next task.
        RETRY,
        /// Takes no more tasks.
        HALT
    }

    public enum Step {
        /// Gives what the pipeline accepted a branch of the task's own, until it is merged.
        BRANCH,
        /// Merges what the pipeline accepted, one task at a time.
        INTEGRATE,
        /// Pushes that branch and opens a pull request, and merges nothing.
        PULL_REQUEST,
        /// Tells the tracker.
        SYNC,
        LEARN
    }

    public FlowPlan {
        steps = List.copyOf(new TreeSet<>(steps));
        for (int count : List.of(tasks, slots, tries)) {
            if (count < 1) {
                throw new IllegalArgumentException("a flow of " + tasks + " tasks in " + slots + " slots with " + tries
                        + " tries: each must be 1 or more");
            }
        }
    }

    /// Whether what a pipeline accepted is brought to where others see it.
    public boolean integrates() {
        return steps.contains(Step.INTEGRATE) || steps.contains(Step.PULL_REQUEST);
    }

    /// Whether a task has a branch of its own.
    public boolean branches() {
        return steps.contains(Step.BRANCH) || steps.contains(Step.PULL_REQUEST);
    }
}
