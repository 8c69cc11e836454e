package dev.ralph.engine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The machines below a flow that work in this process, one thread each, and what wakes those who wait for them.
///
/// It promises:
/// 1. A machine has at most one thread.
/// 2. Who waits since a count of changes misses none that came after it.
/// 3. What fails in one thread fails in all that wait: nothing waits for a machine that nobody runs.
final class MachineThreads {
    private final Map<String, Thread> running = new HashMap<>();
    private long changes;
    private boolean closing;
    private @Nullable Throwable failure;

    /// Runs a machine until it has ended or is parked.
    interface Body {
        void run() throws IOException, InterruptedException;
    }

    /// Does nothing where it runs already.
    synchronized void start(String stream, Body body) {
        if (closing || running.containsKey(stream)) {
            return;
        }
        Thread thread = Thread.ofPlatform().name("ralph-" + stream).unstarted(() -> run(stream, body));
        running.put(stream, thread);
        thread.start();
    }

    private void run(String stream, Body body) {
        Throwable failed = null;
        try {
            body.run();
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        } catch (IOException | RuntimeException | Error e) {
            failed = e;
        }
        synchronized (this) {
            running.remove(stream);
            failure = failure == null ? failed : failure;
            changed();
        }
    }

    synchronized boolean runs(String stream) {
        return running.containsKey(stream);
    }

    /// Counts what happened so far.
    synchronized long changes() {
        return changes;
    }

    synchronized void changed() {
        changes++;
        notifyAll();
    }

    /// Returns at once where anything has happened since, else when it does, or after that time.
    synchronized void await(long since, Duration atMost) throws InterruptedException {
        long start = System.nanoTime();
        for (long left = atMost.toMillis(); changes == since && left > 0; ) {
            wait(left);
            left = atMost.minusNanos(System.nanoTime() - start).toMillis();
        }
        Throwable failed = failure;
        if (failed != null) {
            throw failed instanceof IOException io
                    ? new UncheckedIOException(io)
                    : new IllegalStateException("a part of the flow failed: " + failed.getMessage(), failed);
        }
    }

    /// No machine runs afterwards. Those that do are told to end by an interrupt.
    void close() {
        List<Thread> left;
        synchronized (this) {
            closing = true;
            left = List.copyOf(running.values());
        }
        boolean interrupted = Thread.interrupted();
        for (Thread thread : left) {
            thread.interrupt();
        }
        for (Thread thread : left) {
            while (thread.isAlive()) {
                try {
                    thread.join();
                } catch (InterruptedException later) {
                    interrupted = true;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
