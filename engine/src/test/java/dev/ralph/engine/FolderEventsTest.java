package dev.ralph.engine;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FolderEventsTest {
    @TempDir
    Path state;

    @Test
    void a_folder_that_came_back_is_looked_at_although_another_one_is_never_quiet() throws Exception {
        Path busy = state.resolve("busy");
        Path gone = state.resolve("gone");
        AtomicBoolean over = new AtomicBoolean();
        AtomicInteger looks = new AtomicInteger();
        AtomicBoolean seen = new AtomicBoolean();
        try (FolderEvents watch = new FolderEvents(state, Duration.ofMillis(500))) {
            watch.follow(busy, () -> {});
            watch.follow(gone, () -> {
                looks.incrementAndGet();
                seen.compareAndSet(false, Files.exists(gone.resolve("request")));
            });
            Thread agent = Thread.ofPlatform().start(() -> touchUntil(over, busy.resolve("touched")));
            try {
                int before = looks.get();
                Files.delete(gone);
                ScratchProject.until("the deletion is noticed", () -> looks.get() > before);
                Files.createDirectories(gone);
                Files.createFile(gone.resolve("request"));

                ScratchProject.until("the request is seen", seen::get);
            } finally {
                over.set(true);
                agent.join();
            }
        }
    }

    private static void touchUntil(AtomicBoolean over, Path file) {
        try {
            while (!over.get()) {
                Files.deleteIfExists(file);
                Files.createFile(file);
                Thread.sleep(Duration.ofMillis(20));
            }
        } catch (Exception failed) {
            throw new IllegalStateException(failed);
        }
    }
}
