package dev.ralph.keep;

import dev.ralph.git.GitFailed;
import dev.ralph.git.GitHead;
import dev.ralph.git.Repository;
import dev.ralph.git.TreeComparison.Difference;
import dev.ralph.loop.Policy;
import dev.ralph.verify.Check;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Commits accepted work where it was done.
///
/// It promises:
/// 1. What is committed is the tree that was checked, to the byte. What somebody changed since stays as it is, and is
///    no part of the commit.
/// 2. Where that cannot be, nothing is committed: the branch has what the checks did not see, or a check that runs
///    where the agent worked may have seen another content of a file.
/// 3. Repeated after a crash, it finds its own commit.
///
/// @param project lies in the repository
/// @param index  a file for a private index
/// @param branch the branch of its own that it goes to; null for the one that is checked out
record InPlaceCommit(
        Repository repository,
        Path project,
        Policy policy,
        Path index,
        @Nullable String branch) {
    private static final int MOST_NAMED = 5;

    sealed interface Made {}

    /// @param commit null when there was nothing to commit
    /// @param left   what is there and was not checked
    /// @param branch see [InPlaceCommit]
    record Done(
            @Nullable String commit,
            List<String> left,
            @Nullable String branch) implements Made {
        Done {
            left = List.copyOf(left);
        }
    }

    record Against(String why) implements Made {}

    /// @param verified the commit that was checked; null where nothing was
    Made of(@Nullable String verified, String message, Map<String, String> trailers) throws IOException {
        GitHead on = repository.head();
        String head = on.commit();
        Optional<String> done = head == null || branch != null
                ? Optional.empty()
                : repository.commits().carrying(trailers, head);
        if (verified == null && branch != null) {
            return onBranch(branch, head, repository.snapshot(index).tree(), message, trailers, List.of());
        }
        if (verified == null || done.isPresent()) {
            return new Done(repository.commit(index, message, trailers).orElse(null), List.of(), null);
        }
        if (repository.refs().read(verified).isEmpty()) {
            return new Against("commit " + brief(verified) + ", which was checked, is gone from " + repository.top()
                    + ". Check again: ralph resume");
        }
        if (head != null && !repository.refs().contains(verified, head)) {
            return new Against(
                    "the branch moved to " + brief(head) + " after the checks ran. Check again: ralph resume");
        }
        String tree = repository.commits().tree(verified);
        Path root = repository.top().toRealPath();
        Set<String> ours =
                ours().stream().map(file -> root.relativize(file).toString()).collect(Collectors.toSet());
        List<Difference> since = repository
                .comparison()
                .names(tree, repository.snapshot(index).tree())
                .stream()
                .filter(one -> !ours.contains(one.name().toString()))
                .toList();
        List<Difference> seen =
                since.stream().filter(one -> one.letter() != 'A').toList();
        if (!seen.isEmpty() && anyRunsInTheWorkspace()) {
            return new Against(
                    names(seen) + " changed while checks ran. Check again: ralph resume, or use --clean-room auto");
        }
        List<String> left = since.stream().map(one -> one.name().toString()).toList();
        return branch == null
                ? new Done(
                        repository
                                .commitTree(repository.treeWith(tree, ours(), index), on, message, trailers)
                                .orElse(null),
                        left,
                        null)
                : onBranch(branch, head, tree, message, trailers, left);
    }

    /// The files that Ralph itself writes.
    private List<Path> ours() throws IOException {
        Path folder = project.toRealPath();
        return policy.confinement().ours().stream()
                .map(folder::resolve)
                .filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
                .toList();
    }

    private Made onBranch(
            String wanted,
            @Nullable String head,
            String tree,
            String message,
            Map<String, String> trailers,
            List<String> left)
            throws IOException {
        if (head != null && tree.equals(repository.commits().tree(head))) {
            return new Done(null, left, null);
        }
        try {
            Repository.OwnBranch made = repository.branchOff(wanted, tree, head, message, trailers);
            return new Done(made.commit(), left, made.name());
        } catch (GitFailed inTheWay) {
            return new Against("branch " + wanted + " cannot be made: " + inTheWay.getMessage());
        }
    }

    private boolean anyRunsInTheWorkspace() {
        return policy.checks().stream()
                .flatMap(line -> Check.of(line).runs().stream())
                .anyMatch(run -> !policy.usesCleanRoom() || run.room() == Check.Room.WORKSPACE);
    }

    private static String names(List<Difference> changed) {
        return changed.stream()
                        .limit(MOST_NAMED)
                        .map(one -> one.name().toString())
                        .collect(Collectors.joining(", "))
                + (changed.size() > MOST_NAMED ? " and " + (changed.size() - MOST_NAMED) + " more" : "");
    }

    private static String brief(String commit) {
        return commit.substring(0, Math.min(12, commit.length()));
    }
}
