package dev.ralph.cli;

import dev.ralph.loop.Outcome;
import java.util.concurrent.CountDownLatch;

/// Turns Ctrl-C, SIGTERM and SIGHUP into an interrupt of the thread that works, and lets the program end only when
/// everything that thread had started has ended.
final class InterruptOnSignal implements AutoCloseable {
    private final Thread working = Thread.currentThread();
    private final CountDownLatch cleaned = new CountDownLatch(1);
    private final Thread hook = new Thread(this::interruptAndWait, "ralph-interrupt");

    InterruptOnSignal() {
        Runtime.getRuntime().addShutdownHook(hook);
    }

    private void interruptAndWait() {
        working.interrupt();
        try {
            cleaned.await();
        } catch (InterruptedException impatient) {
            Thread.currentThread().interrupt();
        }
        Runtime.getRuntime().halt(Outcome.STOPPED.exitCode());
    }

    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException signalled) {
            cleaned.countDown();
        }
    }
}
