package dev.ralph.engine;

import dev.ralph.keep.TaskBranch;
import dev.ralph.loop.ConfinementPolicy.Workspace;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Outcome;
import dev.ralph.machine.StreamHead;
import dev.ralph.pipeline.PipelineDecision;
import dev.ralph.store.Journal;
import dev.ralph.store.LoopSummary;
import dev.ralph.store.StreamQuery;
import dev.ralph.store.StreamSummary;
import dev.ralph.store.StreamType;
import dev.ralph.workspace.AttemptRef;
import dev.ralph.workspace.Conservation;
import dev.ralph.workspace.Conserved;
import dev.ralph.workspace.MergedWork;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What earlier pipelines did for a task, for the one that comes next: what the last of them had when it was stopped or
/// gave up, else what the branch of the task holds.
///
/// @param merged on top of what is checked out now
/// @param ref    where unfinished work is conserved; null for what the branch holds
record PreviousResult(
        TaskBranch branch, MergedWork merged, @Nullable String ref) {
    /// @param own the pipeline that asks; null for one that is not open yet
    static Optional<PreviousResult> of(TaskBranch branch, Journal journal, LoopAssembler loops, @Nullable String own)
            throws IOException {
        AttemptRef last = unfinished(branch.task(), journal, loops, own).orElse(null);
        Optional<Conserved> left = last == null
                ? Optional.empty()
                : Conservation.of(branch.project()).find(last);
        Optional<MergedWork> unfinished = left.isEmpty() ? Optional.empty() : branch.onTop(left.get());
        if (last != null && unfinished.isPresent()) {
            return Optional.of(new PreviousResult(branch, unfinished.get(), last.name()));
        }
        return branch.earlier().map(held -> new PreviousResult(branch, held, null));
    }

    /// Where the task's last pipeline that had an attempt ended, if that was before its stages were passed.
    private static Optional<AttemptRef> unfinished(
            String task, Journal journal, LoopAssembler loops, @Nullable String own) {
        for (StreamSummary stream : journal.streams(StreamQuery.of(task).of(StreamHead.Kind.PIPELINE))) {
            String pipeline = stream.head().id();
            if (!pipeline.equals(own)) {
                if (!isUnfinished(journal, pipeline)) {
                    return Optional.empty();
                }
                List<LoopSummary> stages = loops.stages(pipeline);
                if (!stages.isEmpty()) {
                    return last(journal, stages);
                }
            }
        }
        return Optional.empty();
    }

    private static boolean isUnfinished(Journal journal, String pipeline) {
        return journal.state(StreamType.PIPELINE, pipeline).decision() instanceof PipelineDecision.Ended ended
                && ended.reason().outcome() != Outcome.COMPLETED;
    }

    /// The last attempt whose work was neither sent back with the stage's own changes nor thrown away.
    private static Optional<AttemptRef> last(Journal journal, List<LoopSummary> stages) {
        for (LoopSummary stage : stages.reversed()) {
            LoopState state = journal.state(stage.head().id());
            int attempt = state.basis().now();
            boolean isApart = state.policy().confinement().workspace() != Workspace.IN_PLACE;
            if (isApart && attempt > 0 && stage.outcome() != Outcome.REJECTED) {
                return Optional.of(new AttemptRef(stage.head().id(), attempt));
            }
        }
        return Optional.empty();
    }

    /// What the first stage is told of it.
    ///
    /// @param workspace where that works
    String words(Workspace workspace) {
        String from = ref == null ? "from the branch " + branch.name() : "not finished, from " + ref;
        if (workspace != Workspace.WORKTREE) {
            return "there is earlier work on this task, " + from;
        }
        String where = "earlier work on this task, " + from
                + ", is in your working tree, not committed, on top of what is on the branch now";
        return merged.conflicts().isEmpty()
                ? where + "; continue with it"
                : where + ". These files do not merge and have conflict marks, first what is on the branch, then the"
                        + " earlier work; resolve all of them: " + PipelineWork.names(merged.conflicts());
    }
}
