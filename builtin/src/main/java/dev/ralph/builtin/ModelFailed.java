package dev.ralph.builtin;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// The model gave no answer.
final class ModelFailed extends Exception {
    private static final long serialVersionUID = 1L;

    private final String kind;
    private final int status;
    private final transient @Nullable Duration pause;

    /// @param kind   a class of docs/acp-bridge.md; `other` leaves it to whoever reads the status and the words
    /// @param status of HTTP, 0 if there was none
    ModelFailed(String kind, int status, String words) {
        this(kind, status, words, null);
    }

    /// @param pause how long the provider wants to be left alone, null if it does not say
    ModelFailed(String kind, int status, String words, @Nullable Duration pause) {
        super(pause == null ? words : words + " (retry in " + pause.toSeconds() + "s)", null, false, false);
        this.kind = kind;
        this.status = status;
        this.pause = pause;
    }

    String kind() {
        return kind;
    }

    int status() {
        return status;
    }

    @Nullable
    Duration pause() {
        return pause;
    }

    String words() {
        return String.valueOf(getMessage());
    }

    /// Whether the same call may succeed a moment later.
    boolean passes() {
        return status == 408 || status == 409 || status == 429 || status >= 500 || kind.equals("network");
    }
}
