package dev.ralph.git;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The names of commits in a repository. Every change is a compare and swap: what somebody else moved is left
/// alone.
public final class Refs {
    private final Git git;
    private final @Nullable GitFiles files;

    /// @param files null where only git may write
    Refs(Git git, @Nullable GitFiles files) {
        this.git = git;
        this.files = files;
    }

    /// @param made when the commit was made
    public record Ref(String name, String commit, Instant made) {}

    public Optional<String> read(String ref) throws IOException {
        Git.Answer answer =
                git.answer(new byte[0], "rev-parse", "-q", "--verify", "--end-of-options", ref + "^{commit}");
        return answer.isGood() ? Optional.of(answer.text()) : Optional.empty();
    }

    /// All below a name that ends with `/`.
    public List<Ref> below(String prefix) throws IOException {
        String lines = git.line("for-each-ref", "--format=%(refname) %(objectname) %(committerdate:unix)", prefix);
        List<Ref> refs = new ArrayList<>();
        for (String line : lines.lines().toList()) {
            String[] words = line.split(" ", -1);
            long made = words[2].isEmpty() ? 0 : Long.parseLong(words[2]); // something that is no commit has none
            refs.add(new Ref(words[0], words[1], Instant.ofEpochSecond(made)));
        }
        return refs;
    }

    /// Those below a name that ends with `/` which are this commit.
    public List<String> at(String commit, String prefix) throws IOException {
        return git.line("for-each-ref", "--format=%(refname)", "--points-at=" + commit, prefix)
                .lines()
                .toList();
    }

    /// Whether git takes such a name.
    public boolean isValid(String ref) throws IOException {
        return git.answer(new byte[0], "check-ref-format", ref).isGood();
    }

    /// Where a branch is checked out; empty where it is nowhere.
    ///
    /// @param branch with `refs/heads/`
    public Optional<String> checkedOut(String branch) throws IOException {
        String path =
                git.line("for-each-ref", "--format=%(worktreepath)", branch).strip();
        return path.isEmpty() ? Optional.empty() : Optional.of(path);
    }

    /// @param old what it must be until then; null when it must not exist
    /// @throws GitFailed when it is something else, or somebody holds it
    public void move(String ref, String commit, @Nullable String old, String why) throws IOException {
        String expected = old == null ? "0".repeat(commit.length()) : old;
        git.line("update-ref", "--no-deref", "--create-reflog", "-m", why, ref, commit, expected);
    }

    /// Makes one that nobody has made.
    ///
    /// @throws GitFailed when it is there
    public void create(String ref, String commit, String why) throws IOException {
        if (files != null) {
            try {
                files.create(ref, commit);
                return;
            } catch (IOException otherForm) {
                // Git says why.
            }
        }
        move(ref, commit, null, why);
    }

    /// @throws GitFailed when it is something else by now
    public void delete(String ref, String old) throws IOException {
        git.line("update-ref", "--no-deref", "-d", ref, old);
    }

    /// The last commit that the histories of both have.
    public Optional<String> common(String one, String other) throws IOException {
        Git.Answer answer = git.answer(new byte[0], "merge-base", one, other);
        return answer.isGood() ? Optional.of(answer.text().lines().findFirst().orElse("")) : Optional.empty();
    }

    /// Whether somebody who has `descendant` has `commit` too.
    public boolean contains(String descendant, String commit) throws IOException {
        return git.answer(new byte[0], "merge-base", "--is-ancestor", commit, descendant)
                .isGood();
    }
}
