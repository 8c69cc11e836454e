package dev.ralph.workspace;

import dev.ralph.fault.FaultPoint;
import dev.ralph.git.GitFailed;
import dev.ralph.git.GitHead;
import dev.ralph.git.PrivateIndex;
import dev.ralph.git.RawName;
import dev.ralph.git.Repository;
import dev.ralph.git.TreeComparison.Difference;
import dev.ralph.git.TreeEntry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Brings the changes of a workspace into the user's git repository: a commit, the working tree and the index.
///
/// Keeping promises:
/// 1. All or nothing: killed anywhere, the next [#recover] either removes every trace or finishes the work. The
///    branch moving to the commit is what decides.
/// 2. What the user changed and did not commit, or changed since the workspace was opened, is found before
///    anything is written, and never overwritten, nor is it part of the commit: work on a file that held it when
///    the loop began is kept once its user has committed it. Files that git ignores are never touched.
/// 3. The branch moves only from what it was looked at (compare and swap), and only the branch that was checked
/// out when
///    the workspace was opened.
/// 4. Of the index, the entries of the kept paths change, and no other.
/// 5. Protected paths, submodules, and files that a filter would convert are left for a human. No hook, no filter
///    runs.
/// 6. A commit of the same loop and attempt that is already there is found, not repeated.
/// 7. Where a tree was checked, no other one is kept. What the user had not committed when the loop began is in that
///    tree, and not in the commit.
/// 8. Where work goes on in the workspace, the commit is its new beginning.
/// 9. Work for a branch of its own changes that branch alone, and takes no name that somebody else uses.
/// 10. Files that Ralph itself writes are in the commit as they are in the project, whatever the agent made of them.
final class GitKeep {
    private static final int TURNS = 5;

    private final Path project;
    private final Path scratch;
    private final PlanFile plan;
    private final FolderKeep folder;
    private final FileTime opened;
    private final ProtectedPaths protectedPaths;
    private final @Nullable TreeRecord beginning;

    /// @param scratch a folder of ours that holds the plan
    /// @param opened  the file system's time when the workspace was opened
    GitKeep(Path project, Path scratch, FileTime opened, ProtectedPaths protectedPaths) {
        this(project, scratch, opened, protectedPaths, null);
    }

    /// @param beginning gets to know the commit, for work that goes on from there; null when none does
    GitKeep(
            Path project,
            Path scratch,
            FileTime opened,
            ProtectedPaths protectedPaths,
            @Nullable TreeRecord beginning) {
        this.project = project;
        this.beginning = beginning;
        this.scratch = scratch;
        this.plan = new PlanFile(scratch);
        this.folder = new FolderKeep(project, plan, opened);
        this.opened = opened;
        this.protectedPaths = protectedPaths;
    }

    /// @param head what was checked out when the workspace was opened
    /// @param upper where the changed files lie
    KeepResult keep(GitHead head, OverlayChanges upper, Delta delta, AcceptedWork work) throws IOException {
        for (int turn = 1; ; turn++) {
            try {
                return tryOnce(head, upper, delta, work);
            } catch (BranchMoved moved) { // by another loop, say: the next turn sees what it brought
                if (turn == TURNS) {
                    return new KeepResult.Refused(String.valueOf(moved.getMessage()));
                }
            }
        }
    }

    /// The same for work that was put together for one commit of the branch: where that moves in the very moment, it
    /// has to be put together anew.
    KeepResult keepOnce(GitHead head, OverlayChanges upper, Delta delta, AcceptedWork work) throws IOException {
        try {
            return tryOnce(head, upper, delta, work);
        } catch (BranchMoved moved) {
            return moved.held ? new KeepResult.Refused(String.valueOf(moved.getMessage())) : new KeepResult.Unchecked();
        }
    }

    private KeepResult tryOnce(GitHead head, OverlayChanges upper, Delta delta, AcceptedWork work) throws IOException {
        recover();
        FileTime since = now();
        Optional<Repository> found = Repository.at(project);
        if (found.isEmpty()) {
            return new KeepResult.Refused(project + " is no longer a git repository; the work stays at "
                    + work.attempt().name());
        }
        Repository repository = found.get();
        GitHead now = repository.head();
        String stop = obstacle(repository, head, now);
        if (stop != null) {
            return new KeepResult.Refused(stop);
        }
        Optional<String> done =
                work.branch() == null ? done(repository, now, work.conserved(), work.whole()) : Optional.empty();
        Keeping keeping = new Keeping(repository, now, upper, work.conserved());
        try (PrivateIndex users = repository.copyOfIndex(scratch.resolve("git-index"))) {
            keeping.selection.choose(delta, users);
            if (done.isPresent()) {
                return keeping.done(done.get(), List.of());
            }
            List<Conflict> conflicts = work.branch() == null ? keeping.conflicts(users) : keeping.older(users);
            if (!conflicts.isEmpty()) {
                return new KeepResult.Conflicting(conflicts);
            }
        }
        return work.branch() == null ? keeping.perform(work, since) : keeping.onto(work.branch(), work);
    }

    /// As the file system sees it.
    private FileTime now() throws IOException {
        Path mark = scratch.resolve("keep.mark");
        Files.deleteIfExists(mark);
        Files.createFile(mark);
        FileTime now = PathEntry.listed(mark).changed();
        Files.delete(mark);
        return now;
    }

    private static final class BranchMoved extends IOException {
        private static final long serialVersionUID = 1L;

        /// It is where it was: another git does not let go of it.
        private final boolean held;

        BranchMoved(String message, boolean held) {
            super(message);
            this.held = held;
        }
    }

    /// A commit of what [#keep] would keep now, if nothing stood against it, with what the user had not committed when
    /// the loop began: that of the attempt where all may be kept. No branch and no file changes.
    Optional<String> candidate(OverlayChanges upper, Delta delta, Conserved conserved) throws IOException {
        Optional<Repository> found = Repository.at(project);
        if (found.isEmpty()) {
            return Optional.empty();
        }
        Repository repository = found.get();
        GitHead now = repository.head();
        Keeping keeping = new Keeping(repository, now, upper, conserved);
        try (PrivateIndex users = repository.copyOfIndex(scratch.resolve("git-index"))) {
            keeping.selection.choose(delta, users);
        }
        @Nullable String below = keeping.seen();
        String tree = keeping.tree(below);
        if (tree.equals(repository.commits().tree(conserved.commit()))) {
            return Optional.of(conserved.commit());
        }
        List<String> parents = below == null ? List.of() : List.of(below);
        return Optional.of(repository.commits().make(tree, parents, "Candidate: " + conserved.attempt(), Map.of()));
    }

    /// One commit of what may be kept, on what the work began with: the same one each time, at its ref. Empty where
    /// that is nothing. Commits of the agent's own are not below it: they may hold what it took out again, and
    /// whatever else it merged.
    ///
    /// @param base what the work began with
    Optional<String> accepted(GitHead base, OverlayChanges upper, Delta delta, AcceptedWork work) throws IOException {
        Repository repository = Repository.at(project)
                .orElseThrow(() -> new IOException(project + " is no longer a git repository; the work stays at "
                        + work.attempt().name()));
        Optional<String> known = repository.refs().read(work.attempt().accepted());
        if (known.isPresent()) {
            return known;
        }
        Keeping keeping = new Keeping(repository, base, upper, work.conserved());
        try (PrivateIndex users = repository.copyOfIndex(scratch.resolve("git-index"))) {
            keeping.selection.choose(delta, users);
        }
        String before = base.commit();
        String tree = keeping.tree(before);
        if (before != null && tree.equals(repository.commits().tree(before))) {
            return Optional.empty();
        }
        List<String> parents = before == null ? List.of() : List.of(before);
        String commit = repository
                .commits()
                .make(tree, parents, work.message(), work.attempt().trailers());
        FaultPoint.CONSERVE.before(work.attempt().accepted());
        repository.refs().create(work.attempt().accepted(), commit, "ralph: accepted");
        FaultPoint.CONSERVE.after(work.attempt().accepted());
        return Optional.of(commit);
    }

    /// What of the work is left for a human.
    ///
    /// @param base what the work began with
    List<UnkeptChange> quarantined(GitHead base, OverlayChanges upper, Delta delta, Conserved conserved)
            throws IOException {
        Optional<Repository> repository = Repository.at(project);
        if (repository.isEmpty()) {
            return List.of();
        }
        Keeping keeping = new Keeping(repository.get(), base, upper, conserved);
        try (PrivateIndex users = repository.get().copyOfIndex(scratch.resolve("git-index"))) {
            keeping.selection.choose(delta, users);
        }
        return List.copyOf(keeping.selection.quarantined());
    }

    /// The commit of an earlier call, if there was one.
    Optional<String> done(Conserved conserved) throws IOException {
        Optional<Repository> repository = Repository.at(project);
        return repository.isEmpty()
                ? Optional.empty()
                : done(repository.get(), repository.get().head(), conserved, null);
    }

    private static Optional<String> done(
            Repository repository, GitHead now, Conserved conserved, @Nullable String whole) throws IOException {
        if (now.commit() == null) {
            return Optional.empty();
        }
        if (whole != null && repository.refs().contains(now.commit(), whole)) {
            return Optional.of(whole);
        }
        return repository.commits().carrying(conserved.attempt().trailers(), now.commit());
    }

    private static @Nullable String obstacle(Repository repository, GitHead head, GitHead now) {
        Optional<String> unfinished = repository.unfinished();
        if (unfinished.isPresent()) {
            return "unfinished merge or rebase in " + repository.top() + " (" + unfinished.get()
                    + "). Finish or abort it first";
        }
        if (!now.ref().equals(head.ref())) {
            return repository.top() + " had " + head + " checked out when the work began, and has " + now
                    + " now: check out the first again";
        }
        if (head.branch() == null && !now.equals(head)) {
            return "the detached HEAD of " + repository.top() + " moved from " + head + " to " + now
                    + " meanwhile: check out the first again";
        }
        return null;
    }

    /// After a crash.
    ///
    /// @return what the user changed meanwhile and keeps
    List<Conflict> recover() throws IOException {
        BranchMove move = plan.move();
        if (move == null) {
            return folder.recover();
        }
        Repository repository = Repository.at(project).orElse(null);
        if (plan.isStaged()) {
            if (repository == null || !isTaken(repository, move)) {
                folder.rollBack();
                return List.of();
            }
            plan.commit();
        }
        return finish(repository, move);
    }

    private static boolean isTaken(Repository repository, BranchMove move) throws IOException {
        Optional<String> now = repository.refs().read(move.ref());
        return now.isPresent() && repository.refs().contains(now.get(), move.commit());
    }

    private List<Conflict> finish(@Nullable Repository repository, BranchMove move) throws IOException {
        List<Conflict> late = folder.takeSteps();
        if (repository != null) {
            FaultPoint.KEEP_INDEX.before();
            String before = move.before() == null ? repository.commits().emptyTree() : move.before();
            repository.stage(before, move.commit());
            FaultPoint.KEEP_INDEX.after();
            if (beginning != null) {
                String branch = move.ref().equals("HEAD") ? null : move.ref();
                beginning.write(new TreeRecord.Opened(new GitHead(branch, move.commit()), repository.gitDir()));
            }
        }
        endPlan();
        return late;
    }

    private void endPlan() throws IOException {
        if (beginning == null) {
            plan.forgetCommitted();
        } else {
            plan.becomeMark();
        }
    }

    /// The files that Ralph itself writes, those that are there.
    List<Path> ours() {
        return protectedPaths.ours().stream()
                .map(project::resolve)
                .filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
                .toList();
    }

    /// One keeping, with everything it looked at.
    private final class Keeping {
        private final Repository repository;
        private final GitHead head;
        private final OverlayChanges upper;
        private final Conserved conserved;
        private final Map<RawName, TreeEntry> base;
        private final Map<RawName, TreeEntry> attempt;
        private final Map<RawName, TreeEntry> committed;
        private final KeepSelection selection;

        Keeping(Repository repository, GitHead head, OverlayChanges upper, Conserved conserved) throws IOException {
            this.repository = repository;
            this.head = head;
            this.upper = upper;
            this.conserved = conserved;
            this.committed =
                    head.commit() == null ? Map.of() : repository.commits().blobs(head.commit());
            this.base = conserved.base().equals(head.commit())
                    ? committed
                    : repository.commits().blobs(conserved.base());
            this.attempt = new HashMap<>(base);
            for (Difference difference : repository.comparison().names(conserved.base(), conserved.commit())) {
                if (difference.letter() == 'D') {
                    attempt.remove(difference.name());
                } else {
                    attempt.put(difference.name(), difference.after());
                }
            }
            Path prefix = repository.top().toRealPath().relativize(project.toRealPath());
            this.selection = new KeepSelection(project, prefix, protectedPaths, committed, attempt);
        }

        /// Everything of the user's that stands against it.
        List<Conflict> conflicts(PrivateIndex users) throws IOException {
            String tree = head.commit() == null ? repository.commits().emptyTree() : head.commit();
            List<Path> uncommitted = new UncommittedFiles(project, tree, committed, selection).paths(users);
            List<Conflict> touched =
                    new Conflicts(project, opened, path -> base.containsKey(selection.name(path))).in(selection.kept());
            List<Conflict> conflicts = new ArrayList<>(selection.conflicts());
            Map<RawName, TreeEntry> begun = atStart().files();
            conflicts.addAll(new UserChanges(base, begun, committed, selection, Set.copyOf(uncommitted)).left(touched));
            Set<Path> known = new HashSet<>();
            conflicts.forEach(conflict -> known.add(conflict.path()));
            for (Path path : uncommitted) {
                if (known.add(path)) {
                    conflicts.add(new Conflict(path, Conflict.Why.UNCOMMITTED));
                }
            }
            for (PathChange change : selection.kept().changes()) {
                RawName name = selection.name(change.path());
                boolean holds = change.kind() != PathChange.Kind.DELETED
                        && begun.containsKey(name)
                        && !Objects.equals(begun.get(name), committed.get(name));
                if (holds && known.add(change.path())) {
                    conflicts.add(new Conflict(change.path(), Conflict.Why.PUT_ASIDE));
                }
            }
            return conflicts;
        }

        /// Those that concern a branch of its own: commits, and what the agent saw uncommitted and changed too.
        List<Conflict> older(PrivateIndex users) throws IOException {
            Set<RawName> begun = new HashSet<>();
            @Nullable String seen = seen();
            if (seen != null && head.commit() != null) {
                repository.comparison().names(head.commit(), seen).forEach(one -> begun.add(one.name()));
            }
            return conflicts(users).stream()
                    .filter(conflict -> conflict.why() == Conflict.Why.COMMITTED
                            || conflict.why() == Conflict.Why.PUT_ASIDE
                            || begun.contains(selection.name(conflict.path())))
                    .toList();
        }

        KeepResult onto(String wanted, AcceptedWork work) throws IOException {
            String before = head.commit();
            String tree = tree(before);
            if (work.checked() != null && work.isUnchecked(tree(seen()))) {
                return new KeepResult.Unchecked();
            }
            if (before != null && tree.equals(repository.commits().tree(before))) {
                return done(null, List.of());
            }
            try {
                Repository.OwnBranch made = repository.branchOff(
                        wanted,
                        tree,
                        before,
                        work.message(),
                        conserved.attempt().trailers());
                return new KeepResult.Done(
                        made.commit(),
                        selection.kept(),
                        selection.quarantined(),
                        selection.ignored(),
                        List.of(),
                        made.name());
            } catch (GitFailed inTheWay) {
                return new KeepResult.Refused("branch " + wanted + " cannot be made: " + inTheWay.getMessage()
                        + "; the work stays at " + work.attempt().name());
            }
        }

        KeepResult perform(AcceptedWork work, FileTime since) throws IOException {
            Delta kept = selection.kept();
            String before = head.commit();
            if (work.checked() != null && work.isUnchecked(tree(seen()))) {
                return new KeepResult.Unchecked();
            }
            String tree = repository.treeWith(tree(before), ours(), scratch.resolve("git-index"));
            String old = before == null
                    ? repository.commits().emptyTree()
                    : repository.commits().tree(before);
            String name = conserved.attempt().loop() + "-" + conserved.attempt().attempt();
            boolean isWhole = work.whole() != null && isWhole(work.whole(), tree);
            if (work.onlyWhole() && !isWhole) {
                return new KeepResult.Unchecked();
            }
            if (tree.equals(old)) {
                stage(kept, name, null);
                plan.commit();
                List<Conflict> late = folder.takeSteps();
                endPlan();
                return done(null, late);
            }
            FaultPoint.COMMIT_TREE.before();
            String commit = isWhole && work.whole() != null
                    ? work.whole()
                    : repository
                            .commits()
                            .make(
                                    tree,
                                    before == null ? List.of() : List.of(before),
                                    work.message(),
                                    conserved.attempt().trailers());
            BranchMove move = new BranchMove(head.ref(), commit, before, since);
            stage(kept, name, move);
            FaultPoint.KEEP_REF.before();
            String trouble = take(move, work.message());
            if (trouble != null) {
                folder.rollBack();
                boolean held = repository.refs().read(head.ref()).equals(Optional.ofNullable(before));
                throw new BranchMoved(
                        head.ref() + " of " + repository.top()
                                + " moved, or is held by another git, while the work was being kept: `ralph resume` tries again ("
                                + trouble.replaceFirst("(?s)^.*?` in .*? failed: ", "") + ")",
                        held);
            }
            FaultPoint.KEEP_REF.after();
            plan.commit();
            return done(commit, finish(repository, move));
        }

        private void stage(Delta kept, String name, @Nullable BranchMove move) throws IOException {
            try {
                folder.stage(upper, kept, name, move);
            } catch (IOException noRoom) {
                folder.rollBack();
                throw noRoom;
            }
        }

        /// Null when the branch has the commit now.
        private @Nullable String take(BranchMove move, String message) throws IOException {
            if (!repository.head().ref().equals(head.ref())) {
                return "another branch was checked out";
            }
            String why = "ralph: " + message.lines().findFirst().orElse("");
            try {
                repository.refs().move(move.ref(), move.commit(), move.before(), why);
                return null;
            } catch (GitFailed moved) {
                return isTaken(repository, move) ? null : moved.getMessage();
            }
        }

        private boolean isWhole(String whole, String tree) throws IOException {
            return head.commit() != null
                    && repository.commits().tree(whole).equals(tree)
                    && repository.refs().contains(whole, head.commit());
        }

        /// What the agent saw below its work, as a commit; null where there is none.
        @Nullable
        String seen() throws IOException {
            return atStart().on(head.commit());
        }

        private UncommittedAtStart atStart() {
            return new UncommittedAtStart(repository, scratch.getFileName().toString(), scratch);
        }

        /// @param below what the work is put on
        String tree(@Nullable String below) throws IOException {
            try (PrivateIndex index = repository.index(repository.top(), scratch.resolve("git-index"))) {
                index.read(below);
                List<RawName> gone = new ArrayList<>();
                selection.deleted().forEach(path -> gone.add(selection.name(path)));
                Map<RawName, TreeEntry> put = new LinkedHashMap<>();
                for (PathChange change : selection.kept().changes()) {
                    TreeEntry blob = attempt.get(selection.name(change.path()));
                    if (change.kind() != PathChange.Kind.DELETED && blob != null) {
                        put.put(selection.name(change.path()), blob);
                    }
                }
                index.remove(gone);
                index.put(put);
                return index.tree();
            }
        }

        KeepResult done(@Nullable String commit, List<Conflict> late) {
            return new KeepResult.Done(commit, selection.kept(), selection.quarantined(), selection.ignored(), late);
        }
    }
}
