package dev.ralph.process;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/// An agent that was started, until its end is proven. Safe for use by many threads.
public final class RunningProcess {
    private final Control control;

    RunningProcess(Control control) {
        this.control = control;
    }

    /// The pid of the process the engine started: the agent itself, or the outermost one of its namespace.
    public long pid() {
        return control.pid();
    }

    /// Complete when the end is proven. It never completes exceptionally.
    ///
    /// Dependent stages run on the supervisor's own thread and must not block; use the `Async` methods.
    public CompletableFuture<Exit> exit() {
        return control.exit();
    }

    /// Complete as soon as the agent's end is asked for, by a limit or by a caller, and then with the reason. Never
    /// for one that ends by itself. Dependent stages as for [#exit].
    public CompletableFuture<EndCause> ending() {
        return control.ending();
    }

    /// Asks the agent to end: TERM (and CONT) now, KILL after the grace. Returns at once. The first reason counts.
    public void end(EndCause why) {
        end(why, null);
    }

    /// The same with another grace than the launch's limits name; null for that one.
    public void end(EndCause why, @Nullable Duration grace) {
        if (why == EndCause.OWN_EXIT || why == EndCause.NOT_ENCLOSED) {
            throw new IllegalArgumentException("an end by " + why + " cannot be asked for");
        }
        control.end(why, grace == null ? null : RunLimits.bounded(grace));
    }

    public Progress progress() {
        return control.progress();
    }

    /// Calls `listener` on the supervisor's thread whenever output was noticed; it must return quickly.
    public void onOutput(Runnable listener) {
        control.onOutput(listener);
    }

    @Override
    public String toString() {
        return "agent process " + pid();
    }

    /// What stands behind a running agent.
    interface Control {
        long pid();

        CompletableFuture<Exit> exit();

        CompletableFuture<EndCause> ending();

        void end(EndCause why, @Nullable Duration grace);

        Progress progress();

        void onOutput(Runnable listener);
    }
}
