package dev.ralph.session;

import dev.ralph.loop.Reason;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A short message for the user (a "toast").
///
/// @param duration how long to show it; null leaves that to the program
public record SessionNotice(
        String title,
        String message,
        Variant variant,
        @Nullable Duration duration) {
    public enum Variant {
        INFO("info"),
        SUCCESS("success"),
        WARNING("warning"),
        ERROR("error");

        private final String word;

        Variant(String word) {
            this.word = word;
        }

        /// As the specification writes it.
        public String word() {
            return word;
        }
    }

    /// For a command that cancels, when [RalphLoopHook#cancelLoop] found nothing.
    public static final SessionNotice NO_ACTIVE_LOOP =
            new SessionNotice("No Active Loop", "No Ralph Loop is currently running", Variant.INFO, null);

    public static SessionNotice started(int max, String promise) {
        return info(
                "Ralph Loop Started",
                "Max " + max + " iterations. Complete with <promise>" + promise + "</promise>",
                3);
    }

    public static SessionNotice progress(int iteration, int max) {
        return info("Ralph Loop", "Iteration " + iteration + "/" + max, 2);
    }

    public static SessionNotice cancelled(int iteration) {
        return info("Ralph Loop Cancelled", "Stopped at iteration " + iteration, 2);
    }

    public static SessionNotice complete(int iteration) {
        return new SessionNotice(
                "Ralph Loop Complete!",
                "Task completed after " + iteration + " iteration(s)",
                Variant.SUCCESS,
                Duration.ofSeconds(5));
    }

    public static SessionNotice exhausted(int max) {
        return stopped("Max iterations (" + max + ") reached without completion", Variant.WARNING);
    }

    /// Of a loop that has ended; empty for one that the user breaks off, as the specification has it.
    ///
    /// @param why in words
    public static Optional<SessionNotice> ended(Reason reason, int iteration, String why) {
        return switch (reason.outcome()) {
            case COMPLETED -> Optional.of(complete(iteration));
            case CANCELLED -> Optional.of(cancelled(iteration));
            case EXHAUSTED, BLOCKED -> Optional.of(stopped(why, Variant.WARNING));
            case FAILED, FATAL -> Optional.of(stopped(why, Variant.ERROR));
            case STOPPED, WAITING, REJECTED -> Optional.empty();
        };
    }

    /// @param why in words
    public static SessionNotice stopped(String why, Variant variant) {
        return new SessionNotice("Ralph Loop Stopped", why, variant, Duration.ofSeconds(5));
    }

    private static SessionNotice info(String title, String message, int seconds) {
        return new SessionNotice(title, message, Variant.INFO, Duration.ofSeconds(seconds));
    }
}
