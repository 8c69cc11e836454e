package dev.ralph.proof;

import dev.ralph.git.Repository;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Verdict;
import dev.ralph.paths.LoopPaths;
import dev.ralph.workspace.UncommittedAtStart;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// An attempt that is said to have done the task: what every layer of proof may look at.
///
/// @param attempt 0 where the task was said to be done before anybody began
/// @param number  which check this is, from 1
/// @param stage   tells it from others that count as one with it; empty where there are none
/// @param paths   the loop's own place
/// @param folder  where programs that look at the work are started
/// @param work    what would be kept
/// @param words   what the agent said
/// @param results of the layers before this one
record WorkUnderProof(
        Policy policy,
        int attempt,
        int number,
        String stage,
        LoopPaths paths,
        Path folder,
        Candidate work,
        LastWords words,
        List<Verdict.Result> results) {

    /// What the agent of an attempt wrote itself.
    @FunctionalInterface
    interface LastWords {
        /// Its own text, without what tools printed and without its prompt; empty when that is not known any more.
        String read() throws IOException;
    }

    /// What would be kept of an attempt.
    @FunctionalInterface
    interface Candidate {
        /// The commit that holds it; null where work does not become a commit, or there is no repository.
        @Nullable
        String commit() throws IOException;

        /// The same, where work does not become a commit what one of it would hold.
        default @Nullable String kept() throws IOException {
            return commit();
        }

        /// The commit that holds what the first attempt of the loop left, by the journal; null where it names none.
        default @Nullable String first() {
            return null;
        }
    }

    WorkUnderProof {
        results = List.copyOf(results);
    }

    /// The same for one of several checks that count as one.
    WorkUnderProof inside(int which) {
        return new WorkUnderProof(policy, attempt, number, stage + "-" + which, paths, folder, work, words, results);
    }

    /// The same for another run of it.
    WorkUnderProof again(int run) {
        return new WorkUnderProof(
                policy, attempt, number, stage + "-again-" + run, paths, folder, work, words, results);
    }

    /// Tells what is kept of this check of this attempt from all else of the loop.
    String name() {
        return "check-" + attempt + "-" + number + stage;
    }

    String task() {
        return paths.head().task();
    }

    /// The commit the loop began on; null where there was none.
    @Nullable
    String baseline() {
        return policy.proof().baseline();
    }

    /// The last commit when the loop began, without what was not committed then; null where there was none.
    @Nullable
    String committed() throws IOException {
        String begun = baseline();
        return begun == null ? null : UncommittedAtStart.committed(ChangesSinceStart.repository(this), begun);
    }

    /// The repository of the project, which also holds the candidate.
    ///
    /// @throws IOException when there was one and is none any more: then nobody can say what was changed
    Optional<Repository> repository() throws IOException {
        Optional<Repository> found = Repository.at(paths.project());
        boolean there = baseline() != null || policy.proof().branch() != null;
        if (found.isEmpty() && there) {
            throw new IOException(
                    paths.project() + " was a git repository when the loop began, and is no longer one that"
                            + " git can use, so its changes are unknown: restore its .git and what .git/config said,"
                            + " then `ralph resume`");
        }
        return found;
    }
}
