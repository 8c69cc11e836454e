package dev.ralph.workspace;

import dev.ralph.fault.FaultPoint;
import dev.ralph.git.AgentRepository;
import dev.ralph.git.GitFailed;
import dev.ralph.git.GitHead;
import dev.ralph.git.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A checkout of the project's repository, outside the project, in which an agent works: a repository of its own with
/// the user's objects.
///
/// It promises:
/// 1. The user's working trees, branches, tags, settings and index are not touched before [#keep], whatever the agent
///    does with git.
/// 2. Opened again after a crash, it is the same tree on the same base; where opening or closing was cut short, a
/// new one.
/// 3. Keeping is all or nothing, as [GitKeep] promises. Where the user's branch has moved, the work is merged with what
///    is there now; what does not merge is the user's.
///
/// The folder holds `tree`, `base` (what it was opened on), `opened`, and the plan of a keeping.
public final class AgentWorktree {
    private static final int TURNS = 5;

    private final Path folder;
    private final Repository users;
    /// The files of the tree, as the user's repository sees them: nothing of the agent's repository has a say.
    private final Repository files;
    private final String branch;
    private final GitHead base;

    private AgentWorktree(Path folder, Repository users, Path tree, String branch, GitHead base) {
        this.folder = folder;
        this.users = users;
        this.files = Repository.of(users.gitDir(), tree);
        this.branch = branch;
        this.base = base;
    }

    /// @param folder a folder of ours, outside the project
    /// @param task   the branch is `ralph/` and this
    public static AgentWorktree open(Path project, Path folder, String task) throws IOException {
        return open(project, folder, task, null);
    }

    /// @param commit what is checked out in a new one; null for what the project has checked out
    public static AgentWorktree open(Path project, Path folder, String task, @Nullable String commit)
            throws IOException {
        Repository users = repository(project);
        Files.createDirectories(folder);
        if (folder.toRealPath().startsWith(users.top().toRealPath())) {
            throw new IOException("a working tree for an agent lies outside the project, not in " + folder);
        }
        String branch = "ralph/" + new AttemptRef(task, 1).loop(); // the same rules hold for its name
        TreeRecord record = new TreeRecord(folder.resolve("base"));
        Optional<TreeRecord.Opened> known = record.read();
        Path tree = folder.toRealPath().resolve("tree");
        if (known.isPresent() && Files.exists(folder.resolve("opened"))) {
            Rewind.recover(tree, folder);
            return new AgentWorktree(folder, users, tree, branch, known.get().head());
        }
        GitHead head = commit == null ? users.head() : new GitHead(users.head().branch(), commit);
        if (known.isPresent()) { // opening or closing it was cut short
            new AgentWorktree(folder, users, tree, branch, head).close();
        }
        return add(users, folder, tree, branch, head);
    }

    /// Takes away what git knows of a tree, if there was one, also where opening or closing it was cut short.
    static void closeAt(Path project, Path folder, String task) throws IOException {
        Optional<TreeRecord.Opened> known = new TreeRecord(folder.resolve("base")).read();
        Optional<Repository> users = Repository.at(project);
        if (known.isPresent() && users.isPresent()) {
            Path tree = folder.toRealPath().resolve("tree");
            new AgentWorktree(
                            folder,
                            users.get(),
                            tree,
                            "ralph/" + task,
                            known.get().head())
                    .close();
        }
    }

    private static AgentWorktree add(Repository users, Path folder, Path tree, String branch, GitHead head)
            throws IOException {
        requireCommit(users, head);
        FaultPoint.WORKTREE_ADD.before();
        TreeRecord record = new TreeRecord(folder.resolve("base"));
        record.write(new TreeRecord.Opened(head, users.gitDir()));
        FaultPoint.WORKTREE_ADD.inside();
        new AgentRepository(users, tree).make(branch, Objects.requireNonNull(head.commit()));
        Files.copy(
                tree.resolve(".git/index"),
                folder.resolve("git-states"),
                StandardCopyOption.REPLACE_EXISTING,
                StandardCopyOption.COPY_ATTRIBUTES);
        FaultPoint.WORKTREE_ADD.inside();
        Files.createFile(folder.resolve("opened"));
        FaultPoint.WORKTREE_ADD.after();
        return new AgentWorktree(folder, users, tree, branch, head);
    }

    /// @throws IOException when a project can have no working trees, with what to do about it
    public static void require(Path project) throws IOException {
        Repository users = repository(project);
        requireCommit(users, users.head());
    }

    private static void requireCommit(Repository users, GitHead head) throws IOException {
        if (head.commit() == null) {
            throw new IOException(users.top() + " has no commit yet: git add -A && git commit --allow-empty -m first");
        }
    }

    private static Repository repository(Path project) throws IOException {
        Optional<Repository> found = Repository.at(project);
        if (found.isEmpty()) {
            throw new IOException(
                    Repository.isBare(project)
                            ? project + " is a bare repository; work in a clone"
                            : project
                                    + " is not a git repository, so it has no working trees: `git init`, or work in an"
                                    + " overlay or in place");
        }
        return found.get();
    }

    /// Where the agent works: the root of a checkout of the whole repository.
    public Path tree() {
        return files.top();
    }

    /// A project in that checkout: the root, or a folder of it.
    public Path folder(Path project) throws IOException {
        return tree().resolve(prefix(project));
    }

    /// Where the project lies in its repository.
    public Path prefix(Path project) throws IOException {
        return users.top().toRealPath().relativize(project.toRealPath());
    }

    /// A text that is another one as soon as something in it has changed.
    public String fingerprint() throws IOException {
        return now(Conservation.of(users.top()));
    }

    /// The branch that is checked out there, without `refs/heads/`.
    public String branch() {
        return branch;
    }

    /// What is different from the base: committed or not, untracked files included. Paths are relative to [#tree].
    public Delta changes() throws IOException {
        return changes(now(Conservation.of(users.top())));
    }

    private Delta changes(String tree) throws IOException {
        Delta files = TreeDelta.of(users.comparison().names(commit(), tree), Path.of(""));
        return TreeDelta.withoutFolders(files, users.commits().blobs(tree).keySet());
    }

    public Conserved conserve(AttemptRef attempt) throws IOException {
        if (!Files.isDirectory(tree())
                && Conservation.of(users.top()).find(attempt).isEmpty()) {
            throw new IOException(tree() + " was deleted before " + attempt
                    + " was saved: its work is lost, the work of others is at " + AttemptRef.ROOT
                    + attempt.loop() + "; start again with a new task, or from one of them with `ralph fork`");
        }
        return Conservation.of(users.top()).states(folder).tree(attempt, files, commit(), agentsCommit());
    }

    /// Brings the work into the user's branch: by a fast-forward where all of it may be kept and the branch has not
    /// moved, else by a commit of what may, on top of what is there now.
    /// The tree stays; see [#close].
    ///
    /// @param checked the only tree that may be kept; null for any
    /// @param branch  see [AcceptedWork]
    public KeepResult keep(
            AttemptRef attempt,
            ProtectedPaths protectedPaths,
            String message,
            @Nullable String checked,
            @Nullable String branch)
            throws IOException {
        Conserved conserved = conserve(attempt);
        GitKeep keep = gitKeep(protectedPaths);
        keep.recover();
        AcceptedWork work = new AcceptedWork(conserved, message, whole(conserved, message), checked, branch);
        KeepResult result = keepOnce(keep, work, protectedPaths);
        for (int turn = 1; turn < TURNS && checked == null && result instanceof KeepResult.Unchecked; turn++) {
            result = keepOnce(keep, work, protectedPaths);
        }
        return checked == null && result instanceof KeepResult.Unchecked
                ? new KeepResult.Refused("the branch moved " + TURNS
                        + " times while the work was being kept; it stays at " + attempt.name())
                : result;
    }

    private GitKeep gitKeep(ProtectedPaths protectedPaths) throws IOException {
        FileTime opened = PathEntry.listed(folder.resolve("opened")).changed();
        return new GitKeep(users.top(), folder, opened, protectedPaths);
    }

    private KeepResult keepOnce(GitKeep keep, AcceptedWork work, ProtectedPaths protectedPaths) throws IOException {
        GitHead now = users.head();
        Conserved conserved = work.conserved();
        if (now.equals(base) || isDone(conserved.attempt(), Objects.requireNonNull(work.whole()))) {
            try (OverlayChanges layer = OverlayChanges.read(tree(), folder.resolve("closed"))) {
                return keep.keepOnce(
                        base, layer, TreeDelta.withFolders(changes(conserved.commit()), users.top()), work);
            }
        }
        String here = work.attempt().name();
        if (now.commit() == null) {
            return new KeepResult.Refused(now.ref().replaceFirst("^refs/heads/", "") + " of " + users.top()
                    + " has no commit any more: put it back (`git update-ref " + now.ref() + " " + commit()
                    + "`), then `git merge " + here + "`");
        }
        if (base.branch() == null || !now.ref().equals(base.ref())) {
            return new KeepResult.Refused("the project had " + base + " checked out when the work began, and has " + now
                    + " now: merge it yourself (`git merge " + here + "`), or check out the first again");
        }
        MergedWork merged;
        try {
            merged = MergedWork.of(users, conserved, now.commit(), protectedPaths);
        } catch (GitFailed cannot) {
            return new KeepResult.Refused("the branch has moved from " + base + " to " + now
                    + " since the work began: merge it yourself (`git merge " + here + "`); " + cannot.getMessage());
        }
        return merged.conflicts().isEmpty()
                ? keepUnpacked(
                        keep, new AcceptedWork(merged.work(), work.message(), null, work.checked(), work.branch()))
                : new KeepResult.Conflicting(merged.conflicts(), merged.hunks());
    }

    /// Keeps what is not in the tree of the agent but in a commit only.
    private KeepResult keepUnpacked(GitKeep keep, AcceptedWork work) throws IOException {
        Path files = folder.resolve("merged");
        TreeRemoval.delete(files);
        Files.createDirectory(files);
        Conserved merged = work.conserved();
        Delta delta = TreeDelta.withoutFolders(
                Conservation.of(users.top()).unpack(merged.base(), merged.commit(), Path.of(""), files),
                users.commits().blobs(merged.commit()).keySet());
        try (OverlayChanges layer = OverlayChanges.read(files, folder.resolve("merged-closed"))) {
            return keep.keepOnce(base, layer, TreeDelta.withFolders(delta, users.top()), work);
        } finally {
            TreeRemoval.delete(files);
        }
    }

    /// A commit of what keeping this attempt would keep. Where it does not merge with what the branch has now, it is on
    /// what the work began with.
    public Optional<String> candidate(AttemptRef attempt, ProtectedPaths protectedPaths) throws IOException {
        Conserved conserved = conserve(attempt);
        GitHead now = users.head();
        Conserved work = conserved;
        if (!now.equals(base) && now.ref().equals(base.ref()) && now.commit() != null) {
            try {
                MergedWork merged = MergedWork.of(users, conserved, now.commit(), protectedPaths);
                if (!merged.conflicts().isEmpty()) {
                    return Optional.of(conserved.commit());
                }
                work = merged.work();
            } catch (GitFailed cannot) {
                return Optional.of(conserved.commit()); // who keeps it says why
            }
        }
        try (OverlayChanges layer = OverlayChanges.read(tree(), folder.resolve("closed"))) {
            Delta delta = TreeDelta.withoutFolders(
                    TreeDelta.of(users.comparison().names(work.base(), work.commit()), Path.of("")),
                    users.commits().blobs(work.commit()).keySet());
            return gitKeep(protectedPaths).candidate(layer, TreeDelta.withFolders(delta, users.top()), work);
        }
    }

    /// A commit of what may be kept of an attempt, on what the work began with; empty where that is nothing.
    public Optional<String> accepted(AttemptRef attempt, ProtectedPaths protectedPaths, String message)
            throws IOException {
        Conserved conserved = conserve(attempt);
        AcceptedWork work = new AcceptedWork(conserved, message, null, null, null);
        try (OverlayChanges layer = OverlayChanges.read(tree(), folder.resolve("closed"))) {
            Delta delta = TreeDelta.withFolders(changes(conserved.commit()), users.top());
            return gitKeep(protectedPaths).accepted(base, layer, delta, work);
        }
    }

    /// What of an attempt is left for a human.
    public List<UnkeptChange> quarantined(AttemptRef attempt, ProtectedPaths protectedPaths) throws IOException {
        Conserved conserved = conserve(attempt);
        try (OverlayChanges layer = OverlayChanges.read(tree(), folder.resolve("closed"))) {
            Delta delta = TreeDelta.withFolders(changes(conserved.commit()), users.top());
            return gitKeep(protectedPaths).quarantined(base, layer, delta, conserved);
        }
    }

    /// The work of this tree and of others on top of what the branch has now; empty where another one is checked out.
    public Optional<CommitStack> stack(List<CommitStack.Part> parts, ProtectedPaths protectedPaths) throws IOException {
        GitHead now = users.head();
        if (now.commit() == null || base.branch() == null || !now.ref().equals(base.ref())) {
            return Optional.empty();
        }
        List<Path> ours = gitKeep(protectedPaths).ours();
        return Optional.of(CommitStack.of(users, now.commit(), parts, ours, folder.resolve("git-index")));
    }

    /// Brings all of it into the user's branch, in one move, or nothing.
    public KeepResult keep(CommitStack stack, ProtectedPaths protectedPaths) throws IOException {
        GitKeep keep = gitKeep(protectedPaths);
        keep.recover();
        CommitStack.Layer top = stack.top();
        Conserved all = new Conserved(stack.layers().getFirst().attempt(), top.checked(), stack.on(), List.of());
        String checked = users.commits().tree(top.checked());
        return keepUnpacked(keep, new AcceptedWork(all, "merged together", top.commit(), checked, null, true));
    }

    /// Makes the tree, and its branch, what they were at the end of an attempt.
    public RewindResult rewind(Conserved wanted, AttemptRef last) throws IOException {
        RewindResult rewound = rewind().to(wanted, last);
        if (rewound.against().isEmpty() && hasRepository()) {
            String agents = agentsCommit(wanted);
            Repository ours = new AgentRepository(users, tree()).repository();
            GitHead head = ours.head();
            if (!agents.equals(head.commit())) {
                FaultPoint.UPDATE_REF.before();
                ours.refs().move(head.ref(), agents, head.commit(), "ralph: rewind");
            }
            FaultPoint.READ_TREE.before();
            ours.readIndex(agents);
            FaultPoint.READ_TREE.after();
        }
        return rewound;
    }

    /// What the agent had checked out at the end of an attempt: the second parent of the last one that changed it.
    private String agentsCommit(Conserved wanted) throws IOException {
        String known = wanted.commit();
        while (!known.equals(commit())) {
            Optional<String> agents = users.refs().read(known + "^2");
            Optional<String> before = users.refs().read(known + "^1");
            if (agents.isPresent() || before.isEmpty()) {
                return agents.orElse(commit());
            }
            known = before.get();
        }
        return known;
    }

    /// Something that is not as the attempts up to this one, or the loop at its end, left it.
    public Optional<String> changed(AttemptRef last) throws IOException {
        LastAttemptState left = LastAttemptState.of(users.top(), last).orElse(null);
        return left == null ? Optional.empty() : left.changed(now(left.place()));
    }

    /// The loop ends with what is there now.
    public void end(AttemptRef last) throws IOException {
        LastAttemptState left = LastAttemptState.of(users.top(), last).orElse(null);
        if (left != null) {
            left.end(now(left.place()));
        }
    }

    private String now(Conservation place) throws IOException {
        return place.states(folder).now(files);
    }

    private Rewind rewind() throws IOException {
        return new Rewind(Conservation.of(users.top()), files, tree(), Path.of(""), folder);
    }

    /// Makes a tree that nobody has worked in yet what an attempt left.
    public void begin(Conserved from) throws IOException {
        List<Conflict> against = rewind().fresh(from, commit());
        if (!against.isEmpty()) {
            throw new IOException(against.getFirst() + ", in an untouched tree: " + tree());
        }
    }

    private boolean isDone(AttemptRef attempt, String whole) throws IOException {
        String now = users.head().commit();
        return users.head().ref().equals(base.ref())
                && now != null
                && (users.refs().contains(now, whole)
                        || users.commits().carrying(attempt.trailers(), now).isPresent());
    }

    /// What was accepted of it, or the agent's own last commit, if that holds everything; else one on top of it.
    private String whole(Conserved conserved, String message) throws IOException {
        String last = agentsCommit();
        String tree = users.commits().tree(conserved.commit());
        Optional<String> known = users.refs().read(conserved.attempt().accepted());
        if (known.isPresent() && users.commits().tree(known.get()).equals(tree)) {
            return known.get();
        }
        boolean usable = users.refs().contains(last, commit());
        if (usable && !last.equals(commit()) && users.commits().tree(last).equals(tree)) {
            return last;
        }
        List<String> parents = List.of(usable ? last : commit());
        return users.commits().make(tree, parents, message, conserved.attempt().trailers());
    }

    /// What the agent has checked out, brought into the user's repository; where that cannot be read, what it began
    /// with: its files count all the same.
    private String agentsCommit() throws IOException {
        AgentRepository agents = new AgentRepository(users, tree());
        try {
            Optional<String> head = hasRepository() ? agents.repository().refs().read("HEAD") : Optional.empty();
            if (head.isEmpty() || head.get().equals(commit())) {
                return commit();
            }
            if (users.refs().read(head.get()).isEmpty()) {
                agents.bring(commit());
            }
            return users.refs().read(head.get()).orElse(commit());
        } catch (GitFailed broken) {
            return commit();
        }
    }

    /// A link could lead to somebody else's.
    private boolean hasRepository() {
        return Files.isDirectory(tree().resolve(".git"), LinkOption.NOFOLLOW_LINKS);
    }

    /// Removes the tree. For work that is kept or conserved already.
    public void close() throws IOException {
        FaultPoint.WORKTREE_REMOVE.before();
        Files.deleteIfExists(folder.resolve("opened"));
        FaultPoint.WORKTREE_REMOVE.inside();
        TreeRemoval.delete(tree());
        FaultPoint.WORKTREE_REMOVE.inside();
        Files.deleteIfExists(folder.resolve("git-states"));
        Files.deleteIfExists(folder.resolve("base"));
        FaultPoint.WORKTREE_REMOVE.after();
    }

    /// Removes everything, its own folder included.
    public void remove() throws IOException {
        close();
        TreeRemoval.delete(folder);
    }

    private String commit() {
        return Objects.requireNonNull(base.commit());
    }
}
