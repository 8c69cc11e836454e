package dev.ralph.proof;

import dev.ralph.environment.MappedFolder;
import dev.ralph.process.CannotStart;
import dev.ralph.process.Launch;
import dev.ralph.process.RunningProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A program that a layer of proof needs.
///
/// @param name   tells its output from that of others of the same loop
/// @param line   for the shell
/// @param more   on top of what every check finds in its environment
/// @param atMost how long it may take
/// @param place  where it runs
record CheckProcess(String name, String line, Map<String, String> more, Duration atMost, Place place) {
    CheckProcess {
        more = Map.copyOf(more);
    }

    /// Where errands run.
    @FunctionalInterface
    interface Place {
        /// The folder of the launch is replaced by the place's own.
        RunningProcess start(Launch launch) throws CannotStart;

        /// A text that is another one as soon as something has changed that the agent's work could be mixed with; null
        /// where nothing can be, or nobody knows.
        default @Nullable String fingerprint() {
            return null;
        }

        /// Whether what errands write there is thrown away.
        default boolean isApart() {
            return false;
        }

        /// Where what errands write can be read from here; null where it cannot.
        default @Nullable MappedFolder mappedFolder() throws IOException {
            return null;
        }
    }
}
