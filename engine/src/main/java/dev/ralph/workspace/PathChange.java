package dev.ralph.workspace;

import java.nio.file.Path;

/// One way in which a workspace differs from what it was opened on.
///
/// @param path relative to the project; it may hold any byte but NUL
/// @param thing what stands there now, for [Kind#DELETED] what stood there
public record PathChange(Kind kind, Path path, Thing thing) implements Comparable<PathChange> {
    public enum Kind {
        ADDED,
        MODIFIED,
        /// The content is the same, the permissions are not.
        MODE,
        /// A file became a folder, a folder a link, and so on.
        TYPE,
        /// With all that was in it.
        DELETED
    }

    public enum Thing {
        FILE,
        DIRECTORY,
        LINK,
        /// A pipe, a socket or a device. It is never kept.
        SPECIAL
    }

    public PathChange {
        if (path.isAbsolute() || path.toString().isEmpty() || !path.normalize().equals(path)) {
            throw new IllegalArgumentException("a change has a path inside the project, not '" + path + "'");
        }
    }

    /// In the order of their paths: a folder before what is in it.
    @Override
    public int compareTo(PathChange other) {
        return path.compareTo(other.path);
    }

    @Override
    public String toString() {
        return letter() + " " + FileNames.shown(path) + (thing == Thing.DIRECTORY ? "/" : "");
    }

    private char letter() {
        return switch (kind) {
            case ADDED -> 'A';
            case MODIFIED -> 'M';
            case MODE -> 'P';
            case TYPE -> 'T';
            case DELETED -> 'D';
        };
    }
}
