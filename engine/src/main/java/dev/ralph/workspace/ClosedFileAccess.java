package dev.ralph.workspace;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Reads files and folders of our own that an agent has closed to everybody, itself and us included: they are
/// opened for
/// that moment and closed again.
final class ClosedFileAccess {
    /// What lies deeper cannot be named, neither by git.
    private static final int DEEPEST = 1000;

    private static final int LONGEST = 3500;

    private ClosedFileAccess() {}

    interface Reading<T> {
        T read() throws IOException;
    }

    static <T> T to(Path path, Reading<T> reading) throws IOException {
        try {
            return reading.read();
        } catch (AccessDeniedException closed) {
            PathEntry entry = PathEntry.listed(path);
            if (entry.kind() != PathEntry.Kind.FILE && !entry.isDirectory()) {
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

    /// Opens everything in a tree of ours to its owner, and leaves it so.
    ///
    /// @return whether something was closed, and is not any more
    static boolean forGood(Path path) throws IOException {
        return forGood(path, 0);
    }

    private static boolean forGood(Path path, int depth) throws IOException {
        PathEntry entry = PathEntry.listed(path);
        int wanted = entry.isDirectory() ? 0700 : entry.kind() == PathEntry.Kind.FILE ? 0400 : 0;
        boolean opened = false;
        if ((entry.mode() & wanted) != wanted) {
            try {
                mode(path, entry.mode() | wanted);
                opened = true;
            } catch (FileSystemException foreign) {
                return false; // somebody else's stays closed, and is told as such
            }
        }
        if (entry.isDirectory() && depth < DEEPEST) {
            for (Path child : TreeRemoval.list(path)) {
                opened |= child.toString().length() < LONGEST && forGood(child, depth + 1);
            }
        }
        return opened;
    }

    /// Of a file or folder, never of a link: that one would be followed.
    static void mode(Path path, int mode) throws IOException {
        Files.setAttribute(path, "unix:mode", mode);
    }
}
