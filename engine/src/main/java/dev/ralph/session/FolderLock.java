package dev.ralph.session;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// One writer at a time, among all threads and processes. A process that dies lets go by itself.
record FolderLock(Path file) {
    /// File locks belong to the whole JVM, so its threads need one of their own.
    private static final ReentrantLock IN_THIS_JVM = new ReentrantLock();

    private static final int TRIES = 500;
    private static final Duration PAUSE = Duration.ofMillis(10);

    @FunctionalInterface
    interface Work<T> {
        @Nullable
        T run() throws IOException;
    }

    <T> @Nullable T during(Work<T> work) throws IOException {
        IN_THIS_JVM.lock();
        // A channel closes itself in an interrupted thread.
        boolean interrupted = Thread.interrupted();
        try {
            Files.createDirectories(file.resolveSibling(""));
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    FileLock _ = held(channel)) {
                return work.run();
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
            IN_THIS_JVM.unlock();
        }
    }

    private FileLock held(FileChannel channel) throws IOException {
        for (int i = 0; i < TRIES; i++) {
            FileLock held = channel.tryLock();
            if (held != null) {
                return held;
            }
            try {
                Thread.sleep(PAUSE);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted while another process writes the state: " + file, e);
            }
        }
        throw new IOException("another process has been writing the state for "
                + PAUSE.multipliedBy(TRIES).toSeconds() + " s; end it, or remove " + file);
    }
}
