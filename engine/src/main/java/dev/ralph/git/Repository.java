package dev.ralph.git;

import dev.ralph.fault.FaultPoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// A git repository that accepted work is committed to.
///
/// Committing promises:
/// 1. It happens once: a commit of the same loop and attempt that is already there is found, not repeated.
/// 2. The branch moves only if nobody else moved it meanwhile (compare and swap).
/// 3. It never runs a hook, and never changes a file of the working tree.
public final class Repository {
    private static final int LOOKED_BACK = 100;

    /// Everything but Ralph's own files: its state, and the state of a session's loop where its specification wants it.
    private static final List<String> NOT_OURS = List.of(
            "--",
            ".",
            ":(exclude,glob)**/.ralph/**",
            ":(exclude,glob)**/.supercoin/ralph-loop-*",
            ":(exclude,glob)**/.supercoin/ralph-loop-*/**");

    private final Git git;

    private Repository(Git git) {
        this.git = git;
    }

    /// The repository that `folder` belongs to.
    public static Optional<Repository> at(Path folder) throws IOException {
        Git git = new Git(folder);
        Git.Answer top;
        try {
            top = git.ask(Map.of(), "rev-parse", "--show-toplevel");
        } catch (IOException noGit) {
            return Optional.empty();
        }
        return top.code() == 0 ? Optional.of(new Repository(new Git(Path.of(top.text())))) : Optional.empty();
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
        return new Repository(git);
    }

    /// The files that a commit added, changed or removed.
    public List<String> files(String commit) throws IOException {
        String names = git.run(Map.of(), "diff-tree", "--root", "--no-commit-id", "--name-only", "-r", "-z", commit);
        return Stream.of(names.split("\0")).filter(name -> !name.isEmpty()).toList();
    }

    /// Files that differ from the last commit, Ralph's own left out; empty when there are none.
    public String changes() throws IOException {
        return git.run(
                Map.of("GIT_OPTIONAL_LOCKS", "0"), withoutOurs("status", "--porcelain", "--untracked-files=all"));
    }

    /// A text that is another one as soon as a file of the working tree or the branch has changed, Ralph's own files
    /// left out.
    public String fingerprint() throws IOException {
        Git.Answer head = git.ask(Map.of(), "rev-parse", "--verify", "-q", "HEAD");
        String status = git.run(
                Map.of("GIT_OPTIONAL_LOCKS", "0"),
                withoutOurs("status", "--porcelain=v2", "-z", "--untracked-files=all"));
        return new WorkTree(git.folder()).fingerprint(head.text(), status);
    }

    /// Commits everything in the working tree on top of the current branch.
    ///
    /// @param index a file for the private index
    /// @return the commit, or empty when there was nothing to commit
    public Optional<String> commit(Path index, String message, Map<String, String> trailers) throws IOException {
        Git.Answer head = git.ask(Map.of(), "rev-parse", "--verify", "-q", "HEAD");
        boolean born = head.code() == 0;
        Optional<String> done = born ? carrying(trailers) : Optional.empty();
        if (done.isPresent()) {
            if (done.get().equals(head.text())) {
                git.run(Map.of(), "read-tree", "HEAD");
            }
            return done;
        }
        String tree = writeTree(index, born);
        String before = born
                ? git.run(Map.of(), "rev-parse", "HEAD^{tree}")
                : git.run(Map.of(), "hash-object", "-t", "tree", "/dev/null");
        if (tree.equals(before)) {
            return Optional.empty();
        }
        FaultPoint.COMMIT_TREE.before();
        String commit = git.run(identity(), commitTree(tree, born ? head.text() : "", message, trailers));
        FaultPoint.UPDATE_REF.before();
        String old = born ? head.text() : "0".repeat(commit.length());
        git.run(
                Map.of(),
                "update-ref",
                "-m",
                "ralph: " + message.lines().findFirst().orElse(""),
                "HEAD",
                commit,
                old);
        FaultPoint.READ_TREE.before();
        git.run(Map.of(), "read-tree", "HEAD");
        FaultPoint.READ_TREE.after();
        return Optional.of(commit);
    }

    /// The commit that was made for this before a crash; somebody may have committed on top of it meanwhile.
    private Optional<String> carrying(Map<String, String> trailers) throws IOException {
        String log = git.run(Map.of(), "log", "-" + LOOKED_BACK, "--format=%H%n%(trailers:only,unfold)%x00");
        for (String commit : log.split("\0")) {
            List<String> lines = commit.strip().lines().toList();
            if (trailers.entrySet().stream()
                    .allMatch(trailer -> lines.contains(trailer.getKey() + ": " + trailer.getValue()))) {
                return Optional.of(lines.getFirst());
            }
        }
        return Optional.empty();
    }

    private String writeTree(Path index, boolean born) throws IOException {
        Files.deleteIfExists(index);
        Map<String, String> privately =
                Map.of("GIT_INDEX_FILE", index.toAbsolutePath().toString());
        if (born) {
            git.run(privately, "read-tree", "HEAD");
        }
        git.run(privately, withoutOurs("add", "-A"));
        String tree = git.run(privately, "write-tree");
        Files.deleteIfExists(index);
        return tree;
    }

    private static String[] withoutOurs(String... words) {
        return Stream.concat(Stream.of(words), NOT_OURS.stream()).toArray(String[]::new);
    }

    private static String[] commitTree(String tree, String parent, String message, Map<String, String> trailers) {
        StringBuilder text = new StringBuilder(message.strip()).append("\n");
        trailers.forEach(
                (key, value) -> text.append('\n').append(key).append(": ").append(value));
        String body = text.toString();
        return parent.isEmpty()
                ? new String[] {"commit-tree", tree, "-m", body}
                : new String[] {"commit-tree", tree, "-p", parent, "-m", body};
    }

    /// The user's own name where git knows one, ours where it does not.
    private Map<String, String> identity() throws IOException {
        Map<String, String> identity = new LinkedHashMap<>();
        if (git.ask(Map.of(), "var", "GIT_COMMITTER_IDENT").code() != 0) {
            for (String role : new String[] {"AUTHOR", "COMMITTER"}) {
                identity.put("GIT_" + role + "_NAME", "Ralph");
                identity.put("GIT_" + role + "_EMAIL", "ralph@localhost");
            }
        }
        return identity;
    }
}
