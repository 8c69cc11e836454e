package dev.ralph.json;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/// A text that is not JSON, or not the JSON of what was asked for. The message says what is wrong, without a subject.
public final class InvalidJson extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final Why why;

    public enum Why {
        /// Nothing ever wrote it like that.
        DAMAGED,
        /// It has a name in a place where only a later version can have put it.
        UNKNOWN
    }

    public InvalidJson(Why why, String what, @Nullable Throwable cause) {
        super(what, cause);
        this.why = why;
    }

    static InvalidJson damaged(String what) {
        return new InvalidJson(Why.DAMAGED, what, null);
    }

    public Why why() {
        return why;
    }

    /// Where it is broken, from 1; 1 where that is not known.
    public int line() {
        return getCause() instanceof JacksonException e && e.getLocation() != null
                ? Math.max(1, e.getLocation().getLineNr())
                : 1;
    }

    public String what() {
        return String.valueOf(getMessage());
    }
}
