package dev.ralph.engine;

import dev.ralph.environment.LoopWorkspace;
import dev.ralph.flow.FlowEvent;
import dev.ralph.git.Repository;
import dev.ralph.keep.WorkDelivery;
import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Reason;
import dev.ralph.machine.StreamHead;
import dev.ralph.paths.LoopPaths;
import dev.ralph.projection.PublicFiles;
import dev.ralph.proof.LastVerdict;
import dev.ralph.proof.ReverificationResult;
import dev.ralph.store.Journal;
import dev.ralph.store.JournalEntry;
import dev.ralph.store.LoopSummary;
import dev.ralph.workspace.AttemptRef;
import dev.ralph.workspace.Conservation;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What the stages of a pipeline did in the workspace that they share.
///
/// It promises:
/// 1. The work is kept once, as what the last stage left, however often it is asked for.
/// 2. Where a stage checked it in a clean room, what is kept is what was checked, to the byte. Where the branch has
/// moved
///    since, the checks are made again first, of the work on top of what is there now.
/// 3. The workspace goes only when every attempt in it is conserved.
record PipelineWork(EngineOptions options, Journal journal, LoopAssembler loops, StreamHead pipeline) {
    private static final int MOST_MOVES = 5;

    /// @return [FlowEvent.Integrated], or [FlowEvent.Conflicted]
    FlowEvent integrate() throws IOException, InterruptedException {
        List<LoopSummary> stages = loops.stages(pipeline.id());
        boolean keeps = stages.stream().anyMatch(stage -> policy(stage).keeps());
        if (!keeps) {
            return new FlowEvent.Integrated(pipeline.task(), null);
        }
        LoopSummary last = stages.getLast();
        LoopSummary checked = stages.reversed().stream()
                .filter(stage -> !policy(stage).checks().isEmpty())
                .findFirst()
                .orElse(last);
        PublicFiles files = files(last);
        LoopWorkspace workspace = loops.workspace(paths(last), policy(last), files);
        WorkDelivery delivery = new WorkDelivery(
                paths(last),
                workspace,
                () -> LastVerdict.of(
                        paths(checked), journal.entries(checked.head().id())),
                files,
                policy(checked));
        Event event = delivery.keep(last.attempts());
        for (int moves = 0; event instanceof Event.BranchMoved && moves < MOST_MOVES; moves++) {
            workspace.settle(last.attempts());
            String candidate = workspace.candidate(last.attempts()).orElseThrow();
            List<String> refused = loops.reverification(paths(checked)).at(candidate, _ -> {}).checks().stream()
                    .filter(ReverificationResult.Repeated::isRefused)
                    .map(check -> "on top of what is on the branch now, check `" + check.title() + "` does not pass")
                    .toList();
            if (!refused.isEmpty()) {
                return new FlowEvent.Conflicted(pipeline.task(), refused);
            }
            event = delivery.keep(last.attempts(), tree(candidate));
        }
        if (event instanceof Event.WorkKept kept) {
            return new FlowEvent.Integrated(pipeline.task(), kept.commit());
        }
        String why = event instanceof Event.TroubleFound(Reason.NotKept against)
                ? against.words()
                : "the branch moved " + MOST_MOVES + " times while the work was being kept";
        return new FlowEvent.Conflicted(pipeline.task(), List.of(why));
    }

    /// What git calls what the last stage left; null where it is no commit, or nobody can tell.
    @Nullable
    String name() {
        try {
            LoopSummary last = loops.stages(pipeline.id()).getLast();
            AttemptRef ref = new AttemptRef(last.head().id(), last.attempts());
            return Conservation.holding(options.project(), ref).isPresent() ? ref.name() : null;
        } catch (IOException unreadable) {
            return null;
        }
    }

    private String tree(String commit) throws IOException {
        return Repository.at(options.project()).orElseThrow().commits().tree(commit);
    }

    void removeWorkspace() throws IOException {
        List<LoopSummary> stages = loops.stages(pipeline.id());
        if (!stages.isEmpty()) {
            LoopSummary last = stages.getLast();
            loops.workspace(paths(last), policy(last), files(last)).remove(last.attempts());
        }
    }

    private Policy policy(LoopSummary stage) {
        return LoopState.replay(journal.entries(stage.head().id()).stream()
                        .map(JournalEntry::event)
                        .toList())
                .policy();
    }

    private LoopPaths paths(LoopSummary stage) {
        return new LoopPaths(options.layout(), options.project(), stage.head());
    }

    private PublicFiles files(LoopSummary stage) {
        return new PublicFiles(paths(stage), options.clock(), ignored -> {});
    }
}
