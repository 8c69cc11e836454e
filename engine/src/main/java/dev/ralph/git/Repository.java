package dev.ralph.git;

import dev.ralph.fault.FaultPoint;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A git repository that accepted work is committed to.
///
/// Committing promises:
/// 1. It happens once: a commit of the same loop and attempt that is already there is found, not repeated.
/// 2. The branch moves only if nobody else moved it meanwhile (compare and swap).
/// 3. It never runs a hook or a filter, and never changes a file of the working tree.
/// 4. Of the user's index it touches the entries of the paths that the commit changed, and no other.
public final class Repository {
    private static final String HEADS = "refs/heads/";
    private static final Map<String, String> UNLOCKED = Map.of("GIT_OPTIONAL_LOCKS", "0");
    private static final List<String> UNFINISHED =
            List.of("MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD", "rebase-merge", "rebase-apply", "BISECT_LOG");

    /// Everything but Ralph's own files: its state, and the state of a session's loop where its specification
    /// wants it.
    private static final List<String> NOT_OURS = List.of(
            "--",
            ".",
            ":(exclude,glob)**/.ralph/**",
            ":(exclude,glob)**/.supercoin/ralph-loop-*",
            ":(exclude,glob)**/.supercoin/ralph-loop-*/**");

    private final Git git;
    private final Path gitDir;
    private final Commits commits;
    private volatile @Nullable GitFiles files;

    private Repository(Git git, Path gitDir) {
        this.git = git;
        this.gitDir = gitDir;
        this.commits = new Commits(git);
    }

    /// The repository that `folder` belongs to, a work tree of it.
    ///
    /// @throws GitFailed when there is one that git does not trust, as it belongs to somebody else
    public static Optional<Repository> at(Path folder) throws IOException {
        synchronized (Repository.class) { // who comes second while git is asked finds it known
            return found(folder);
        }
    }

    private static Optional<Repository> found(Path folder) throws IOException {
        KnownRepositories.Place known = KnownRepositories.at(folder);
        if (known != null) {
            return Optional.of(new Repository(Git.at(known.top(), known.gitDir()), known.gitDir()));
        }
        Git git = new Git(folder);
        long asked = KnownRepositories.now();
        Git.Answer found;
        try {
            found = git.ask(Map.of(), "rev-parse", "--show-toplevel", "--absolute-git-dir");
        } catch (IOException noGit) {
            return Optional.empty();
        }
        if (!found.isGood()) {
            if (found.stderr().contains("dubious ownership")) {
                throw new GitFailed(found.stderr().strip());
            }
            return Optional.empty();
        }
        List<String> lines = found.text().lines().toList();
        boolean plain = lines.size() == 2; // else a name has a line end in it
        Path top = Path.of(plain ? lines.getFirst() : git.line("rev-parse", "--show-toplevel"));
        if (!folder.toRealPath().startsWith(top.toRealPath())) {
            return Optional.empty(); // its configuration, which an agent may have written, leads to another tree
        }
        Path gitDir = Path.of(plain ? lines.getLast() : git.line("rev-parse", "--absolute-git-dir"));
        KnownRepositories.remember(folder, top, gitDir, asked);
        return Optional.of(new Repository(Git.at(top, gitDir), gitDir));
    }

    /// Whether `folder` is a repository without a work tree, or the inside of one: no place for anybody's files.
    public static boolean isBare(Path folder) throws IOException {
        try {
            Git.Answer inside = new Git(folder).ask(Map.of(), "rev-parse", "--is-inside-work-tree");
            return inside.isGood() && inside.text().equals("false");
        } catch (IOException noGit) {
            return false;
        }
    }

    /// What git calls its version; empty when there is no git.
    public static Optional<String> version() throws IOException {
        try {
            String line = new Git(Path.of("/")).run(Map.of(), "--version");
            return Optional.of(line.startsWith("git version ") ? line.substring("git version ".length()) : line);
        } catch (GitFailed failed) {
            throw failed;
        } catch (IOException noGit) {
            return Optional.empty();
        }
    }

    /// Makes a repository in an existing folder.
    public static Repository init(Path folder) throws IOException {
        Git git = new Git(folder);
        git.run(Map.of(), "-c", "init.defaultBranch=main", "init", "-q");
        return new Repository(git, folder.resolve(".git").toAbsolutePath());
    }

    /// A repository of our own that has no work tree; made where there is none yet.
    public static Repository apart(Path gitDir) throws IOException {
        Files.createDirectories(gitDir);
        Git git = new Git(gitDir).with(Map.of("GIT_DIR", gitDir.toAbsolutePath().toString()));
        git.line("-c", "init.defaultBranch=main", "init", "-q", "--bare", "--template=");
        return new Repository(git, gitDir.toAbsolutePath());
    }

    /// A working tree whose place is known, whatever somebody made of the `.git` in it since.
    public static Repository of(Path gitDir, Path folder) {
        Git git = new Git(folder).with(Map.of("GIT_DIR", gitDir.toString(), "GIT_WORK_TREE", folder.toString()));
        return new Repository(git, gitDir);
    }

    /// Removes what nothing names any more from a repository of our own; what was written in the last hour stays.
    public void compact() throws IOException {
        git.line("gc", "-q", "--prune=1.hour.ago");
    }

    /// The root of its working tree.
    public Path top() {
        return git.folder();
    }

    /// Where git keeps what belongs to this working tree alone.
    public Path gitDir() {
        return gitDir;
    }

    /// Where its objects lie.
    public Path objects() throws IOException {
        return GitFiles.common(gitDir).resolve("objects").toRealPath();
    }

    /// How its objects are named: `sha1` or `sha256`.
    String objectFormat() throws IOException {
        return git.line("rev-parse", "--show-object-format");
    }

    public Refs refs() {
        return new Refs(git, files);
    }

    public Commits commits() {
        return commits;
    }

    /// Merges what two made of the same commit or tree.
    ///
    /// @param base what both began with
    public TreeMerge merge(String base, String ours, String theirs) throws IOException {
        return TreeMerge.of(git, commits, base, ours, theirs);
    }

    /// Another repository that this one knows by name; empty where it knows none.
    public Optional<Remote> remote(String name) throws IOException {
        boolean isThere = git.answer(new byte[0], "config", "--get", "remote." + name + ".url")
                .isGood();
        return isThere ? Optional.of(new Remote(git, name)) : Optional.empty();
    }

    public TreeComparison comparison() {
        return new TreeComparison(git);
    }

    public ObjectVerification genuine() {
        return new ObjectVerification(git);
    }

    public ObjectContents contents() {
        return new ObjectContents(git);
    }

    Git git() {
        return git;
    }

    public GitHead head() throws IOException {
        Optional<GitFiles> plain = KnownRepositories.files(git, gitDir);
        Optional<GitHead> seen =
                plain.isEmpty() ? Optional.empty() : plain.get().checkedOut();
        if (seen.isPresent()) {
            return seen.get();
        }
        Git.Answer branch = git.ask(Map.of(), "symbolic-ref", "-q", "HEAD");
        String commit = refs().read("HEAD").orElse(null);
        if (!branch.isGood() && commit == null) {
            throw new GitFailed(
                    "the HEAD of " + top() + " is neither a branch nor a commit: `git status` there says more");
        }
        return new GitHead(branch.isGood() ? branch.text() : null, commit);
    }

    /// What the user has begun and not finished (`MERGE_HEAD`, `rebase-merge`, …).
    public Optional<String> unfinished() {
        return UNFINISHED.stream()
                .filter(name -> Files.exists(gitDir.resolve(name)))
                .findFirst();
    }

    /// @param workTree where its files are read from
    /// @param file a file for it, which is deleted in the end
    public PrivateIndex index(Path workTree, Path file) {
        return new PrivateIndex(git, gitDir, workTree, file);
    }

    /// The user's own index, seen from a private one.
    public PrivateIndex copyOfIndex(Path file) throws IOException {
        PrivateIndex index = index(top(), file);
        fill(index);
        return index;
    }

    private void fill(PrivateIndex index) throws IOException {
        if (Files.exists(usersIndex())) {
            index.copy(usersIndex());
        } else {
            index.read(null);
        }
    }

    /// The working tree as it stands.
    ///
    /// @param file a file for a private index
    public Snapshot snapshot(Path file) throws IOException {
        try (PrivateIndex index = copyOfIndex(file)) {
            return Snapshot.of(index, top(), null);
        }
    }

    /// The working tree as it stands, by an index of ours that stays for the next time, so that only what changed
    /// since is read.
    ///
    /// @param file the private index; made from the user's where there is none
    public Snapshot snapshotAgain(Path file) throws IOException {
        return snapshotAgain(git.quiet(), file, null);
    }

    /// @param quiet runs no filters
    /// @param last  the tree that the index was made to hold the last time; null when that is not known
    Snapshot snapshotAgain(Git quiet, Path file, @Nullable String last) throws IOException {
        boolean isThere = Files.exists(file);
        PrivateIndex index = new PrivateIndex(quiet, gitDir, top(), file);
        try {
            if (!isThere) {
                fill(index);
            }
            return Snapshot.of(index, top(), isThere ? last : null);
        } catch (IOException unusable) {
            index.close();
            throw unusable;
        }
    }

    /// For looking at the working tree again and again.
    ///
    /// @param file a private index, which stays
    public WorkTreeCache seen(Path file) {
        return new WorkTreeCache(this, git, file);
    }

    /// Commits and refs may be written without a process; null when not, or no more.
    void writing(@Nullable GitFiles plain) {
        files = plain;
        commits.writing(plain);
    }

    /// Whether that commit is checked out; false also where that cannot be told without asking git.
    public boolean isHead(String commit) {
        GitFiles plain = files;
        return plain != null && plain.head().equals(Optional.of(commit));
    }

    /// What stands for what is checked out, which is another text when another commit is.
    String headName() throws IOException {
        GitFiles plain = files;
        Optional<String> seen = plain == null ? Optional.empty() : plain.head();
        return seen.isPresent()
                ? seen.get()
                : git.ask(Map.of(), "rev-parse", "--verify", "-q", "HEAD").text();
    }

    /// Whether there may be a repository; costs no process.
    public static boolean isLikely(Path folder) {
        for (Path above = folder.toAbsolutePath(); above != null; above = above.getParent()) {
            if (Files.exists(above.resolve(".git"))) {
                return true;
            }
        }
        return false;
    }

    /// A folder that has no repository, remembered in one of our own; its index is kept, so that the next time
    /// only what changed is read.
    ///
    /// @param file a file for a private index, on the same file system
    public Snapshot snapshotOf(Path folder, Path file) throws IOException {
        try (PrivateIndex index = index(folder, file)) {
            fill(index);
            Snapshot snapshot = Snapshot.of(index, folder, null);
            Files.move(file, usersIndex(), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            return snapshot;
        }
    }

    /// Makes the index that of a commit: only for a working tree of our own.
    public void readIndex(String commit) throws IOException {
        git.line("read-tree", commit);
    }

    /// Brings into the user's index what a commit changed, and nothing else.
    ///
    /// @param before the commit or tree that it is compared with
    public void stage(String before, String commit) throws IOException {
        new UsersIndex(git).stage(before, commit);
    }

    /// The entries of the user's index, a byte in each character, for [#unstage].
    public String staged() throws IOException {
        return new UsersIndex(git).entries();
    }

    /// Takes back what changed in the user's index between two looks at it, except what changed again since.
    public void unstage(String before, String after) throws IOException {
        new UsersIndex(git).unstage(before, after);
    }

    private Path usersIndex() {
        return gitDir.resolve("index");
    }

    /// The files that a commit added, changed or removed.
    public List<String> files(String commit) throws IOException {
        String names = git.run(Map.of(), "diff-tree", "--root", "--no-commit-id", "--name-only", "-r", "-z", commit);
        return Stream.of(names.split("\0")).filter(name -> !name.isEmpty()).toList();
    }

    /// Files that differ from the last commit, Ralph's own left out; empty when there are none.
    public String changes() throws IOException {
        return git.run(
                UNLOCKED, withoutOurs("status", "--porcelain", "--ignore-submodules=dirty", "--untracked-files=all"));
    }

    /// Of what differs from the last commit, Ralph's own left out, the first names.
    public List<String> uncommitted(int most) throws IOException {
        String status = git.run(
                UNLOCKED,
                withoutOurs(
                        "status",
                        "--porcelain",
                        "-z",
                        "--no-renames",
                        "--ignore-submodules=dirty",
                        "--untracked-files=normal"));
        return Stream.of(status.split("\0"))
                .filter(line -> line.length() > 3)
                .map(line -> line.substring(3))
                .limit(most)
                .toList();
    }

    /// Of what is there and ignored, Ralph's own left out, the first names; a folder ends with `/`.
    public List<String> ignored(int most) throws IOException {
        String names = git.run(
                UNLOCKED, withoutOurs("ls-files", "-z", "--others", "--ignored", "--exclude-standard", "--directory"));
        return Stream.of(names.split("\0"))
                .filter(name ->
                        !name.isEmpty() && !isOurs(name)) // of a folder that is named whole git excludes nothing
                .limit(most)
                .toList();
    }

    private static boolean isOurs(String name) {
        return ("/" + name).contains("/.ralph/") || ("/" + name).contains("/.supercoin/ralph-loop-");
    }

    /// The names of all files that git knows in a folder of the working tree, from that folder on.
    public List<String> tracked(Path folder) throws IOException {
        String names = git.run(UNLOCKED, "ls-files", "-z", "--full-name", "--", folder.toString());
        Path from = top().toRealPath().relativize(folder.toRealPath());
        String prefix = from.toString().isEmpty() ? "" : from + "/";
        return Stream.of(names.split("\0"))
                .filter(name -> !name.isEmpty() && name.startsWith(prefix))
                .map(name -> name.substring(prefix.length()))
                .toList();
    }

    /// Files whose changes git was told not to look for (`update-index --assume-unchanged`), so that [#changes] does
    /// not know of them.
    public List<String> overlooked() throws IOException {
        String files = git.run(UNLOCKED, "ls-files", "-v", "-z");
        return Stream.of(files.split("\0"))
                .filter(file -> !file.isEmpty() && Character.isLowerCase(file.charAt(0)))
                .map(file -> file.substring(2))
                .toList();
    }

    /// A text that is another one as soon as a file of the working tree or the branch has changed, Ralph's own
    /// files and the insides of submodules left out.
    public String fingerprint() throws IOException {
        String status = git.run(
                UNLOCKED,
                withoutOurs("status", "--porcelain=v2", "-z", "--ignore-submodules=dirty", "--untracked-files=all"));
        return new WorkTree(git.folder()).fingerprint(headName(), status);
    }

    /// Commits everything in the working tree on top of the current branch.
    ///
    /// @param index a file for the private index
    /// @return the commit, or empty when there was nothing to commit
    public Optional<String> commit(Path index, String message, Map<String, String> trailers) throws IOException {
        return commit(head(), () -> snapshot(index).tree(), message, trailers);
    }

    /// Commits a tree that was put together on top of a commit, whatever the working tree holds.
    ///
    /// @param on what was checked out then
    /// @throws GitFailed where something else is checked out by now
    public Optional<String> commitTree(String tree, GitHead on, String message, Map<String, String> trailers)
            throws IOException {
        return commit(on, () -> tree, message, trailers);
    }

    /// A tree with these files as they are in the working tree now.
    ///
    /// @param index a file for the private index
    public String treeWith(String tree, List<Path> files, Path index) throws IOException {
        if (files.isEmpty()) {
            return tree;
        }
        try (PrivateIndex all = index(top(), index)) {
            all.read(tree);
            Path root = top().toRealPath();
            List<RawName> names = new ArrayList<>();
            for (Path file : files) {
                Path folder = file.toAbsolutePath().resolveSibling("").toRealPath(); // a link itself is not followed
                String name =
                        root.relativize(folder.resolve(file.getFileName())).toString();
                names.add(RawName.of(name.getBytes(StandardCharsets.UTF_8)));
            }
            all.add(names);
            return all.tree();
        }
    }

    @FunctionalInterface
    private interface Content {
        String tree() throws IOException;
    }

    private Optional<String> commit(GitHead head, Content content, String message, Map<String, String> trailers)
            throws IOException {
        if (!head().equals(head)) {
            throw new GitFailed(head + " was checked out a moment ago, and now it is " + head());
        }
        String last = head.commit();
        Optional<String> done = last == null ? Optional.empty() : commits().carrying(trailers, last);
        if (done.isPresent()) {
            if (done.get().equals(last)) {
                stage(refs().read(done.get() + "~").orElse(commits().emptyTree()), done.get());
            }
            return done;
        }
        String tree = content.tree();
        String before = last == null ? commits().emptyTree() : commits().tree(last);
        if (tree.equals(before)) {
            return Optional.empty();
        }
        FaultPoint.COMMIT_TREE.before();
        String commit = commits().make(tree, last == null ? List.of() : List.of(last), message, trailers);
        FaultPoint.UPDATE_REF.before();
        refs().move(
                        head.ref(),
                        commit,
                        last,
                        "ralph: " + message.lines().findFirst().orElse(""));
        FaultPoint.READ_TREE.before();
        stage(before, commit);
        FaultPoint.READ_TREE.after();
        return Optional.of(commit);
    }

    /// @param name as people type it
    public record OwnBranch(String name, String commit) {}

    /// A commit on a branch of its own; no other branch, no file and no index changes. One with these trailers that is
    /// there already is found. A name that is taken gets a number.
    ///
    /// @throws GitFailed where git does not take such a name, as beside a branch that is called like its folder
    public OwnBranch branchOff(
            String wanted, String tree, @Nullable String parent, String message, Map<String, String> trailers)
            throws IOException {
        String name = wanted;
        for (int number = 2; ; number++) {
            Optional<String> there = refs().read(HEADS + name);
            if (there.isEmpty()) {
                break;
            }
            if (commits().isCarrying(there.get(), trailers)) {
                return new OwnBranch(name, there.get());
            }
            name = wanted + "-" + number;
        }
        FaultPoint.COMMIT_TREE.before();
        String commit = commits().make(tree, parent == null ? List.of() : List.of(parent), message, trailers);
        FaultPoint.UPDATE_REF.before();
        refs().move(
                        HEADS + name,
                        commit,
                        null,
                        "ralph: " + message.lines().findFirst().orElse(""));
        return new OwnBranch(name, commit);
    }

    /// Objects for files exactly as they are, without any conversion.
    public List<String> store(List<Path> files) throws IOException {
        if (files.isEmpty()) {
            return List.of();
        }
        StringBuilder lines = new StringBuilder();
        files.forEach(file -> lines.append(RawName.quoted(file)).append('\n'));
        byte[] input = lines.toString().getBytes(StandardCharsets.US_ASCII);
        return git.must(input, "hash-object", "-w", "--no-filters", "--stdin-paths")
                .text()
                .lines()
                .toList();
    }

    private static String[] withoutOurs(String... words) {
        return Stream.concat(Stream.of(words), NOT_OURS.stream()).toArray(String[]::new);
    }
}
