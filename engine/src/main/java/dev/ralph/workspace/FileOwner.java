package dev.ralph.workspace;

import dev.ralph.process.OpenFolder;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;

/// Whom a file belongs to. What root writes into somebody else's folder is to be that one's.
record FileOwner(int user, int group) {

    static FileOwner of(Path path) throws IOException {
        return of(Files.readAttributes(path, "unix:uid,gid", LinkOption.NOFOLLOW_LINKS));
    }

    /// Of an open folder, whose path is a link of the kernel's.
    static FileOwner of(OpenFolder folder) throws IOException {
        return of(Files.readAttributes(folder.path(), "unix:uid,gid"));
    }

    private static FileOwner of(Map<String, Object> found) {
        return new FileOwner(
                (Integer) Objects.requireNonNull(found.get("uid")), (Integer) Objects.requireNonNull(found.get("gid")));
    }

    /// Gives a file to this one if it is root's; nobody else can give any away.
    void take(Path path) throws IOException {
        if (user != 0 && of(path).user() == 0) {
            try {
                Files.setAttribute(path, "unix:gid", group, LinkOption.NOFOLLOW_LINKS);
                Files.setAttribute(path, "unix:uid", user, LinkOption.NOFOLLOW_LINKS);
            } catch (FileSystemException notAllowed) {
                return; // root in name only, or a file system without owners: it stays as it is
            }
        }
    }
}
