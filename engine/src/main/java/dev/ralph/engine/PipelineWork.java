package dev.ralph.engine;

import dev.ralph.environment.LoopWorkspace;
import dev.ralph.environment.WorkFolder;
import dev.ralph.flow.FlowEvent;
import dev.ralph.flow.FlowTasks;
import dev.ralph.git.Repository;
import dev.ralph.keep.TaskBranch;
import dev.ralph.keep.WorkDelivery;
import dev.ralph.loop.ConfinementPolicy.Workspace;
import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Reason;
import dev.ralph.machine.StreamHead;
import dev.ralph.paths.LoopPaths;
import dev.ralph.projection.PublicFiles;
import dev.ralph.proof.LastVerdict;
import dev.ralph.store.Journal;
import dev.ralph.store.JournalEntry;
import dev.ralph.store.LoopSummary;
import dev.ralph.store.StreamQuery;
import dev.ralph.workspace.AttemptRef;
import dev.ralph.workspace.Conflict;
import dev.ralph.workspace.Conservation;
import dev.ralph.workspace.FileNames;
import dev.ralph.workspace.KeepResult;
import dev.ralph.workspace.MergedWork;
import dev.ralph.workspace.WorkStack;
import dev.ralph.workspace.Workspaces;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What the stages of a pipeline did in the workspace that they share.
///
/// It promises:
/// 1. The work is kept once, as what the last stage left, however often it is asked for.
/// 2. Where a stage checked it in a clean room, what is kept is what was checked, to the byte. Where the branch has
///    moved since, the work is merged with what is there now, and the checks are made again first, of the result. What
///    waits to be merged, too, may be checked and merged with it: the branch only ever gets to a tree that was checked.
/// 3. What cannot be merged stays at its ref and on the branch of its task. What does not fit is for the task's next
///    pipeline; what its user has to settle is said, and nothing is done again.
/// 4. The workspace goes only when every attempt in it is conserved.
record PipelineWork(EngineOptions options, Journal journal, LoopAssembler loops, FlowTasks tasks, StreamHead pipeline) {
    private static final int MOST_MOVES = 5;
    private static final int MOST_NAMED = 20;

    /// Its last stage that had an attempt, and what brings its work home.
    ///
    /// @param checked the last stage that has checks, or the last one
    private record Delivered(
            LoopSummary last, LoopSummary checked, Policy terms, LoopWorkspace workspace, WorkDelivery delivery) {
        int attempt() {
            return last.attempts();
        }

        AttemptRef ref() {
            return new AttemptRef(last.head().id(), attempt());
        }

        boolean isIn(Workspace kind) {
            return terms.confinement().workspace() == kind;
        }
    }

    /// Empty where nothing is to be kept.
    private Optional<Delivered> delivered() throws IOException {
        List<LoopSummary> stages = stages();
        boolean keeps = stages.stream().anyMatch(stage -> policy(stage).keeps());
        if (!keeps) {
            return Optional.empty();
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
                policy(checked),
                tasks.title(pipeline.task()));
        return Optional.of(new Delivered(last, checked, policy(last), workspace, delivery));
    }

    /// Gives what was accepted to the branch of its task; doing it again changes nothing.
    ///
    /// @return what the branch holds; empty where nothing was changed, or not in a workspace
    Optional<WorkStack.Part> publish() throws IOException {
        Delivered mine = delivered().orElse(null);
        if (mine == null || mine.workspace().isInPlace()) {
            return Optional.empty();
        }
        Optional<WorkStack.Part> part = part(mine);
        if (part.isPresent()) {
            branch().take(part.get().commit());
        }
        return part;
    }

    private static Optional<WorkStack.Part> part(Delivered work) throws IOException {
        return work.workspace().accepted(work.attempt(), work.delivery().subject(work.attempt()));
    }

    TaskBranch branch() throws IOException {
        return TaskBranch.of(options.project(), pipeline.task());
    }

    /// What people call it, in one line.
    String subject() throws IOException {
        Optional<Delivered> mine = delivered();
        return mine.isEmpty()
                ? pipeline.task()
                : mine.get().delivery().subject(mine.get().attempt());
    }

    /// Merges it.
    ///
    /// @param others work that waits for the same, in the order of its turn
    /// @param seen   what checks found out about trees before
    /// @return [FlowEvent.Integrated], [FlowEvent.Conflicted] or [FlowEvent.IntegrationFailed]
    FlowEvent integrate(List<PipelineWork> others, CheckedTrees seen) throws IOException, InterruptedException {
        Delivered mine = delivered().orElse(null);
        if (mine == null) {
            return new FlowEvent.Integrated(pipeline.task(), null);
        }
        if (mine.workspace().isInPlace()) {
            return inPlace(mine.delivery().keep(mine.attempt()));
        }
        KeepResult result =
                mine.delivery().result(mine.attempt(), mine.delivery().checked());
        for (int moves = 0; result instanceof KeepResult.Unchecked && moves < MOST_MOVES; moves++) {
            String merged = together(mine, others, seen);
            if (merged != null) {
                return new FlowEvent.Integrated(pipeline.task(), merged);
            }
            mine.workspace().settle(mine.attempt());
            String candidate = mine.workspace().candidate(mine.attempt()).orElseThrow();
            List<String> refused = refused(mine, candidate, seen);
            if (!refused.isEmpty()) {
                List<String> findings = new ArrayList<>(refused);
                findings.add(earlier(mine));
                return new FlowEvent.Conflicted(pipeline.task(), findings);
            }
            result = mine.delivery().result(mine.attempt(), tree(candidate));
        }
        return switch (result) {
            case KeepResult.Done done -> new FlowEvent.Integrated(pipeline.task(), done.commit());
            case KeepResult.Conflicting against
            when against.isCommitted() -> new FlowEvent.Conflicted(pipeline.task(), findings(mine, against));
            case KeepResult.Conflicting against ->
                failed(WorkDelivery.named(against)
                        + "; commit your change, or put it aside (`git stash`), then `git merge " + name(mine) + "`");
            case KeepResult.Refused refused -> failed(refused.why());
            case KeepResult.Unchecked _ ->
                failed("the branch moved " + MOST_MOVES + " times while the work was being merged; `git merge "
                        + name(mine) + "`");
        };
    }

    private String name(Delivered mine) {
        return Objects.requireNonNullElse(name(), mine.ref().name());
    }

    /// Who did it in place checks it again by doing it again.
    private FlowEvent inPlace(Event event) {
        if (event instanceof Event.WorkKept kept) {
            return new FlowEvent.Integrated(pipeline.task(), kept.commit());
        }
        String why = event instanceof Event.TroubleFound(Reason.NotKept against)
                ? against.words()
                : "the branch moved while the work was being kept";
        return new FlowEvent.Conflicted(pipeline.task(), List.of(why));
    }

    private FlowEvent failed(String words) {
        return new FlowEvent.IntegrationFailed(pipeline.task(), words, name());
    }

    /// Merges as much as possible of what waits, if that passes the checks together: all of it, or half as much, and so
    /// on. What breaks it is found in the end, when its turn comes alone.
    ///
    /// @return what this work is merged as; null where that is to be tried alone
    private @Nullable String together(Delivered mine, List<PipelineWork> others, CheckedTrees seen)
            throws IOException, InterruptedException {
        List<Delivered> works = new ArrayList<>(List.of(mine));
        for (PipelineWork other : others) {
            other.delivered().filter(work -> work.isIn(Workspace.WORKTREE)).ifPresent(works::add);
        }
        if (works.size() < 2 || !mine.isIn(Workspace.WORKTREE)) {
            return null;
        }
        List<WorkStack.Part> parts = new ArrayList<>();
        for (Delivered work : works) {
            part(work).ifPresent(parts::add);
        }
        WorkFolder folder = mine.workspace().workFolder();
        WorkStack stack = folder.stack(parts).orElse(null);
        if (stack == null
                || stack.size() == 0
                || !stack.layers().getFirst().attempt().equals(mine.ref())) {
            return null;
        }
        for (int size = stack.size(); size > 1; size = size / 2) {
            WorkStack some = stack.lowest(size);
            if (passes(some, works, seen) && folder.keep(some) instanceof KeepResult.Done) {
                return some.layers().getFirst().commit();
            }
        }
        return null;
    }

    /// Whether it passes the checks of all of them. Those that several have are made once.
    private boolean passes(WorkStack stack, List<Delivered> works, CheckedTrees seen)
            throws IOException, InterruptedException {
        Set<AttemptRef> inside =
                stack.layers().stream().map(WorkStack.Layer::attempt).collect(Collectors.toSet());
        Set<List<String>> made = new LinkedHashSet<>();
        for (Delivered work : works) {
            boolean isNew = inside.contains(work.ref())
                    && made.add(policy(work.checked()).checks());
            if (isNew && !refused(work, stack.top().checked(), seen).isEmpty()) {
                return false;
            }
        }
        return true;
    }

    /// Which of its checks a commit does not pass, and why.
    private List<String> refused(Delivered work, String commit, CheckedTrees seen)
            throws IOException, InterruptedException {
        List<String> checks = policy(work.checked()).checks();
        if (checks.isEmpty()) {
            return List.of();
        }
        return seen.refusals(
                tree(commit),
                checks,
                () -> loops.reverification(paths(work.checked()))
                        .at(commit, _ -> {})
                        .checks());
    }

    /// For the task's next pipeline.
    private List<String> findings(Delivered mine, KeepResult.Conflicting against) throws IOException {
        List<String> findings = new ArrayList<>();
        findings.add("the work does not merge with what is on the branch now ("
                + Repository.at(options.project()).orElseThrow().head() + "): " + names(against.conflicts()));
        findings.addAll(against.hunks());
        findings.add(earlier(mine));
        return findings;
    }

    private static String names(List<Conflict> conflicts) {
        return conflicts.stream()
                        .limit(MOST_NAMED)
                        .map(conflict -> FileNames.shown(conflict.path()))
                        .collect(Collectors.joining(", "))
                + (conflicts.size() > MOST_NAMED ? " and " + (conflicts.size() - MOST_NAMED) + " more" : "");
    }

    private String earlier(Delivered mine) throws IOException {
        Optional<WorkStack.Part> part = part(mine);
        return part.isEmpty()
                ? "the earlier work is at " + mine.ref().name()
                : "the earlier work is commit " + part.get().commit() + "; `git diff "
                        + part.get().base() + " " + part.get().commit() + "` shows it";
    }

    /// Lets the workspace of a new pipeline begin with what the branch of its task holds, merged with what is checked
    /// out now; a file that conflicts has both versions. Until a stage begins it is made anew each time.
    ///
    /// @param stage the first
    void begin(StreamHead stage, Policy policy) throws IOException {
        boolean isFirst = journal.loops(StreamQuery.below(pipeline.id())).isEmpty();
        if (!isFirst || policy.confinement().workspace() != Workspace.WORKTREE) {
            return;
        }
        MergedWork earlier = branch().earlier().orElse(null);
        if (earlier != null) {
            LoopPaths paths = new LoopPaths(options.layout(), options.project(), stage);
            PublicFiles files = new PublicFiles(paths, options.clock(), ignored -> {});
            new Workspaces(options.project(), options.workspaces()).remove(stage.workspace());
            loops.workspace(paths, policy, files)
                    .workFolder()
                    .begin(earlier.work(), WorkFolder.Origin.APART, loops.overlayCommand(paths, files));
        }
    }

    /// What the first stage is told of that; empty where there is no earlier work.
    ///
    /// @param workspace where it works
    static Optional<String> words(TaskBranch branch, Workspace workspace) throws IOException {
        MergedWork earlier = branch.earlier().orElse(null);
        if (earlier == null) {
            return Optional.empty();
        }
        if (workspace != Workspace.WORKTREE) {
            return Optional.of("earlier work on this task is on the branch " + branch.name());
        }
        String where = "earlier work on this task, from the branch " + branch.name()
                + ", is in your working tree, not committed, on top of what is on the branch now";
        return Optional.of(
                earlier.conflicts().isEmpty()
                        ? where + "; continue with it"
                        : where
                                + ". These files do not merge and have conflict marks, first what is on the branch, then"
                                + " the earlier work; resolve all of them: " + names(earlier.conflicts()));
    }

    /// What git calls what was accepted, or what the last stage left; null where it is no commit, or nobody can tell.
    @Nullable
    String name() {
        try {
            List<LoopSummary> stages = stages();
            if (stages.isEmpty()) {
                return null;
            }
            AttemptRef ref = new AttemptRef(
                    stages.getLast().head().id(), stages.getLast().attempts());
            if (Conservation.holding(options.project(), ref).isEmpty()) {
                return null;
            }
            Optional<Repository> repository = Repository.at(options.project());
            boolean isOnBranch = repository.isPresent()
                    && branch().held()
                            .filter(held -> held.attempt().equals(ref))
                            .isPresent();
            return isOnBranch ? branch().name() : ref.name();
        } catch (IOException unreadable) {
            return null;
        }
    }

    private String tree(String commit) throws IOException {
        return Repository.at(options.project()).orElseThrow().commits().tree(commit);
    }

    void removeWorkspace() throws IOException {
        List<LoopSummary> stages = stages();
        if (!stages.isEmpty()) {
            LoopSummary last = stages.getLast();
            loops.workspace(paths(last), policy(last), files(last)).remove(last.attempts());
        }
    }

    /// Its loops that had an attempt, in the order in which they began.
    List<LoopSummary> stages() {
        return loops.stages(pipeline.id());
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
