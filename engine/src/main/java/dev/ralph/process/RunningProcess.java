package dev.ralph.process;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/// An agent that was started, until its end is proven. Safe for use by many threads.
public sealed interface RunningProcess permits SupervisedProcess {
    /// The pid of the process the engine started: the agent itself, or the outermost one of its namespace.
    long pid();

    /// Complete when the end is proven. It never completes exceptionally.
    ///
    /// Dependent stages run on the supervisor's own thread and must not block; use the `Async` methods.
    CompletableFuture<Exit> exit();

    /// Waits for it; an interrupt ends the agent first.
    default Exit await() throws InterruptedException {
        try {
            return exit().get();
        } catch (ExecutionException never) {
            throw new IllegalStateException(never);
        } catch (InterruptedException stop) {
            end(EndCause.STOPPED);
            exit().join();
            throw stop;
        }
    }

    /// Complete as soon as the agent's end is asked for, by a limit or by a caller, and then with the reason. Never
    /// for one that ends by itself. Dependent stages as for [#exit].
    CompletableFuture<EndCause> ending();

    /// Asks the agent to end: TERM (and CONT) now, KILL after the grace. Returns at once. The first reason counts.
    default void end(EndCause why) {
        end(why, null);
    }

    /// The same with another grace than the launch's limits name; null for that one.
    void end(EndCause why, @Nullable Duration grace);

    Progress progress();

    /// Calls `listener` on the supervisor's thread whenever output was noticed; it must return quickly.
    void onOutput(Runnable listener);
}
