package dev.ralph.engine;

import dev.ralph.process.PlainText;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Removes folders that agents could write to. It promises:
/// 1. No symbolic link is followed, not in what is removed and not on the way there, even if somebody puts one in
///    between: every step goes through the open folder above it.
/// 2. What is gone already is no mistake, so it can be done again after a crash.
///
/// @param way whether anything is really removed
record FolderRemoval(Way way) {
    private static final int DEEPEST = 200;

    enum Way {
        REALLY,
        ONLY_COUNT
    }

    /// What was in a folder.
    ///
    /// @param found whether there was something at all
    record Gone(boolean found, long bytes) {}

    /// Removes the folder that these names lead to from `base`.
    Gone remove(Path base, List<String> names) throws IOException {
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(base)) {
            if (stream instanceof SecureDirectoryStream<Path> secure) {
                return below(secure, names);
            }
            throw new IOException(
                    "Folders in " + base + " cannot be removed safely on this file system. Nothing was removed");
        } catch (NoSuchFileException | NotDirectoryException gone) {
            return new Gone(false, 0);
        }
    }

    private Gone below(SecureDirectoryStream<Path> folder, List<String> names) throws IOException {
        Path name = single(names.getFirst());
        if (names.size() > 1) {
            try (SecureDirectoryStream<Path> next = folder.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS)) {
                return below(next, names.subList(1, names.size()));
            }
        }
        BasicFileAttributes found = attributes(folder, name);
        return found == null ? new Gone(false, 0) : new Gone(true, remove(folder, name, found, 0));
    }

    private long remove(SecureDirectoryStream<Path> parent, Path name, BasicFileAttributes kind, int depth)
            throws IOException {
        if (!kind.isDirectory()) {
            if (way == Way.REALLY) {
                parent.deleteFile(name);
            }
            return kind.isRegularFile() ? kind.size() : 0;
        }
        if (depth == DEEPEST) {
            throw new IOException(name + " is nested more than " + DEEPEST + " folders deep; remove it by hand");
        }
        long bytes = 0;
        try (SecureDirectoryStream<Path> folder = parent.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS)) {
            for (Path entry : folder) {
                Path inside = entry.getFileName();
                BasicFileAttributes found = attributes(folder, inside);
                bytes += found == null ? 0 : remove(folder, inside, found, depth + 1);
            }
        }
        if (way == Way.REALLY) {
            parent.deleteDirectory(name);
        }
        return bytes;
    }

    /// Null when there is nothing of that name.
    private static @Nullable BasicFileAttributes attributes(SecureDirectoryStream<Path> folder, Path name)
            throws IOException {
        try {
            return folder.getFileAttributeView(name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                    .readAttributes();
        } catch (NoSuchFileException gone) {
            return null;
        }
    }

    private static Path single(String name) throws IOException {
        if (name.isEmpty() || name.equals(".") || name.equals("..") || name.indexOf('/') >= 0) {
            throw new IOException("'" + PlainText.of(name) + "' is not the name of a folder; nothing was removed");
        }
        return Path.of(name);
    }
}
