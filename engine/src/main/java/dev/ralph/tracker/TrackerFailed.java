package dev.ralph.tracker;

import java.io.IOException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A tracker cannot be used now.
public final class TrackerFailed extends IOException {
    private final Why why;
    private final transient @Nullable Instant until;

    public enum Why {
        /// It wants to be left alone for a while.
        LIMITED,
        /// It does not answer, or says that it cannot.
        UNREACHABLE,
        /// It does not let us in, or something is set up wrong.
        REFUSED,
        /// Its answer makes no sense.
        NONSENSE,
        /// This one issue is not there, or does not allow it.
        ISSUE
    }

    TrackerFailed(Why why, String message) {
        this(why, message, null);
    }

    TrackerFailed(Why why, String message, @Nullable Instant until) {
        super(message);
        this.why = why;
        this.until = until;
    }

    public Why why() {
        return why;
    }

    /// When it may be asked again; null where it does not say so.
    public @Nullable Instant until() {
        return until;
    }
}
