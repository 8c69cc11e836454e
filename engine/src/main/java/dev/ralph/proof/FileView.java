package dev.ralph.proof;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// Looks at files where an agent worked.
interface FileView {
    /// @param path from the project's folder
    Seen at(String path) throws IOException, InterruptedException;

    /// The same, for which what lies in a folder above the project's is no place outside.
    ///
    /// @param above that folder as a path from the project's, as `..`; empty for that one itself
    FileView within(String above);

    /// @param sha256 of its content; null where there is none to speak of
    record Seen(Kind kind, @Nullable String sha256) {
        static Seen no(Kind kind) {
            return new Seen(kind, null);
        }
    }

    enum Kind {
        MISSING("does not exist"),
        OUTSIDE("leads out of the project"),
        NO_FILE("is not a regular file"),
        EMPTY("is empty"),
        FILE("is there");

        private final String words;

        Kind(String words) {
            this.words = words;
        }

        String words() {
            return words;
        }
    }
}
