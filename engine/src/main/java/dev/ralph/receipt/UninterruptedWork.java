package dev.ralph.receipt;

import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/// Does work on files on a thread that nobody interrupts: an interrupt closes channels, and nobody could say afterwards
/// how much was written.
final class UninterruptedWork {
    private UninterruptedWork() {}

    /// Waits for it whatever happens; an interrupt that came meanwhile is set afterwards.
    static <T> T call(Callable<T> work) throws IOException {
        FutureTask<T> task = new FutureTask<>(work);
        Thread.ofPlatform().daemon().name("ralph-receipts").start(task);
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return task.get();
                } catch (InterruptedException later) {
                    interrupted = true;
                }
            }
        } catch (ExecutionException failed) {
            switch (failed.getCause()) {
                case IOException trouble -> throw trouble;
                case RuntimeException bug -> throw bug;
                case Error bug -> throw bug;
                case null, default -> throw new IllegalStateException(failed);
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
