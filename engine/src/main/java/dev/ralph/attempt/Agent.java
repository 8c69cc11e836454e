package dev.ralph.attempt;

import dev.ralph.budget.Spent;
import dev.ralph.loop.Decision;
import dev.ralph.loop.Policy;
import dev.ralph.paths.LoopPaths;
import dev.ralph.process.CannotStart;
import dev.ralph.process.EndCause;
import dev.ralph.process.Exit;
import dev.ralph.process.Progress;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/// Starts one attempt. A program for users, a method for tests and embedders.
public interface Agent {
    Live start(Place place) throws CannotStart;

    /// Where an attempt runs and how long it may.
    ///
    /// @param attempt from 1
    /// @param assignment which agent of the policy, and how
    record Place(int attempt, LoopPaths paths, String run, Policy policy, Decision.Assignment assignment) {}

    /// An attempt that runs. [#exit] completes once nothing of it is left.
    interface Live {
        long pid();

        CompletableFuture<Exit> exit();

        /// Complete as soon as its end is asked for.
        CompletableFuture<EndCause> ending();

        void end(EndCause why, Duration grace);

        Progress progress();

        /// What it has used so far, as it says; empty where nobody listens.
        default Optional<Spent> spent() {
            return Optional.empty();
        }

        /// All it said, once it has ended; null where nobody listened.
        default @Nullable LiveTranscript heard() {
            return null;
        }

        /// Whether it has said its last word, though it may still run.
        default boolean isFinished() {
            return false;
        }

        /// What went wrong, where the exit code does not say it all.
        default @Nullable String failure() {
            return null;
        }
    }
}
