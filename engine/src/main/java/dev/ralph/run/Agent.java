package dev.ralph.run;

import dev.ralph.process.CannotStart;
import dev.ralph.process.Ending;
import dev.ralph.process.Exit;
import dev.ralph.process.Progress;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/// Starts one attempt. A program for users, a method for tests and embedders.
interface Agent {
    Live start(Place place) throws CannotStart;

    /// Where an attempt runs and how long it may.
    ///
    /// @param attempt from 1
    record Place(int attempt, Site site, String run, dev.ralph.loop.Policy policy) {}

    /// An attempt that runs. [#exit] completes once nothing of it is left.
    interface Live {
        long pid();

        CompletableFuture<Exit> exit();

        void end(Ending why, Duration grace);

        Progress progress();

        /// What went wrong, where the exit code does not say it all.
        default @Nullable String failure() {
            return null;
        }
    }
}
