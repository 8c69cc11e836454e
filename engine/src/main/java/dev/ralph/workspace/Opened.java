package dev.ralph.workspace;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Reads files and folders of our own that an agent has closed to everybody, itself and us included: they are
/// opened for
/// that moment and closed again.
final class Opened {
    private Opened() {}

    interface Reading<T> {
        T read() throws IOException;
    }

    static <T> T to(Path path, Reading<T> reading) throws IOException {
        try {
            return reading.read();
        } catch (AccessDeniedException closed) {
            Entry entry = Entry.listed(path);
            if (entry.kind() != Entry.Kind.FILE && !entry.isDirectory()) {
                throw closed;
            }
            mode(path, entry.mode() | 0700);
            try {
                return reading.read();
            } finally {
                mode(path, entry.mode());
            }
        }
    }

    /// Of a file or folder, never of a link: that one would be followed.
    static void mode(Path path, int mode) throws IOException {
        Files.setAttribute(path, "unix:mode", mode);
    }
}
