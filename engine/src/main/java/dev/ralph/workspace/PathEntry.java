package dev.ralph.workspace;

import dev.ralph.process.ListedFolder;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// What stands at a path; a symbolic link is itself, not what it leads to.
///
/// @param mode permission bits, set-user-id and its kin included
/// @param changed when the inode was last changed: nobody can set that back
/// @param device what a device node stands for, 0 for everything else
record PathEntry(
        Kind kind, int mode, long size, long inode, int links, FileTime modified, FileTime changed, long device) {
    private static final String WANTED = "unix:mode,size,ino,nlink,lastModifiedTime,ctime,rdev";
    private static final int TYPE_BITS = 0170000;
    private static final int CHARACTER_DEVICE = 0020000;

    enum Kind {
        FILE,
        DIRECTORY,
        LINK,
        /// A pipe, a socket or a device.
        SPECIAL,
        /// How an overlay says that something is deleted.
        WHITEOUT
    }

    /// Null when there is nothing.
    static @Nullable PathEntry at(Path path) throws IOException {
        try {
            return of(Files.readAttributes(path, WANTED, LinkOption.NOFOLLOW_LINKS));
        } catch (NoSuchFileException nothing) {
            return null;
        } catch (FileSystemException trouble) {
            if ("Not a directory".equals(trouble.getReason())) {
                return null; // a file stands where one of its folders would be
            }
            throw trouble;
        }
    }

    /// What must be there, as somebody has just listed it.
    static PathEntry listed(Path path) throws IOException {
        PathEntry entry = at(path);
        if (entry == null) {
            throw new NoSuchFileException(path.toString(), null, "it vanished while its folder was read");
        }
        return entry;
    }

    private static PathEntry of(Map<String, Object> found) {
        int mode = (Integer) value(found, "mode");
        long device = (Long) value(found, "rdev");
        return new PathEntry(
                kind(mode & TYPE_BITS, device),
                mode & 07777,
                (Long) value(found, "size"),
                (Long) value(found, "ino"),
                (Integer) value(found, "nlink"),
                (FileTime) value(found, "lastModifiedTime"),
                (FileTime) value(found, "ctime"),
                device);
    }

    static PathEntry of(ListedFolder.Facts found) {
        return new PathEntry(
                kind(found.mode() & TYPE_BITS, found.device()),
                found.mode() & 07777,
                found.size(),
                found.inode(),
                found.links(),
                FileTime.from(found.modified(), TimeUnit.NANOSECONDS),
                FileTime.from(found.changed(), TimeUnit.NANOSECONDS),
                found.device());
    }

    private static Object value(Map<String, Object> found, String name) {
        return Objects.requireNonNull(found.get(name), name);
    }

    private static Kind kind(int type, long device) {
        return switch (type) {
            case 0100000 -> Kind.FILE;
            case 0040000 -> Kind.DIRECTORY;
            case 0120000 -> Kind.LINK;
            case CHARACTER_DEVICE -> device == 0 ? Kind.WHITEOUT : Kind.SPECIAL;
            default -> Kind.SPECIAL;
        };
    }

    /// The permissions it has where its work is kept. Nothing is closed to its owner: a project that he, git and Ralph
    /// cannot read any more is of no use to anybody. Nor is the right to act as somebody else kept (set-user-id).
    int keptMode() {
        return isDirectory() ? (mode & 03777) | 0500 : (mode & 0777) | 0400;
    }

    /// Whether keeping it would leave the permissions of the user's as they are.
    boolean hasModeOf(PathEntry users) {
        return mode == users.mode || keptMode() == users.mode;
    }

    PathEntry withMode(int other) {
        return new PathEntry(kind, other, size, inode, links, modified, changed, device);
    }

    boolean isContent() {
        return kind == Kind.FILE || kind == Kind.DIRECTORY || kind == Kind.LINK;
    }

    boolean isDirectory() {
        return kind == Kind.DIRECTORY;
    }
}
