package dev.ralph.git;

import org.jspecify.annotations.Nullable;

/// What is checked out.
///
/// @param branch the full name of the branch; null when none is (a detached HEAD)
/// @param commit null when the branch has none yet
public record GitHead(@Nullable String branch, @Nullable String commit) {
    public GitHead {
        if (branch == null && commit == null) {
            throw new IllegalArgumentException("a HEAD without a branch has a commit");
        }
    }

    /// What is moved when a commit is added.
    public String ref() {
        return branch == null ? "HEAD" : branch;
    }

    /// As people call it.
    @Override
    public String toString() {
        String at = commit == null ? "no commit yet" : commit.substring(0, Math.min(10, commit.length()));
        return branch == null ? "a detached HEAD at " + at : branch.replaceFirst("^refs/heads/", "") + " at " + at;
    }
}
