package dev.ralph.bus;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The rotated parts of a bus: `<file>.<YYYYMMDD-HHMMSS>.archived` beside it. Rotation promises:
/// 1. It only renames, so nothing is lost: a writer that has the file open writes into the archive.
/// 2. No archive is ever replaced, and their names sort in the order of rotation, also if the clock jumps back.
/// 3. Of many processes that find the file too large, one rotates it. They, and only they, take a lock; it is on a
///    file of its own, because closing any other channel of the bus in this process would give it up.
final class BusArchives {
    private static final String SUFFIX = ".archived";
    private static final Object ONE_AT_A_TIME = new Object();

    private final Path file;

    BusArchives(Path file) {
        this.file = file.toAbsolutePath();
    }

    /// Oldest first.
    List<Path> list() throws IOException {
        List<Path> archives = new ArrayList<>();
        Path folder = file.getParent();
        if (folder == null) return archives;
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder, entry -> stamp(entry) != null)) {
            for (Path entry : entries) archives.add(entry);
        } catch (NoSuchFileException | NotDirectoryException e) {
            return List.of();
        }
        Collections.sort(archives);
        return archives;
    }

    /// @return the archive, or null if the file was not too large
    @Nullable
    Path rotate(long maxBytes, InstantSource clock) throws IOException {
        if (!tooLarge(maxBytes)) return null;
        Path lockFile = file.resolveSibling("." + file.getFileName() + ".rotation-lock");
        synchronized (ONE_AT_A_TIME) {
            try (FileChannel channel = FileChannel.open(lockFile, CREATE, WRITE);
                    FileLock lock = channel.lock()) {
                if (!lock.isValid() || !tooLarge(maxBytes)) return null;
                Path archive = nextName(clock.instant());
                Files.move(file, archive);
                BusAppender.syncFolder(file);
                return archive;
            }
        }
    }

    private boolean tooLarge(long maxBytes) throws IOException {
        try {
            return Files.size(file) > maxBytes;
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    private Path nextName(Instant now) throws IOException {
        List<Path> existing = list();
        Instant last = existing.isEmpty() ? null : stamp(existing.getLast());
        Instant at = last == null || now.isAfter(last.plusSeconds(1)) ? now : last.plusSeconds(1);
        return file.resolveSibling(file.getFileName() + "." + Timestamps.compact(at) + SUFFIX);
    }

    private @Nullable Instant stamp(Path entry) {
        String name = entry.getFileName().toString();
        String prefix = file.getFileName() + ".";
        if (!name.startsWith(prefix) || !name.endsWith(SUFFIX) || name.length() < prefix.length() + SUFFIX.length())
            return null;
        return Timestamps.fromCompact(name.substring(prefix.length(), name.length() - SUFFIX.length()));
    }
}
