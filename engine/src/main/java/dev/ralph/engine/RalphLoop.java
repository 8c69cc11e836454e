package dev.ralph.engine;

import dev.ralph.attempt.RootRunner;
import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Outcome;
import dev.ralph.loop.Policy;
import dev.ralph.loop.ProofBasis;
import dev.ralph.loop.Reason;
import dev.ralph.store.JournalEntry;
import dev.ralph.wording.Wording;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Runs an agent again and again until its task is done. This is Ralph as a library: everything `ralph run` does,
/// without the command line.
///
/// The agent is any program. It says that the task is done by creating the file `DONE` in its task folder, whose path
/// it finds in the variable `TASK_FOLDER`; whatever its exit code, it is started again until that file exists:
///
/// ```java
/// RalphLoop loop = RalphLoop.inProject(Path.of("my-project"))
///         .projectTask("my-project", "task-001")
///         .prompt("Make the tests pass")
///         .agent("my-agent", "--print")
///         .maxRestarts(50)
///         .waitTimeout(Duration.ofMinutes(10))
///         .restartDelay(Duration.ofSeconds(5))
///         .check("make test")
///         .build();
/// RalphLoop.Result result = loop.run();
/// System.out.println(result.outcome() + " after " + result.attempts() + " attempts: " + result.sentence());
/// ```
///
/// Instead of a program, the agent may be a method of yours. Attempts are counted from 0 there; an exception is a
/// failed attempt and may be tried again, a [dev.ralph.attempt.FatalFailure] is not:
///
/// ```java
/// RalphLoop.Result result = RalphLoop.inTaskFolder(Path.of("runs/my-project/task-001"))
///         .rootRunner((context, attempt) -> {
///             if (work(attempt)) {
///                 context.done();
///             }
///         })
///         .build()
///         .run();
/// ```
///
/// The file `examples/RestartLoop.java` is a whole program of this kind.
///
/// **How it ends.** [#run] returns when the loop has an [Outcome]: COMPLETED (DONE, and every check passed), EXHAUSTED
/// (max restarts), WAITING (the agent asked to be left alone: exit code 42, a `wait_without_restart` message on its
/// bus, or the file `WAIT_WITHOUT_RESTART`), STOPPED or CANCELLED (somebody asked), FATAL (the agent cannot be
/// started), FAILED (the loop cannot go on; the reason says why), BLOCKED (the breaker). It throws only when there is
/// no loop to speak of: another process holds the task ([HeldByOther]), the task has no text or the folder does not
/// exist ([dev.ralph.paths.RequestRefused]), the journal cannot be used ([dev.ralph.store.JournalUnusable],
/// [IOException]).
///
/// **Stopping.** [#stop] from any thread, or an interrupt of the thread that is inside [#run], ends the agent and
/// everything it started and makes `run` return STOPPED; after an interrupt the thread is still interrupted. The same
/// happens when the JVM is told to end. A stopped loop goes on with [#resume], in any process, counting what was spent.
///
/// **Files.** The task folder holds `TASK.md`, `TASK-MESSAGE-BUS.md` and a folder below `runs` for every attempt, as
/// `ralph run` writes them; `ralph status` and `ralph logs` work beside it.
public final class RalphLoop {
    private final EngineOptions options;
    private final LoopOrder order;
    private final @Nullable RootRunner root;
    private final BiConsumer<JournalEntry<Event>, LoopState> listener;
    private final Consumer<String> warnings;
    private final Object lock = new Object();
    private @Nullable ActiveLoop active;
    private @Nullable Consumer<ActiveLoop> asked;
    private boolean running;

    RalphLoop(
            EngineOptions options,
            LoopOrder order,
            @Nullable RootRunner root,
            BiConsumer<JournalEntry<Event>, LoopState> listener,
            Consumer<String> warnings) {
        this.options = options;
        this.order = order;
        this.root = root;
        this.listener = listener;
        this.warnings = warnings;
    }

    /// How a loop ended.
    ///
    /// @param sentence the reason, for a person
    /// @param attempts how often the agent was executed, all resumptions together
    public record Result(Reason reason, String sentence, int attempts) {
        public Outcome outcome() {
            return reason.outcome();
        }

        public boolean completed() {
            return outcome() == Outcome.COMPLETED;
        }
    }

    /// A loop of the project in this folder; its state lies in `.ralph`, agents work in the folder itself.
    public static RalphLoopBuilder inProject(Path folder) {
        return RalphLoopBuilder.inProject(folder);
    }

    /// A loop of the task in this folder, which holds its DONE file: `<root>/<project>/<task>`, or
    /// `<project folder>/.ralph/tasks/<task>`.
    public static RalphLoopBuilder inTaskFolder(Path folder) {
        return RalphLoopBuilder.inTaskFolder(folder);
    }

    /// Runs the task until there is an outcome. One that was interrupted by a crash goes on where it was.
    public Result run() throws IOException {
        return perform(engine -> engine.start(order));
    }

    /// Goes on with a task that was stopped, waits or ran out of attempts: what was spent stays spent, this loop's
    /// settings count from now on, a wait marker is removed. What the checks are held against stays: the commit
    /// that it began on, and their scripts as they were then.
    public Result resume() throws IOException {
        return perform(engine -> engine.resume(order.task(), this::goingOn, "a program"));
    }

    private Policy goingOn(Policy old) {
        ProofBasis before = old.proof();
        ProofBasis now = order.policy().proof();
        return order.policy().with(now.since(before.baseline(), before.branch()).pinning(before.pins()));
    }

    /// Ends what runs; the loop can be resumed. Where nothing runs, the next [#run] or [#resume] returns at once.
    public void stop() {
        stop("the program that runs it");
    }

    /// @param by who asks, for the journal
    public void stop(String by) {
        ask(loop -> loop.stop(by, order.policy().pace().grace()));
    }

    /// Gives the task up: as [#stop], but the outcome is CANCELLED.
    public void cancel(String by) {
        ask(loop -> loop.cancel(by, order.policy().pace().grace()));
    }

    Policy policy() {
        return order.policy();
    }

    EngineOptions options() {
        return options;
    }

    LoopOrder order() {
        return order;
    }

    private interface Start {
        ActiveLoop in(Engine engine) throws IOException;
    }

    /// The loop has a thread of its own: an interrupt, which would close the files it writes, reaches only the thread
    /// that waits for it.
    private Result perform(Start start) throws IOException {
        synchronized (lock) {
            if (running) {
                throw new IllegalStateException("this loop runs already; build another one for another task");
            }
            running = true;
        }
        FutureTask<Result> loop = new FutureTask<>(() -> loop(start));
        Thread hook = new Thread(() -> endWithTheProgram(loop), "ralph-stop");
        addHook(hook);
        try {
            Thread.ofPlatform().name("ralph-loop-" + order.task()).start(loop);
            return await(loop);
        } finally {
            removeHook(hook);
            synchronized (lock) {
                running = false;
                active = null;
                asked = null;
            }
        }
    }

    private Result loop(Start start) throws IOException, InterruptedException {
        try (Engine engine = Engine.open(options, root)) {
            ActiveLoop loop = start.in(engine);
            loop.listen(listener);
            loop.complain(warnings);
            synchronized (lock) {
                active = loop;
                if (asked != null) {
                    asked.accept(loop);
                }
            }
            Reason reason = loop.run().reason();
            LoopState state = loop.state();
            return new Result(reason, Wording.of(state.policy()).of(reason), state.attempts());
        }
    }

    private Result await(FutureTask<Result> loop) throws IOException {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return loop.get();
                } catch (InterruptedException now) {
                    interrupted = true;
                    stop("interrupt");
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
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void ask(Consumer<ActiveLoop> wish) {
        synchronized (lock) {
            if (active != null) {
                wish.accept(active);
            } else {
                asked = wish;
            }
        }
    }

    private void endWithTheProgram(FutureTask<Result> loop) {
        stop("the end of the program");
        Duration grace = order.policy().pace().grace().plusSeconds(5);
        try {
            loop.get(grace.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException | ExecutionException | TimeoutException over) {
            // The program ends now; what is left is found and ended by the next engine.
            loop.cancel(false);
        }
    }

    private static void addHook(Thread hook) {
        try {
            Runtime.getRuntime().addShutdownHook(hook);
        } catch (IllegalStateException ending) {
            hook.setName("ralph-stop-late");
        }
    }

    private static void removeHook(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException ending) {
            hook.setName("ralph-stop-running");
        }
    }
}
