package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.Callable;

/// Waits for what is bound to happen, long enough for a busy machine.
public final class Waiting {
    static final Duration LONG = Duration.ofSeconds(60);

    private Waiting() {}

    public static void until(Callable<Boolean> condition) throws Exception {
        long deadline = System.nanoTime() + LONG.toNanos();
        while (!condition.call()) {
            assertThat(System.nanoTime() - deadline).as("waited too long").isNegative();
            Thread.sleep(20);
        }
    }
}
