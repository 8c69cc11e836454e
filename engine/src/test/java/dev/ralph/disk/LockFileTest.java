package dev.ralph.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LockFileTest {
    @TempDir
    Path scratch;

    private Path file;

    @BeforeEach
    void name() {
        file = scratch.resolve("a.lock");
    }

    @Test
    void what_one_holds_another_does_not_get_until_it_is_let_go() throws Exception {
        try (LockFile _ = LockFile.tryLock(file).orElseThrow()) {
            assertThat(LockFile.tryLock(file)).isEmpty();
        }
        try (LockFile held = LockFile.tryLock(file).orElseThrow()) {
            assertThat(held).isNotNull();
        }
    }

    @Test
    void whoever_waits_gets_it_when_it_is_let_go() throws Exception {
        LockFile first = LockFile.tryLock(file).orElseThrow();
        CompletableFuture<LockFile> second = CompletableFuture.supplyAsync(() -> {
            try {
                return LockFile.lock(file, Duration.ofMinutes(1));
            } catch (IOException failed) {
                throw new IllegalStateException(failed);
            }
        });
        assertThat(second).isNotDone();
        first.close();
        try (LockFile held = second.get()) {
            assertThat(held).isNotSameAs(first);
        }
    }

    @Test
    void nobody_waits_for_ever_for_one_that_hangs() throws Exception {
        try (LockFile _ = LockFile.tryLock(file).orElseThrow()) {
            assertThatThrownBy(() -> LockFile.lock(file, Duration.ofMillis(50)))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(file.toString())
                    .hasMessageContaining("fuser");
        }
    }

    @Test
    void a_stop_ends_the_waiting() throws Exception {
        try (LockFile _ = LockFile.tryLock(file).orElseThrow()) {
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> LockFile.lock(file, Duration.ofMinutes(1))).hasMessageContaining("interrupted");
            assertThat(Thread.interrupted()).isTrue();
        }
    }
}
