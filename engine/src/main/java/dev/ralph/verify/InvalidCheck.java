package dev.ralph.verify;

import org.jspecify.annotations.Nullable;

/// A check's definition that says nothing Ralph could do.
public final class InvalidCheck extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final @Nullable String field;

    public InvalidCheck(String message) {
        this(null, message);
    }

    /// @param field the field that is wrong, which comes first in the message; null for the whole
    public InvalidCheck(@Nullable String field, String message) {
        super(field == null ? message : "`" + field + "` " + message);
        this.field = field;
    }

    public @Nullable String field() {
        return field;
    }
}
