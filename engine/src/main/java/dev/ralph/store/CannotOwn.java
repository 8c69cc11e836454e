package dev.ralph.store;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Nobody can tell who owns this, because its lock file cannot be used.
public final class CannotOwn extends RuntimeException {
    private static final long serialVersionUID = 1L;

    CannotOwn(Path lock, String what, @Nullable Throwable cause) {
        super("cannot use the lock file " + lock + ": " + what, cause);
    }
}
