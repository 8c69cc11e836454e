package dev.ralph.store;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// The journal was written by a newer Ralph than this one. It is left untouched.
final class JournalNewer extends JournalUnusable {
    private static final long serialVersionUID = 1L;

    JournalNewer(Path path, String what, @Nullable Throwable cause) {
        super("the journal " + path + " is from a newer Ralph: " + what + "; upgrade Ralph to read it", cause);
    }

    static JournalNewer schema(Path path, int found, int known) {
        return new JournalNewer(
                path, "it has schema version " + found + ", this Ralph knows versions up to " + known, null);
    }
}
