package dev.ralph.session;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// A short message for the user (a "toast").
///
/// @param duration how long to show it; null leaves that to the program
public record Notice(
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
    public static final Notice NO_ACTIVE_LOOP =
            new Notice("No Active Loop", "No Ralph Loop is currently running", Variant.INFO, null);

    static Notice started(RalphLoopState state) {
        return info(
                "Ralph Loop Started",
                "Max " + state.maxIterations() + " iterations. Complete with <promise>" + state.completionPromise()
                        + "</promise>",
                3);
    }

    static Notice progress(int iteration, int max) {
        return info("Ralph Loop", "Iteration " + iteration + "/" + max, 2);
    }

    static Notice cancelled(RalphLoopState state) {
        return info("Ralph Loop Cancelled", "Stopped at iteration " + state.iteration(), 2);
    }

    static Notice complete(RalphLoopState state) {
        return new Notice(
                "Ralph Loop Complete!",
                "Task completed after " + state.iteration() + " iteration(s)",
                Variant.SUCCESS,
                Duration.ofSeconds(5));
    }

    static Notice exhausted(RalphLoopState state) {
        return stopped("Max iterations (" + state.maxIterations() + ") reached without completion", Variant.WARNING);
    }

    static Notice stopped(String why, Variant variant) {
        return new Notice("Ralph Loop Stopped", why, variant, Duration.ofSeconds(5));
    }

    private static Notice info(String title, String message, int seconds) {
        return new Notice(title, message, Variant.INFO, Duration.ofSeconds(seconds));
    }
}
