package dev.ralph.keep;

import dev.ralph.git.Repository;
import dev.ralph.git.TreeComparison.Difference;
import dev.ralph.loop.Policy;
import dev.ralph.verify.Check;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
/// @param index a file for a private index
record InPlaceCommit(Repository repository, Policy policy, Path index) {
    private static final int MOST_NAMED = 5;

    sealed interface Made {}

    /// @param commit null when there was nothing to commit
    /// @param left   what is there and was not checked
    record Done(@Nullable String commit, List<String> left) implements Made {
        Done {
            left = List.copyOf(left);
        }
    }

    record Against(String why) implements Made {}

    /// @param verified the commit that was checked; null where nothing was
    Made of(@Nullable String verified, String message, Map<String, String> trailers) throws IOException {
        String head = repository.head().commit();
        Optional<String> done =
                head == null ? Optional.empty() : repository.commits().carrying(trailers, head);
        if (verified == null || done.isPresent()) {
            return new Done(repository.commit(index, message, trailers).orElse(null), List.of());
        }
        if (repository.refs().read(verified).isEmpty()) {
            return new Against("commit " + brief(verified) + ", which was checked, is gone from " + repository.top()
                    + "; `ralph resume` checks again");
        }
        if (head != null && !repository.refs().contains(verified, head)) {
            return new Against("the branch moved to " + brief(head)
                    + " since the checks were made, and they did not see that; `ralph resume` checks again");
        }
        String tree = repository.commits().tree(verified);
        List<Difference> since =
                repository.comparison().names(tree, repository.snapshot(index).tree());
        List<Difference> seen =
                since.stream().filter(one -> one.letter() != 'A').toList();
        if (!seen.isEmpty() && anyRunsInTheWorkspace()) {
            return new Against("checks run where the agent works, and since they began it changed there: " + names(seen)
                    + "; `ralph resume` checks again, or use a clean room (--clean-room auto)");
        }
        return new Done(
                repository.commitTree(tree, message, trailers).orElse(null),
                since.stream().map(one -> one.name().toString()).toList());
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
