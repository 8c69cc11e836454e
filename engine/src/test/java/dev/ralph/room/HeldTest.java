package dev.ralph.room;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HeldTest {
    @TempDir
    Path scratch;

    private Path file;

    @BeforeEach
    void name() {
        file = scratch.resolve("a.lock");
    }

    @Test
    void what_one_holds_another_does_not_get_until_it_is_let_go() throws Exception {
        try (Held _ = Held.tryTo(file).orElseThrow()) {
            assertThat(Held.tryTo(file)).isEmpty();
        }
        try (Held held = Held.tryTo(file).orElseThrow()) {
            assertThat(held).isNotNull();
        }
    }

    @Test
    void whoever_waits_gets_it_when_it_is_let_go() throws Exception {
        Held first = Held.tryTo(file).orElseThrow();
        CompletableFuture<Held> second = CompletableFuture.supplyAsync(() -> {
            try {
                return Held.soon(file, Duration.ofMinutes(1));
            } catch (IOException failed) {
                throw new IllegalStateException(failed);
            }
        });
        assertThat(second).isNotDone();
        first.close();
        try (Held held = second.get()) {
            assertThat(held).isNotSameAs(first);
        }
    }

    @Test
    void nobody_waits_for_ever_for_one_that_hangs() throws Exception {
        try (Held _ = Held.tryTo(file).orElseThrow()) {
            assertThatThrownBy(() -> Held.soon(file, Duration.ofMillis(50)))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(file.toString())
                    .hasMessageContaining("fuser");
        }
    }

    @Test
    void a_stop_ends_the_waiting() throws Exception {
        try (Held _ = Held.tryTo(file).orElseThrow()) {
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> Held.soon(file, Duration.ofMinutes(1))).hasMessageContaining("interrupted");
            assertThat(Thread.interrupted()).isTrue();
        }
    }
}
