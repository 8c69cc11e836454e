package dev.ralph.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class MachineThreadsTest {
    private final MachineThreads threads = new MachineThreads();

    @Test
    void a_machine_that_runs_is_not_started_again() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        AtomicInteger started = new AtomicInteger();
        MachineThreads.Body body = () -> {
            started.incrementAndGet();
            go.await();
        };

        threads.start("a", body);
        threads.start("a", body);
        go.countDown();
        while (threads.runs("a")) {
            threads.await(threads.changes(), Duration.ofMillis(10));
        }

        assertThat(started).hasValue(1);
    }

    @Test
    void who_waits_since_a_count_misses_nothing() throws Exception {
        long before = threads.changes();
        threads.changed();

        threads.await(before, Duration.ofDays(1));

        assertThat(threads.changes()).isEqualTo(before + 1);
    }

    @Test
    void what_fails_in_one_thread_fails_in_who_waits() {
        threads.start("a", () -> {
            throw new IOException("the disk is full");
        });

        assertThatThrownBy(() -> {
                    while (true) {
                        threads.await(threads.changes(), Duration.ofMillis(10));
                    }
                })
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("the disk is full");
    }

    @Test
    void nothing_runs_after_the_end() {
        threads.start("a", () -> new CountDownLatch(1).await());

        threads.close();
        threads.start("b", () -> new CountDownLatch(1).await());

        assertThat(threads.runs("a")).isFalse();
        assertThat(threads.runs("b")).isFalse();
    }
}
