package dev.ralph.workspace;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributeView;

/// Copies a project, all but Ralph's own folder. Where the file system can share the contents of files, it does.
///
/// What cannot be read, and what is no file, folder or link, is left out and noted; nothing of the project is touched.
final class TreeCopy {
    private static final Path STATE = Path.of(".ralph");

    private final Path from;
    private final Path to;
    private final CopyListing listing = new CopyListing();

    private TreeCopy(Path from, Path to) {
        this.from = from;
        this.to = to;
    }

    static CopyListing make(Path from, Path to) throws IOException {
        TreeCopy copy = new TreeCopy(from, to);
        Files.createDirectory(to);
        copy.children(Path.of(""));
        ClosedFileAccess.mode(to, PathEntry.listed(from).mode() & 0777);
        return copy.listing;
    }

    private void children(Path folder) throws IOException {
        try (var entries = Files.newDirectoryStream(from.resolve(folder))) {
            for (Path child : entries) {
                Path path = folder.resolve(child.getFileName());
                if (!path.equals(STATE)) {
                    entry(path);
                }
            }
        }
    }

    private void entry(Path path) throws IOException {
        try {
            PathEntry entry = PathEntry.listed(from.resolve(path));
            Path target = to.resolve(path);
            switch (entry.kind()) {
                case FILE -> file(path, entry, target);
                case DIRECTORY -> folder(path, entry, target);
                case LINK -> {
                    Files.createSymbolicLink(target, Files.readSymbolicLink(from.resolve(path)));
                    list(path);
                }
                case SPECIAL, WHITEOUT -> listing.leave(path);
            }
        } catch (AccessDeniedException closed) {
            listing.leave(path);
        } catch (NoSuchFileException gone) {
            TreeRemoval.delete(to.resolve(path)); // its owner deleted it in this very moment
        }
    }

    private void file(Path path, PathEntry entry, Path target) throws IOException {
        Files.copy(from.resolve(path), target);
        times(entry, target);
        ClosedFileAccess.mode(target, entry.mode() & 0777);
        list(path);
    }

    private void folder(Path path, PathEntry entry, Path target) throws IOException {
        if (!Files.isReadable(from.resolve(path)) || !Files.isExecutable(from.resolve(path))) {
            listing.leave(path);
            return;
        }
        Files.createDirectory(target);
        children(path);
        times(entry, target);
        ClosedFileAccess.mode(target, entry.mode() & 0777);
        list(path);
    }

    private void list(Path path) throws IOException {
        listing.add(path, PathEntry.listed(to.resolve(path)));
    }

    private static void times(PathEntry entry, Path target) throws IOException {
        Files.getFileAttributeView(target, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                .setTimes(entry.modified(), null, null);
    }
}
