package dev.ralph.paths;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Files below a folder that agents write to. Ralph may read and write more than they: an agent can put a link in the
/// place of every file and folder there, so none is followed.
public final class UnlinkedFiles {
    private UnlinkedFiles() {}

    /// What is missing is no link.
    ///
    /// @param home may be a link itself, and so may what lies above it
    /// @throws FileSystemException where a part of the path below `home` is a link
    public static void require(Path home, Path path) throws IOException {
        Path link = link(home, path);
        if (link != null) {
            throw new FileSystemException(link.toString(), null, "symbolic link not allowed here; remove it");
        }
    }

    private static @Nullable Path link(Path home, Path path) {
        if (!path.startsWith(home)) {
            throw new IllegalArgumentException(path + " does not lie below " + home);
        }
        Path reached = home;
        for (Path part : parts(home, path)) {
            reached = reached.resolve(part);
            if (Files.isSymbolicLink(reached)) {
                return reached;
            }
        }
        return null;
    }

    private static Iterable<Path> parts(Path home, Path path) {
        return path.equals(home) ? List.of() : home.relativize(path);
    }

    /// Whether a regular file lies there, and no link leads to it.
    public static boolean has(Path home, Path file) {
        return link(home, file) == null && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
    }

    /// A regular file, to read. Each folder on the way is held while the next one is entered: a link that is made
    /// meanwhile leads nowhere.
    ///
    /// @throws NoSuchFileException where there is none
    @SuppressWarnings("StreamResourceLeak") // each is closed when the next one is held, the last one at the end
    public static SeekableByteChannel open(Path home, Path file) throws IOException {
        require(home, file);
        Path name = file.getFileName();
        Path folder = file.getParent();
        if (name == null || folder == null || file.equals(home)) {
            throw new IllegalArgumentException(file + " is not a file below " + home);
        }
        DirectoryStream<Path> held = Files.newDirectoryStream(home);
        try {
            for (Path part : parts(home, folder)) {
                DirectoryStream<Path> next = secure(held).newDirectoryStream(part, LinkOption.NOFOLLOW_LINKS);
                held.close();
                held = next;
            }
            if (!secure(held)
                    .getFileAttributeView(name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                    .readAttributes()
                    .isRegularFile()) {
                throw new FileSystemException(file.toString(), null, "not a regular file; remove it");
            }
            return secure(held).newByteChannel(name, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS));
        } catch (NoSuchFileException gone) { // which knows a part of the path only
            throw new NoSuchFileException(file.toString());
        } finally {
            held.close();
        }
    }

    private static SecureDirectoryStream<Path> secure(DirectoryStream<Path> folder) {
        if (folder instanceof SecureDirectoryStream<Path> held) {
            return held;
        }
        throw new IllegalStateException("this file system cannot hold a folder open");
    }

    /// The end of a regular file, at most so many bytes.
    public static byte[] end(Path home, Path file, int most) throws IOException {
        try (SeekableByteChannel in = open(home, file)) {
            long from = Math.max(0, in.size() - most);
            ByteBuffer bytes = ByteBuffer.allocate((int) (in.size() - from));
            in.position(from);
            while (bytes.hasRemaining() && in.read(bytes) > 0) {} // it may become shorter meanwhile
            byte[] read = new byte[bytes.position()];
            bytes.get(0, read);
            return read;
        }
    }
}
