package dev.ralph.store;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// The journal is there, but this process cannot read it.
final class JournalUnreadable extends JournalUnusable {
    private static final long serialVersionUID = 1L;

    JournalUnreadable(Path path, String what, @Nullable Throwable cause) {
        super("cannot read the journal " + path + ": " + what, cause);
    }
}
