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
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A task that this process runs, on a thread of its own.
public final class RunningTask extends RunningMachine<RunningTask.Result> implements WatchedTask {
    private final ActiveLoop loop;
    private final ContainmentTier containment;

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
        return start(
                "ralph-loop-" + task,
                begun -> {
                    Beginning how = source.get();
                    try (Engine engine = Engine.open(how.options(), how.root());
                            ActiveLoop loop = how.begin().begin(engine)) {
                        RunningTask running = new RunningTask(loop, engine.tier());
                        begun.accept(running);
                        return running.run(engine);
                    }
                },
                ready);
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

    @Override
    public StreamHead head() {
        return loop.head();
    }

    @Override
    public LoopState state() {
        return loop.state();
    }

    @Override
    public Optional<Spent> spent() {
        return loop.spent();
    }

    @Override
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

    @Override
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

    @Override
    Duration longestStop() {
        return grace().plusSeconds(5);
    }

    private Duration grace() {
        return state().policy().pace().grace();
    }
}
