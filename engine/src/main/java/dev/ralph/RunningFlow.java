package dev.ralph;

import dev.ralph.engine.ActiveFlow;
import dev.ralph.engine.Engine;
import dev.ralph.flow.FlowReason;
import dev.ralph.flow.FlowState;
import dev.ralph.loop.Event.StopKind;
import dev.ralph.loop.Outcome;
import dev.ralph.machine.Hold;
import dev.ralph.machine.StreamHead;
import dev.ralph.store.Questions;
import dev.ralph.wording.Wording;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A flow of tasks that this process runs, on threads of its own.
public final class RunningFlow {
    private final ActiveFlow flow;
    private final CompletableFuture<Result> result = new CompletableFuture<>();

    private RunningFlow(ActiveFlow flow) {
        this.flow = flow;
    }

    /// How it ended, or what it waits for.
    ///
    /// @param reason    null while what is left waits for answers: once there is one, it is started again
    /// @param sentence  the reason, for a person
    /// @param questions that nobody has answered
    public record Result(
            String flow, @Nullable FlowReason reason, String sentence, List<Questions.Question> questions) {
        public Result {
            questions = List.copyOf(questions);
        }

        public Outcome outcome() {
            return reason == null ? Outcome.WAITING : reason.outcome();
        }
    }

    /// How a flow begins; found out on its own thread.
    interface Beginning {
        ActiveFlow begin(Engine engine) throws IOException;
    }

    /// Opens an engine.
    interface Source {
        Engine open() throws IOException;
    }

    /// Returns when the flow has begun.
    ///
    /// @param ready hears of it before anything is run
    static RunningFlow start(
            String name, Source source, Beginning beginning, Wording wording, Consumer<RunningFlow> ready)
            throws IOException {
        CompletableFuture<RunningFlow> begun = new CompletableFuture<>();
        Thread.ofPlatform().name("ralph-flow-" + name).start(() -> {
            RunningFlow running = null;
            Result end;
            try (Engine engine = source.open();
                    ActiveFlow flow = beginning.begin(engine)) {
                running = new RunningFlow(flow);
                ready.accept(running);
                begun.complete(running);
                end = result(flow.run(), name, engine, wording);
            } catch (Throwable failed) {
                if (running != null) {
                    running.result.completeExceptionally(failed);
                }
                begun.completeExceptionally(failed);
                return;
            }
            running.result.complete(end);
        });
        return RunningTask.get(begun, () -> {});
    }

    private static Result result(FlowState state, String name, Engine engine, Wording wording) {
        FlowReason reason = state.end();
        List<Questions.Question> open = engine.questions().open();
        return new Result(name, reason, reason == null ? "waits for answers" : wording.of(reason), open);
    }

    /// Waits until it has ended, or until everything that is left waits for a person; nothing of it runs afterwards.
    /// An interrupt stops it; the thread is then still interrupted.
    public Result await() throws IOException {
        return RunningTask.get(result, () -> stop("interrupt"));
    }

    public StreamHead head() {
        return flow.head();
    }

    /// Hears everything that happens in the flow and in its tasks from now on, once it is durable, on the thread of
    /// whom it happens to: be quick.
    public void listen(ActiveFlow.Listener listener) {
        flow.listen(listener);
    }

    /// Hears what could not be written or does not fit together, for a person to read.
    public void warnings(Consumer<String> listener) {
        flow.complain(listener);
    }

    /// Who paused it; empty while it is not.
    public Optional<String> pausedBy() {
        Hold hold = flow.state().hold();
        return hold.on() ? Optional.of(hold.by()) : Optional.empty();
    }

    /// Ends what runs and takes no further task.
    ///
    /// @param by who asks, for the journal
    public void stop(String by) {
        flow.stop(StopKind.STOP, by);
    }

    /// Waits until it has ended, however; who awaits it is told.
    void join() {
        RunningTask.join(result, null);
    }

    void join(Duration atMost) {
        RunningTask.join(result, atMost);
    }

    boolean hasEnded() {
        return result.isDone();
    }
}
