package dev.ralph.bus;

import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Waits for something to happen in a folder. Where the system cannot tell (too many watches, no such folder, network
/// disk) it waits a short while instead, so whoever asks has to look in any case.
final class FolderWatch implements AutoCloseable {
    private static final Duration LONGEST = Duration.ofMillis(250);
    private static final Duration UNWATCHED = Duration.ofMillis(20);

    private final Path folder;
    private @Nullable WatchService service;
    private boolean watching;

    FolderWatch(Path folder) {
        this.folder = folder;
    }

    /// Begins to watch. True if it had not been watching: look again before waiting, something may have happened
    /// before.
    boolean begin() {
        if (watching) return false;
        try {
            if (service == null) service = folder.getFileSystem().newWatchService();
            folder.register(service, StandardWatchEventKinds.ENTRY_CREATE, StandardWatchEventKinds.ENTRY_MODIFY);
            watching = true;
        } catch (IOException | UnsupportedOperationException e) {
            watching = false; // await looks often instead
        }
        return watching;
    }

    /// Returns on a change in the folder, or after a quarter of a second at the latest.
    void await(Duration limit) throws InterruptedException {
        WatchService watched = service;
        if (watched == null || !watching) {
            Thread.sleep(shorter(limit, UNWATCHED));
            return;
        }
        try {
            WatchKey key = watched.poll(shorter(limit, LONGEST).toNanos(), TimeUnit.NANOSECONDS);
            if (key == null) return;
            key.pollEvents();
            watching = key.reset();
        } catch (ClosedWatchServiceException e) {
            watching = false;
        }
    }

    @Override
    public void close() throws IOException {
        if (service != null) service.close();
    }

    private static Duration shorter(Duration a, Duration b) {
        return a.compareTo(b) < 0 ? a : b;
    }
}
