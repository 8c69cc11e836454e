package dev.ralph;

import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// What this process runs on a thread of its own: an interrupt, which would close the files it writes, reaches only who
/// waits for it.
///
/// @param <R> how it ended
abstract sealed class RunningMachine<R> permits RunningTask, RunningFlow {
    private final CompletableFuture<R> result = new CompletableFuture<>();

    /// Everything that the thread does.
    interface Work<M, R> {
        /// @param begun is told before anything is run
        R run(Consumer<M> begun) throws IOException, InterruptedException;
    }

    /// Returns when it has begun.
    ///
    /// @param ready hears of it before anything is run
    static <R, M extends RunningMachine<R>> M start(String thread, Work<M, R> work, Consumer<M> ready)
            throws IOException {
        CompletableFuture<M> begun = new CompletableFuture<>();
        AtomicReference<@Nullable RunningMachine<R>> running = new AtomicReference<>();
        Thread.ofPlatform().name(thread).start(() -> {
            try {
                R end = work.run(machine -> {
                    running.set(machine);
                    ready.accept(machine);
                    begun.complete(machine);
                });
                Objects.requireNonNull(running.get()).result.complete(end);
            } catch (Throwable failed) {
                RunningMachine<R> machine = running.get();
                if (machine != null) {
                    machine.result.completeExceptionally(failed);
                }
                begun.completeExceptionally(failed);
            }
        });
        return get(begun, () -> {});
    }

    /// Waits until it has ended, or waits for a person, and nothing of it is left. An interrupt stops it; the thread is
    /// then still interrupted.
    public final R await() throws IOException {
        return get(result, () -> stop("interrupt"));
    }

    private static <T> T get(Future<T> future, Runnable interrupted) throws IOException {
        boolean late = false;
        try {
            while (true) {
                try {
                    return future.get();
                } catch (InterruptedException now) {
                    late = true;
                    interrupted.run();
                }
            }
        } catch (ExecutionException failed) {
            switch (failed.getCause()) {
                case IOException trouble -> throw trouble;
                case RuntimeException wrong -> throw wrong;
                case Error severe -> throw severe;
                case null, default -> throw new IllegalStateException(failed.getCause());
            }
        } finally {
            if (late) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /// Ends what runs; it can be started or resumed again.
    ///
    /// @param by who asks, for the journal
    public abstract void stop(String by);

    /// How long its end may take once it is asked for.
    abstract Duration longestStop();

    /// Waits until it has ended, however; who awaits it is told.
    ///
    /// @param atMost null for as long as it takes
    final void join(@Nullable Duration atMost) {
        CompletableFuture<Boolean> over = result.handle((_, _) -> true);
        if (atMost != null) {
            over = over.completeOnTimeout(true, atMost.toMillis(), TimeUnit.MILLISECONDS);
        }
        var _ = over.join();
    }

    final boolean hasEnded() {
        return result.isDone();
    }
}
