package dev.ralph.loop;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What is known of an attempt that ended.
///
/// @param how     what ended it
/// @param code    exit code, or signal number where `how` is SIGNALLED; -1 where there is none
/// @param signal  what it left behind, if anything
/// @param failure one line that says what went wrong, null when nothing did
/// @param pid     its process, 0 when it had none
/// @param proof   how its death was shown, as the supervisor names it
/// @param leaked  it left processes behind, which were ended with it
public record Report(
        How how,
        int code,
        long pid,
        @Nullable Signal signal,
        @Nullable String failure,
        Instant endedAt,
        Duration took,
        String proof,
        boolean leaked,
        Captured stdout,
        Captured stderr) {

    public Report {
        Objects.requireNonNull(how);
        Objects.requireNonNull(endedAt);
        Objects.requireNonNull(took);
        Objects.requireNonNull(proof);
    }

    /// What ended an attempt.
    public enum How {
        EXITED,
        SIGNALLED,
        IDLE_LIMIT,
        WALL_LIMIT,
        OUTPUT_LIMIT,
        /// Ended by Ralph because it went on after its signal.
        ENDED_AFTER_SIGNAL,
        /// Ended by Ralph because somebody asked for it.
        STOPPED,
        /// Never came to life, and never will: not found, not permitted.
        NOT_STARTED
    }

    /// One output stream: everything that was written, and a hash of what is stored of it.
    public record Captured(long bytes, long omitted, String sha256) {
        public static final Captured NOTHING =
                new Captured(0, 0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    }

    public boolean succeeded() {
        return how == How.EXITED && code == 0;
    }
}
