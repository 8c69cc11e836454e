package dev.ralph.workspace;

import dev.ralph.process.DeviceNodes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.util.HashMap;
import java.util.Map;

/// Copies an upper layer with all that makes it one: what says that something is deleted, folders made anew, hard
/// links,
/// permissions and times.
final class UpperLayerCopy {
    private final Map<Long, Path> linked = new HashMap<>();

    private UpperLayerCopy() {}

    static void copy(Path from, Path to) throws IOException {
        new UpperLayerCopy().entry(from, to);
    }

    private void entry(Path from, Path to) throws IOException {
        PathEntry entry = PathEntry.listed(from);
        switch (entry.kind()) {
            case FILE -> file(from, entry, to);
            case DIRECTORY -> folder(from, entry, to);
            case LINK -> Files.copy(from, to, LinkOption.NOFOLLOW_LINKS, StandardCopyOption.COPY_ATTRIBUTES);
            case WHITEOUT -> DeviceNodes.whiteout(to, FileNames.bytes(to.getFileName()));
            case SPECIAL -> {} // nobody could keep it, and nothing listens at it any more
        }
    }

    private void file(Path from, PathEntry entry, Path to) throws IOException {
        Path other = entry.links() > 1 ? linked.putIfAbsent(entry.inode(), to) : null;
        if (other != null) {
            try {
                Files.createLink(to, other);
                return;
            } catch (FileSystemException tooMany) {
                linked.put(entry.inode(), to);
            }
        }
        ClosedFileAccess.to(from, () -> Files.copy(from, to));
        times(entry, to);
        ClosedFileAccess.mode(to, entry.mode());
    }

    private void folder(Path from, PathEntry entry, Path to) throws IOException {
        Files.createDirectory(to);
        ClosedFileAccess.to(from, () -> {
            marks(from, to);
            return true;
        });
        boolean closed = (entry.mode() & 0700) != 0700;
        if (closed) {
            ClosedFileAccess.mode(from, entry.mode() | 0700);
        }
        try {
            for (Path child : TreeRemoval.list(from)) {
                entry(child, to.resolve(child.getFileName()));
            }
        } finally {
            if (closed) {
                ClosedFileAccess.mode(from, entry.mode());
            }
        }
        times(entry, to);
        ClosedFileAccess.mode(to, entry.mode());
    }

    private static void marks(Path from, Path to) throws IOException {
        UserDefinedFileAttributeView marks = Files.getFileAttributeView(from, UserDefinedFileAttributeView.class);
        for (String name : marks.list()) {
            ByteBuffer value = ByteBuffer.allocate(marks.size(name));
            marks.read(name, value);
            Files.getFileAttributeView(to, UserDefinedFileAttributeView.class).write(name, value.flip());
        }
    }

    private static void times(PathEntry entry, Path to) throws IOException {
        Files.getFileAttributeView(to, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                .setTimes(entry.modified(), null, null);
    }
}
