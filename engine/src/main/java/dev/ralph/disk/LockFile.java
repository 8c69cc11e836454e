package dev.ralph.disk;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// A lock between processes and threads, held until it is closed; a process that dies lets go of it.
public final class LockFile implements AutoCloseable {
    /// The lock of a file belongs to a whole process: its own threads are told apart here.
    private static final Set<Path> OURS = ConcurrentHashMap.newKeySet();

    private static final long PAUSE_MILLIS = 20;

    private final Path file;
    private final FileChannel channel;

    private LockFile(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /// @param file is made where there is none, and stays
    public static Optional<LockFile> tryLock(Path file) throws IOException {
        Path key = file.toAbsolutePath().normalize();
        if (!OURS.add(key)) {
            return Optional.empty();
        }
        boolean kept = false;
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            FileLock lock = channel.tryLock();
            if (lock == null) {
                channel.close();
                return Optional.empty();
            }
            kept = true;
            return Optional.of(new LockFile(key, channel));
        } finally {
            if (!kept) {
                OURS.remove(key);
            }
        }
    }

    /// For what is held for moments only.
    ///
    /// @param most how long it is waited for
    public static LockFile lock(Path file, Duration most) throws IOException {
        for (long left = most.toMillis() / PAUSE_MILLIS; ; left--) {
            Optional<LockFile> held = tryLock(file);
            if (held.isPresent()) {
                return held.get();
            }
            if (left <= 0) {
                throw new IOException("another process has held " + file + " for " + most.toSeconds() + " s; `fuser "
                        + file + "` names it");
            }
            try {
                Thread.sleep(PAUSE_MILLIS);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted while another process holds " + file);
            }
        }
    }

    @Override
    public void close() throws IOException {
        try {
            channel.close();
        } finally {
            OURS.remove(file);
        }
    }
}
