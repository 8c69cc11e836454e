package dev.ralph;

import dev.ralph.attempt.RootRunner;
import dev.ralph.budget.Spent;
import dev.ralph.config.Profile;
import dev.ralph.engine.ActiveLoop;
import dev.ralph.engine.Engine;
import dev.ralph.engine.EngineOptions;
import dev.ralph.engine.LoopReceipts;
import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Outcome;
import dev.ralph.loop.Reason;
import dev.ralph.machine.StreamHead;
import dev.ralph.paths.TaskId;
import dev.ralph.process.ContainmentTier;
import dev.ralph.process.Progress;
import dev.ralph.receipt.Evidence;
import dev.ralph.sandbox.SandboxTier;
import dev.ralph.store.JournalEntry;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A task that this process runs, on a thread of its own: an interrupt, which would close the files it writes,
/// reaches only who waits for it.
public final class RunningTask {
    private final ActiveLoop loop;
    private final ContainmentTier containment;
    private final CompletableFuture<Result> result = new CompletableFuture<>();

    private RunningTask(ActiveLoop loop, ContainmentTier containment) {
        this.loop = loop;
        this.containment = containment;
    }

    /// How a task ended.
    ///
    /// @param loop     the loop of it that was run
    /// @param sentence the reason, for a person
    /// @param attempts how often the agent was executed, all resumptions together
    /// @param proof    every receipt of the loop
    public record Result(String task, String loop, Reason reason, String sentence, int attempts, LoopReceipts proof) {
        public Outcome outcome() {
            return reason.outcome();
        }

        public boolean completed() {
            return outcome() == Outcome.COMPLETED;
        }

        /// What the last verdict rests on.
        public List<Evidence> receipts() {
            return proof.evidence();
        }

        /// The commit as which the work was kept; empty where it was not, or is none.
        public Optional<String> commit() {
            return Optional.ofNullable(proof.kept());
        }
    }

    /// How a loop begins.
    ///
    /// @param root runs attempts inside this program; null to start the policy's command
    record Beginning(EngineOptions options, @Nullable RootRunner root, InEngine begin) {
        interface InEngine {
            ActiveLoop begin(Engine engine) throws IOException;
        }

        /// Finds out, on the thread of the loop.
        interface Source {
            Beginning get() throws IOException;
        }
    }

    /// Returns when the loop has begun.
    ///
    /// @param ready hears of it before anything is run
    static RunningTask start(TaskId task, Beginning.Source source, Consumer<RunningTask> ready) throws IOException {
        CompletableFuture<RunningTask> begun = new CompletableFuture<>();
        Thread.ofPlatform().name("ralph-loop-" + task).start(() -> {
            try {
                run(source.get(), ready, begun);
            } catch (Throwable failed) {
                begun.completeExceptionally(failed);
            }
        });
        return get(begun, () -> {});
    }

    private static void run(Beginning how, Consumer<RunningTask> ready, CompletableFuture<RunningTask> begun) {
        RunningTask running = null;
        Result end;
        try (Engine engine = Engine.open(how.options(), how.root());
                ActiveLoop loop = how.begin().begin(engine)) {
            running = new RunningTask(loop, engine.tier());
            ready.accept(running);
            begun.complete(running);
            end = running.run(engine);
        } catch (Throwable failed) {
            if (running != null) {
                running.result.completeExceptionally(failed);
            }
            begun.completeExceptionally(failed);
            return;
        }
        running.result.complete(end);
    }

    private Result run(Engine engine) throws InterruptedException {
        Reason reason = loop.run();
        LoopState state = loop.state();
        return new Result(
                loop.head().task(),
                loop.head().id(),
                reason,
                Profile.of(state.policy()).wording().of(reason),
                state.attempts(),
                engine.receipts(loop.head()));
    }

    /// Waits until it has ended and nothing of it is left. An interrupt stops it; the thread is then still
    /// interrupted.
    public Result await() throws IOException {
        return get(result, () -> stop("interrupt"));
    }

    static <T> T get(Future<T> future, Runnable interrupted) throws IOException {
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

    /// Waits until it has ended, however; who awaits it is told.
    void join() {
        join(result, null);
    }

    void join(Duration atMost) {
        join(result, atMost);
    }

    /// @param atMost null for as long as it takes
    static void join(CompletableFuture<?> result, @Nullable Duration atMost) {
        CompletableFuture<Boolean> over = result.handle((_, _) -> true);
        if (atMost != null) {
            over = over.completeOnTimeout(true, atMost.toMillis(), TimeUnit.MILLISECONDS);
        }
        var _ = over.join();
    }

    boolean hasEnded() {
        return result.isDone();
    }

    public StreamHead head() {
        return loop.head();
    }

    /// Where it stands, as of the last entry that became durable.
    public LoopState state() {
        return loop.state();
    }

    /// What the running attempt has used so far, as its agent says; empty where none runs, or nobody knows.
    public Optional<Spent> spent() {
        return loop.spent();
    }

    /// Of the running attempt, if one runs.
    public Optional<Progress> progress() {
        return loop.progress();
    }

    /// What keeps its processes together.
    public ContainmentTier containment() {
        return containment;
    }

    /// What its programs are confined by; empty where nobody wants that.
    public Optional<SandboxTier> sandbox() {
        return loop.sandbox();
    }

    /// Hears everything that happens from now on, once it is durable, on the task's own thread: be quick.
    public void listen(BiConsumer<JournalEntry<Event>, LoopState> listener) {
        loop.listen(listener);
    }

    /// Hears what could not be written or does not fit together, for a person to read.
    public void warnings(Consumer<String> listener) {
        loop.complain(listener);
    }

    /// Ends what runs; the task can be resumed.
    public void stop() {
        stop("the program that runs it");
    }

    /// @param by who asks, for the journal
    public void stop(String by) {
        loop.stop(by, grace());
    }

    /// Gives the task up: as [#stop], but the outcome is CANCELLED.
    public void cancel(String by) {
        loop.cancel(by, grace());
    }

    /// Starts no further attempt until [#resume].
    public void pause(String by) {
        loop.hold(by);
    }

    public void resume(String by) {
        loop.release(by);
    }

    private Duration grace() {
        return state().policy().pace().grace();
    }
}
