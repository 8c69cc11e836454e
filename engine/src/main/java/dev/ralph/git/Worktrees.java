package dev.ralph.git;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Working trees of a repository besides the user's own. Only the one that is named is ever touched.
public final class Worktrees {
    private final Git git;

    Worktrees(Git git) {
        this.git = git;
    }

    /// Checks out `commit` in a new folder, on a new branch.
    ///
    /// @param branch without `refs/heads/`
    public Repository add(Path folder, String branch, String commit) throws IOException {
        new Refs(git).move("refs/heads/" + branch, commit, null, "ralph: opened");
        git.line("worktree", "add", "-q", "--", folder.toString(), branch);
        return Repository.of(Path.of(git.in(folder).line("rev-parse", "--absolute-git-dir")), folder.toRealPath());
    }

    private boolean isKnown(Path folder) throws IOException {
        Path given = folder.toAbsolutePath().normalize();
        Path parent = given.getParent();
        Path real = parent != null && Files.exists(parent) ? parent.toRealPath().resolve(given.getFileName()) : given;
        return git.line("worktree", "list", "--porcelain")
                .lines()
                .anyMatch(line -> line.equals("worktree " + given) || line.equals("worktree " + real));
    }

    /// With everything that is in it. One that git does not know is left alone.
    public void remove(Path folder) throws IOException {
        if (isKnown(folder)) {
            git.line("worktree", "remove", "--force", "--force", "--", folder.toString());
        }
    }
}
