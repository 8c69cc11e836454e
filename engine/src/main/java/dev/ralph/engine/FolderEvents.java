package dev.ralph.engine;

import dev.ralph.paths.Folders;
import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Says at once when something appears in or disappears from a folder, and says "look again" once per poll interval
/// in any case: losing a file event costs time, never a signal. A folder that was deleted is made anew and watched.
final class FolderEvents implements AutoCloseable {
    private final WatchService service;
    private final Duration poll;
    private final Path state;
    private final Map<Path, Followed> folders = new ConcurrentHashMap<>();

    private record Followed(Runnable changed, @Nullable WatchKey key) {
        boolean lost() {
            return key == null || !key.isValid();
        }
    }

    /// @param state the folder that all watched ones lie in; when that is gone nothing is made anew
    FolderEvents(Path state, Duration poll) throws IOException {
        this.state = state;
        this.service = FileSystems.getDefault().newWatchService();
        this.poll = poll;
        Thread.ofPlatform().daemon().name("ralph-watch").start(this::listen);
    }

    void follow(Path folder, Runnable changed) {
        folders.put(folder, new Followed(changed, register(folder)));
        changed.run();
    }

    void forget(Path folder) {
        Followed followed = folders.remove(folder);
        if (followed != null && followed.key() != null) {
            followed.key().cancel();
        }
    }

    private @Nullable WatchKey register(Path folder) {
        try {
            if (folder.startsWith(state)) {
                Folders.below(state, folder);
            }
            return folder.register(service, StandardWatchEventKinds.ENTRY_CREATE, StandardWatchEventKinds.ENTRY_DELETE);
        } catch (IOException | ClosedWatchServiceException unwatchable) {
            return null;
        }
    }

    private void listen() {
        try {
            long next = System.nanoTime() + poll.toNanos();
            while (true) {
                WatchKey key = service.poll(next - System.nanoTime(), TimeUnit.NANOSECONDS);
                if (key != null) {
                    key.pollEvents();
                    key.reset();
                    folders.values().stream()
                            .filter(followed -> key.equals(followed.key()))
                            .forEach(FolderEvents::tell);
                }
                // A folder in which something happens all the time must not keep us from looking at the others.
                if (System.nanoTime() - next >= 0) {
                    folders.replaceAll((folder, followed) ->
                            followed.lost() ? new Followed(followed.changed(), register(folder)) : followed);
                    folders.values().forEach(FolderEvents::tell);
                    next = System.nanoTime() + poll.toNanos();
                }
            }
        } catch (ClosedWatchServiceException closed) {
            folders.clear();
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    /// What fails for one folder must not leave the others unwatched.
    private static void tell(Followed followed) {
        try {
            followed.changed().run();
        } catch (RuntimeException failed) {
            Thread here = Thread.currentThread();
            here.getUncaughtExceptionHandler().uncaughtException(here, failed);
        }
    }

    @Override
    public void close() throws IOException {
        service.close();
    }
}
