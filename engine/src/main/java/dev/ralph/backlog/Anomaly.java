package dev.ralph.backlog;

import java.util.Locale;

/// Something about a task that a person should look at.
///
/// @param task  that it was noticed with
/// @param words what is odd, with the figures
public record Anomaly(Kind kind, Severity severity, String task, String words) {

    public enum Kind {
        /// It took many more iterations than others.
        ITERATION_ANOMALY,
        /// The same failure as that of other tasks.
        FAILURE_MODE,
        /// In progress, and nothing was written about it for long.
        STALE,
        /// In progress for long.
        LONG_RUNNING,
        /// Much was spent, and nothing more passes.
        NO_PROGRESS;

        /// As files have it.
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public enum Severity {
        LOW,
        MEDIUM,
        HIGH;

        /// As files have it.
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
