package dev.ralph.engine;

import dev.ralph.environment.LoopWorkspace;
import dev.ralph.flow.FlowEvent;
import dev.ralph.flow.FlowTasks;
import dev.ralph.git.Repository;
import dev.ralph.keep.TaskBranch;
import dev.ralph.keep.WorkDelivery;
import dev.ralph.loop.ConfinementPolicy;
import dev.ralph.loop.Event;
import dev.ralph.loop.Outcome;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Reason;
import dev.ralph.machine.StreamHead;
import dev.ralph.paths.LoopPaths;
import dev.ralph.pipeline.PipelineEvent;
import dev.ralph.projection.PublicFiles;
import dev.ralph.proof.LastVerdict;
import dev.ralph.store.Journal;
import dev.ralph.store.LoopSummary;
import dev.ralph.store.StreamQuery;
import dev.ralph.store.StreamType;
import dev.ralph.verify.Check;
import dev.ralph.workspace.AttemptRef;
import dev.ralph.workspace.CommitStack;
import dev.ralph.workspace.Conflict;
import dev.ralph.workspace.Conservation;
import dev.ralph.workspace.Conserved;
import dev.ralph.workspace.FileNames;
import dev.ralph.workspace.KeepResult;
import dev.ralph.workspace.MergedWork;
import dev.ralph.workspace.ProtectedPaths;
import dev.ralph.workspace.RewindResult;
import dev.ralph.workspace.UncommittedAtStart;
import dev.ralph.workspace.UnkeptChange;
import dev.ralph.workspace.Workspace;
import dev.ralph.workspace.Workspaces;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What the stages of a pipeline did in the workspace that they share.
///
/// It promises:
/// 1. The work is kept once, as what the last stage left, however often it is asked for.
/// 2. Where stages checked it in a clean room, what is kept is what was checked, to the byte. What a later stage
///    changed is checked again first with every check of the stages before that can be; so is, where the branch has
///    moved since, what comes of merging the work with it. What waits to be merged, too, may be checked and merged with
///    it: the branch only ever gets to a tree that was checked, and that has no marks of a merge which the agents were
///    to resolve.
/// 3. What cannot be merged stays at its ref and on the branch of its task. What does not fit is for the task's next
///    pipeline; what its user has to settle is said, and nothing is done again.
/// 4. The workspace goes only when every attempt in it is conserved. In place, where work is to be committed, the
///    project becomes its last commit again; where somebody committed meanwhile everything stays as it is.
record PipelineWork(EngineOptions options, Journal journal, LoopAssembler loops, FlowTasks tasks, StreamHead pipeline) {
    private static final int MOST_MOVES = 5;
    private static final int MOST_NAMED = 20;

    /// Its last stage that had an attempt, and what brings its work home.
    ///
    /// @param proofs the stages whose checks can be made again in a clean room: each check in the last that has it
    private record Delivered(
            LoopSummary last, List<LoopSummary> proofs, Policy terms, LoopWorkspace workspace, WorkDelivery delivery) {
        int attempt() {
            return last.attempts();
        }

        AttemptRef ref() {
            return new AttemptRef(last.head().id(), attempt());
        }

        boolean isIn(ConfinementPolicy.Workspace kind) {
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
        return Optional.of(new Delivered(last, proofs(stages), policy(last), workspace, delivery));
    }

    private List<LoopSummary> proofs(List<LoopSummary> stages) {
        Set<String> later = new HashSet<>();
        List<LoopSummary> proofs = new ArrayList<>();
        for (LoopSummary stage : stages.reversed()) {
            Policy policy = policy(stage);
            boolean counts = stage.outcome() == Outcome.COMPLETED && policy.usesCleanRoom() && !policy.checksFolder();
            List<String> repeatable = policy.checks().stream()
                    .filter(line -> Check.of(line).unrepeatable() == null)
                    .toList();
            if (counts && later.addAll(repeatable)) {
                proofs.addFirst(stage);
            }
        }
        return List.copyOf(proofs);
    }

    /// Gives what was accepted to the branch of its task; doing it again changes nothing.
    ///
    /// @return what the branch holds; empty where nothing was changed, or not in a workspace
    Optional<CommitStack.Part> publish() throws IOException {
        Delivered mine = delivered().orElse(null);
        if (mine == null || mine.workspace().isInPlace()) {
            return Optional.empty();
        }
        Optional<CommitStack.Part> part = part(mine);
        if (part.isPresent()) {
            branch().take(part.get().commit());
        }
        return part;
    }

    private static Optional<CommitStack.Part> part(Delivered work) throws IOException {
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

    /// Says in the project that the task is done.
    interface Completing {
        void run() throws IOException;
    }

    /// Merges it.
    ///
    /// @param others     work that waits for the same, in the order of its turn
    /// @param seen       what checks found out about trees before
    /// @param completing called when nothing but the merge is left to do, so that its commit holds what that writes
    /// @return [FlowEvent.Integrated], [FlowEvent.Conflicted] or [FlowEvent.IntegrationFailed]
    FlowEvent integrate(List<PipelineWork> others, CheckedTrees seen, Completing completing)
            throws IOException, InterruptedException {
        Delivered mine = delivered().orElse(null);
        if (mine == null) {
            completing.run();
            return new FlowEvent.Integrated(pipeline.task(), null);
        }
        if (mine.workspace().isInPlace()) {
            completing.run();
            return inPlace(mine.delivery().keep(mine.attempt()));
        }
        List<String> left = left(mine);
        if (!left.isEmpty() && part(mine).isEmpty()) {
            return nothingKept(left);
        }
        List<String> findings = marked(mine);
        KeepResult result = new KeepResult.Unchecked();
        int moves = 0;
        while (findings.isEmpty() && result instanceof KeepResult.Unchecked && moves++ < MOST_MOVES) {
            mine.workspace().settle(mine.attempt());
            String candidate = mine.proofs().isEmpty() || isMerged(mine)
                    ? null
                    : mine.workspace().candidate(mine.attempt()).orElseThrow();
            if (candidate != null && !isProven(mine, candidate)) {
                String merged = together(mine, others, seen, completing);
                if (merged != null) {
                    return new FlowEvent.Integrated(pipeline.task(), merged, null, left);
                }
                findings = refused(mine, candidate, seen);
            }
            if (findings.isEmpty()) {
                result = mine.delivery().tried(mine.attempt());
            }
            if (findings.isEmpty() && !isAgainst(result)) {
                completing.run();
                result = mine.delivery().result(mine.attempt(), candidate == null ? null : tree(candidate));
            }
        }
        if (!findings.isEmpty()) {
            return new FlowEvent.Conflicted(pipeline.task(), with(earlier(mine), findings));
        }
        return switch (result) {
            case KeepResult.Done done -> new FlowEvent.Integrated(pipeline.task(), done.commit(), null, left);
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

    private static boolean isAgainst(KeepResult result) {
        return switch (result) {
            case KeepResult.Conflicting _, KeepResult.Refused _ -> true;
            case KeepResult.Done _, KeepResult.Unchecked _ -> false;
        };
    }

    /// What stands against showing it to others as it is, for the task's next pipeline; nothing where nothing does.
    ///
    /// @param seen what checks found out about trees before
    List<String> against(CheckedTrees seen) throws IOException, InterruptedException {
        Delivered mine = delivered().orElse(null);
        CommitStack.Part part =
                mine == null || mine.workspace().isInPlace() ? null : part(mine).orElse(null);
        if (mine == null || part == null) {
            return List.of();
        }
        List<String> against = new ArrayList<>(marked(mine));
        if (against.isEmpty()) {
            against.addAll(refused(mine, part.commit(), seen));
        }
        return against.isEmpty() ? List.of() : with(earlier(mine), against);
    }

    /// What of the work may not be kept, and why.
    List<String> left() throws IOException {
        Delivered mine = delivered().orElse(null);
        return mine == null || mine.workspace().isInPlace() ? List.of() : left(mine);
    }

    private static List<String> left(Delivered work) throws IOException {
        return work.workspace().quarantined(work.attempt()).stream()
                .limit(MOST_NAMED)
                .map(UnkeptChange::toString)
                .toList();
    }

    /// A person has to make the changes that a task consists of.
    FlowEvent nothingKept(List<String> left) {
        return failed("nothing of it may be kept: " + String.join("; ", left) + "; `ralph diff " + pipeline.task()
                + "` shows it");
    }

    private static List<String> with(String last, List<String> findings) {
        List<String> all = new ArrayList<>(findings);
        all.add(last);
        return all;
    }

    /// Which files still have the marks of a merge that their agents were to resolve.
    private List<String> marked(Delivered mine) throws IOException {
        Optional<CommitStack.Part> part = beganWithFindings() ? part(mine) : Optional.empty();
        if (part.isEmpty()) {
            return List.of();
        }
        Repository repository = Repository.at(options.project()).orElseThrow();
        List<Conflict> marked =
                MergedWork.marked(repository, part.get().base(), part.get().commit());
        return marked.isEmpty()
                ? List.of()
                : List.of("these files still have the marks of a merge; resolve all of them: " + names(marked));
    }

    /// Where it began with nothing, nothing was merged for it.
    private boolean beganWithFindings() {
        return journal.events(StreamType.PIPELINE, pipeline.id()).getFirst()
                        instanceof PipelineEvent.PipelineStarted started
                && !started.findings().isEmpty();
    }

    /// Whether it is on the branch already, together with another or since before a crash.
    boolean isMerged() throws IOException {
        Delivered mine = delivered().orElse(null);
        return mine != null && !mine.workspace().isInPlace() && isMerged(mine);
    }

    private boolean isMerged(Delivered mine) throws IOException {
        Repository repository = Repository.at(options.project()).orElseThrow();
        String head = repository.head().commit();
        return head != null
                && repository.commits().carrying(mine.ref().trailers(), head).isPresent();
    }

    /// Whether all its checks that can be made again have seen exactly this.
    private boolean isProven(Delivered mine, String commit) throws IOException {
        for (LoopSummary stage : mine.proofs()) {
            if (!isProven(stage, tree(commit))) {
                return false;
            }
        }
        return true;
    }

    private boolean isProven(LoopSummary stage, String tree) {
        return LastVerdict.of(paths(stage), journal.entries(stage.head().id()))
                .tree()
                .filter(tree::equals)
                .isPresent();
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
    private @Nullable String together(
            Delivered mine, List<PipelineWork> others, CheckedTrees seen, Completing completing)
            throws IOException, InterruptedException {
        List<Delivered> works = new ArrayList<>(List.of(mine));
        for (PipelineWork other : others) {
            Delivered work = other.delivered().orElse(null);
            if (work != null
                    && work.isIn(ConfinementPolicy.Workspace.WORKTREE)
                    && other.marked(work).isEmpty()) {
                works.add(work);
            }
        }
        if (works.size() < 2 || !mine.isIn(ConfinementPolicy.Workspace.WORKTREE)) {
            return null;
        }
        List<CommitStack.Part> parts = new ArrayList<>();
        for (Delivered work : works) {
            part(work).ifPresent(parts::add);
        }
        Workspace workspace = mine.workspace().unconfined();
        CommitStack stack = workspace.stack(parts).orElse(null);
        if (stack == null
                || stack.size() == 0
                || !stack.layers().getFirst().attempt().equals(mine.ref())) {
            return null;
        }
        for (int size = stack.size(); size > 1; size = size / 2) {
            CommitStack some = stack.lowest(size);
            if (passes(some, works, seen)) {
                completing.run();
                String merged = merged(workspace, parts, some);
                if (merged != null) {
                    return merged;
                }
            }
        }
        return null;
    }

    /// Merges what was checked, with what Ralph itself has written since.
    ///
    /// @return what the first of it is merged as; null where the branch moved, or a change of the user's is
    /// in the way
    private @Nullable String merged(Workspace workspace, List<CommitStack.Part> parts, CommitStack checked)
            throws IOException {
        CommitStack all = workspace.stack(parts).orElse(null);
        if (all == null || all.size() < checked.size()) {
            return null;
        }
        CommitStack some = all.lowest(checked.size());
        boolean isSame = tree(some.top().checked()).equals(tree(checked.top().checked()));
        return isSame && workspace.keep(some) instanceof KeepResult.Done
                ? some.layers().getFirst().commit()
                : null;
    }

    /// Whether it passes the checks of all of them.
    private boolean passes(CommitStack stack, List<Delivered> works, CheckedTrees seen)
            throws IOException, InterruptedException {
        Set<AttemptRef> inside =
                stack.layers().stream().map(CommitStack.Layer::attempt).collect(Collectors.toSet());
        for (Delivered work : works) {
            if (inside.contains(work.ref())
                    && !refused(work, stack.top().checked(), seen).isEmpty()) {
                return false;
            }
        }
        return true;
    }

    /// Which of its checks a commit does not pass, and why. Those that have seen just that are not made again.
    private List<String> refused(Delivered work, String commit, CheckedTrees seen)
            throws IOException, InterruptedException {
        String tree = tree(commit);
        List<String> refused = new ArrayList<>();
        for (LoopSummary stage : work.proofs()) {
            if (!isProven(stage, tree)) {
                refused.addAll(seen.refusals(
                        tree,
                        policy(stage).checks(),
                        () -> loops.reverification(paths(stage))
                                .at(commit, _ -> {})
                                .checks()));
            }
        }
        return refused.stream().distinct().toList();
    }

    /// For the task's next pipeline.
    private List<String> findings(Delivered mine, KeepResult.Conflicting against) throws IOException {
        List<String> findings = new ArrayList<>();
        findings.add("the work does not merge with what is on the branch now ("
                + Repository.at(options.project()).orElseThrow().head() + "), conflict in "
                + names(against.conflicts()));
        findings.addAll(against.hunks().isEmpty() ? hunks(mine) : against.hunks());
        findings.add(earlier(mine));
        return findings;
    }

    /// What does not fit together, where nobody tried to merge it.
    private List<String> hunks(Delivered mine) throws IOException {
        Repository repository = Repository.at(options.project()).orElseThrow();
        String onto = repository.head().commit();
        Optional<CommitStack.Part> part = part(mine);
        if (onto == null || part.isEmpty()) {
            return List.of();
        }
        Conserved work =
                new Conserved(mine.ref(), part.get().commit(), part.get().base(), List.of());
        return MergedWork.of(repository, work, onto, ProtectedPaths.standard()).hunks();
    }

    static String names(List<Conflict> conflicts) {
        return conflicts.stream()
                        .limit(MOST_NAMED)
                        .map(conflict -> FileNames.shown(conflict.path()))
                        .collect(Collectors.joining(", "))
                + (conflicts.size() > MOST_NAMED ? " and " + (conflicts.size() - MOST_NAMED) + " more" : "");
    }

    private String earlier(Delivered mine) throws IOException {
        Optional<CommitStack.Part> part = part(mine);
        return part.isEmpty()
                ? "the earlier work is at " + mine.ref().name()
                : "the earlier work is commit " + part.get().commit() + "; `git diff "
                        + part.get().base() + " " + part.get().commit() + "` shows it";
    }

    /// Lets the workspace of a new pipeline begin with what earlier ones did, merged with what is checked out now; a
    /// file that conflicts has both versions. Until a stage begins it is made anew each time.
    ///
    /// @param stage the first
    void begin(StreamHead stage, Policy policy) throws IOException {
        if (journal.loops(StreamQuery.below(pipeline.id())).isEmpty()) {
            bringEarlier(stage, policy);
        }
    }

    /// @return whether there is such work
    private boolean bringEarlier(StreamHead stage, Policy policy) throws IOException {
        if (policy.confinement().workspace() != ConfinementPolicy.Workspace.WORKTREE) {
            return false;
        }
        PreviousResult earlier =
                PreviousResult.of(branch(), journal, loops, pipeline.id()).orElse(null);
        if (earlier == null) {
            return false;
        }
        LoopPaths paths = new LoopPaths(options.layout(), options.project(), stage);
        PublicFiles files = new PublicFiles(paths, options.clock(), ignored -> {});
        new Workspaces(options.project(), options.workspaces()).remove(stage.workspace());
        loops.workspace(paths, policy, files)
                .unconfined()
                .begin(earlier.merged().work(), Workspace.Origin.APART, loops.overlayCommand(paths, files));
        return true;
    }

    /// Lets the workspace be what the next stage begins with: what a stage that sent the work back changed in it is
    /// taken out, and stays at its ref; so is, for a try that begins anew, what failed before it. Doing it again
    /// changes nothing.
    ///
    /// @return files that stand against it: then all of it stays; empty for none
    Optional<String> takeBack(StreamHead next, Policy policy) throws IOException {
        List<LoopSummary> stages = stages();
        if (stages.isEmpty()
                || policy(stages.getLast()).confinement().workspace() == ConfinementPolicy.Workspace.IN_PLACE) {
            return Optional.empty();
        }
        LoopSummary last = stages.getLast();
        AttemptRef before = loops.stageBefore(next);
        if (new AttemptRef(last.head().id(), last.attempts()).equals(before)) {
            return Optional.empty();
        }
        PublicFiles files = files(last);
        LoopWorkspace workspace = loops.workspace(paths(last), policy(last), files);
        workspace.conserve(last.attempts());
        if (before == null && bringEarlier(next, policy)) {
            return Optional.empty();
        }
        List<Conflict> against = workspace
                .discard(last.attempts(), before, loops.overlayCommand(paths(last), files))
                .against();
        return against.isEmpty() ? Optional.empty() : Optional.of(names(against));
    }

    /// Lets the next stage see the files that Ralph itself writes as they are in the project now. What agents made of
    /// them stays at its ref.
    void showOurs() throws IOException {
        List<LoopSummary> stages = stages();
        if (!stages.isEmpty()) {
            LoopSummary last = stages.getLast();
            LoopWorkspace workspace = loops.workspace(paths(last), policy(last), files(last));
            workspace.conserve(last.attempts());
            workspace.unconfined().showOurs();
        }
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

    /// Takes what was not accepted out of a project in which it was to be committed; it stays at its ref. Doing it
    /// again
    /// changes nothing.
    ///
    /// @return why all of it stays; empty where nothing does
    Optional<String> clearProject() throws IOException {
        List<LoopSummary> stages = stages();
        if (stages.isEmpty() || !policy(stages.getLast()).commitsInPlace()) {
            return Optional.empty();
        }
        LoopSummary last = stages.getLast();
        List<String> ours = policy(last).confinement().ours();
        StartConditions conditions = new StartConditions(options);
        Repository repository = Repository.at(options.project()).orElse(null);
        if (repository == null || conditions.uncommitted(repository, ours).isEmpty()) {
            return Optional.empty();
        }
        String left = "could not clean up after " + pipeline.task() + " in " + options.project() + ": ";
        String head = repository.head().commit();
        String begun = policy(stages.getFirst()).proof().baseline();
        if (head == null
                || begun == null
                || !conditions.isSame(repository, UncommittedAtStart.committed(repository, begun), head, ours)) {
            return Optional.of(left + "new commits since it began. Commit or stash what it left (git status)");
        }
        LoopWorkspace workspace = loops.workspace(paths(last), policy(last), files(last));
        workspace.conserve(last.attempts());
        List<Path> kept = ours.stream()
                .map(options.project()::resolve)
                .filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
                .toList();
        Path scratch = Files.createDirectories(options.layout().loop(last.head().id()));
        String tree = repository.treeWith(repository.commits().tree(head), kept, scratch.resolve("git-clear"));
        String wanted = repository.commits().make(tree, List.of(head), "Before " + pipeline.task(), Map.of());
        AttemptRef ref = new AttemptRef(last.head().id(), last.attempts());
        RewindResult back = workspace
                .unconfined()
                .rewind(
                        new Conserved(ref, wanted, wanted, List.of()),
                        ref,
                        loops.overlayCommand(paths(last), files(last)));
        if (!back.against().isEmpty()) {
            return Optional.of(left + names(back.against()) + " would be overwritten; move it away");
        }
        repository.stage(back.aside(), wanted);
        return Optional.empty();
    }

    /// Its loops that had an attempt, in the order in which they began.
    List<LoopSummary> stages() {
        return loops.stages(pipeline.id());
    }

    private Policy policy(LoopSummary stage) {
        return journal.state(stage.head().id()).policy();
    }

    private LoopPaths paths(LoopSummary stage) {
        return new LoopPaths(options.layout(), options.project(), stage.head());
    }

    private PublicFiles files(LoopSummary stage) {
        return new PublicFiles(paths(stage), options.clock(), ignored -> {});
    }
}
