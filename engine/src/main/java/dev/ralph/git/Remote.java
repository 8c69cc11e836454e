package dev.ralph.git;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Another repository that the user's configuration names. It is the only thing that Ralph reaches other machines for
/// with git, and only because its user asked for it; hooks stay off here, too.
public final class Remote {
    /// What runs no program that an address could name.
    private static final Map<String, String> REACHING = Map.of("GIT_ALLOW_PROTOCOL", "file:git:http:https:ssh");

    private final Git git;
    private final String name;

    Remote(Git git, String name) {
        this.git = git.with(REACHING);
        this.name = name;
    }

    /// What a branch is there; empty where there is none.
    ///
    /// @param branch with `refs/heads/`
    public Optional<String> read(String branch) throws IOException {
        String line = git.line("ls-remote", "--quiet", name, branch);
        return line.isEmpty() ? Optional.empty() : Optional.of(line.split("\\s")[0]);
    }

    /// Makes a branch there this commit.
    ///
    /// @param branch with `refs/heads/`
    /// @param old    what it must be there until then; null when it must not exist
    /// @throws GitFailed when it is something else by now, or the other side refuses
    public void push(String branch, String commit, @Nullable String old) throws IOException {
        String lease = "--force-with-lease=" + branch + ":" + (old == null ? "" : old);
        String[] push = {"push", "--quiet", "--no-verify", "--no-follow-tags", "--recurse-submodules=no"};
        git.line(Stream.concat(Stream.of(push), Stream.of(lease, name, commit + ":" + branch))
                .toArray(String[]::new));
    }
}
