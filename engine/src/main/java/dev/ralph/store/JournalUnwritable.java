package dev.ralph.store;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// The journal cannot take new entries. What was appended before is safe.
final class JournalUnwritable extends JournalUnusable {
    private static final long serialVersionUID = 1L;

    JournalUnwritable(Path path, String what, @Nullable Throwable cause) {
        super("cannot write to the journal " + path + ": " + what, cause);
    }
}
