package dev.ralph.git;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;

/// The repository that an agent works in: its own branches, tags, settings and hooks, and the user's objects, borrowed.
/// Nothing that the agent does with git in there changes anything of the user's.
///
/// @param users whose commits are checked out
/// @param tree  the root of the checkout
public record AgentRepository(Repository users, Path tree) {
    /// Of the user's settings, those that say how files look and who commits.
    private static final List<String> SETTINGS =
            List.of("user.name", "user.email", "core.autocrlf", "core.eol", "core.filemode", "core.symlinks");

    /// Checks out `commit` on a branch of that name, in a folder that does not exist. The user's branches and tags are
    /// there by name, as they stand now, so that the agent can compare with them.
    ///
    /// @param branch without `refs/heads/`
    public Repository make(String branch, String commit) throws IOException {
        Files.createDirectories(tree);
        Git making = new Git(tree);
        making.line(
                "-c",
                "init.defaultBranch=main",
                "init",
                "-q",
                "--template=",
                "--object-format=" + users.objectFormat());
        Path own = tree.toRealPath().resolve(".git");
        Files.createDirectories(own.resolve("objects/info"));
        Files.writeString(own.resolve("objects/info/alternates"), users.objects() + "\n");
        Git git = repository().git();
        for (String name : SETTINGS) {
            Git.Answer value = users.git().ask(Map.of(), "config", "--get", name);
            if (value.isGood()) {
                git.line("config", name, value.text());
            }
        }
        copyExcludes(own);
        String refs = users.git()
                .line("for-each-ref", "--format=%(objectname) %(refname)", "refs/heads", "refs/tags", "refs/remotes");
        Files.writeString(own.resolve("packed-refs"), refs.isEmpty() ? "" : refs + "\n");
        git.line("update-ref", "--no-deref", "HEAD", commit);
        git.line("update-ref", "refs/heads/" + branch, commit);
        git.line("symbolic-ref", "HEAD", "refs/heads/" + branch);
        git.line("read-tree", "--reset", "-u", commit);
        return repository();
    }

    /// As Ralph sees it: whatever the agent makes of the `.git` in it.
    public Repository repository() throws IOException {
        return Repository.of(tree.toRealPath().resolve(".git"), tree.toRealPath());
    }

    private void copyExcludes(Path own) throws IOException {
        Path excludes = Path.of(users.git().line("rev-parse", "--git-path", "info/exclude"));
        Path file = users.top().resolve(excludes);
        if (Files.isRegularFile(file)) {
            Files.createDirectories(own.resolve("info"));
            Files.copy(file, own.resolve("info/exclude"), StandardCopyOption.REPLACE_EXISTING);
        }
    }

    /// Copies the commits that the agent has checked out, and what they hold, to the user's objects; their names are
    /// computed anew on the way.
    ///
    /// @param base a commit that both have
    public void bring(String base) throws IOException {
        Path bundle = Files.createTempFile("ralph-commits", ".bundle");
        try {
            repository().git().line("bundle", "create", "-q", bundle.toString(), "HEAD", "^" + base);
            users.git().line("bundle", "unbundle", bundle.toString());
        } finally {
            Files.deleteIfExists(bundle);
        }
    }
}
