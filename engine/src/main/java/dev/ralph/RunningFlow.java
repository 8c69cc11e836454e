package dev.ralph;

import dev.ralph.backlog.LoopHooks;
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
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A flow of tasks that this process runs, on threads of its own.
public final class RunningFlow extends RunningMachine<RunningFlow.Result> {
    private final ActiveFlow flow;
    private final HookCalls hooks;

    private RunningFlow(ActiveFlow flow, HookCalls hooks) {
        this.flow = flow;
        this.hooks = hooks;
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
            String name,
            Source source,
            Beginning beginning,
            Wording wording,
            Function<Consumer<String>, HookCalls> hooks,
            Consumer<RunningFlow> ready)
            throws IOException {
        return start(
                "ralph-flow-" + name,
                begun -> {
                    try (Engine engine = source.open();
                            ActiveFlow flow = beginning.begin(engine);
                            HookCalls called = hooks.apply(flow::warn)) {
                        flow.listen(called);
                        begun.accept(new RunningFlow(flow, called));
                        FlowState end = flow.run();
                        return result(end, name, engine.questions().open(), wording);
                    }
                },
                ready);
    }

    static Result result(FlowState state, String name, List<Questions.Question> open, Wording wording) {
        FlowReason reason = state.end();
        return new Result(name, reason, reason == null ? "waits for answers" : wording.of(reason), open);
    }

    public StreamHead head() {
        return flow.head();
    }

    /// Hears everything that happens in the flow and in its tasks from now on, once it is durable, on the thread of
    /// whom it happens to: be quick.
    public void listen(ActiveFlow.Listener listener) {
        flow.listen(listener);
    }

    /// Called from now on, where the flow works on a list of tasks; those of the setting `hooks` are called first.
    public void hooks(LoopHooks more) {
        hooks.add(more);
    }

    /// The tasks in flight of an earlier run that was interrupted, and that this one continues; empty for a new run.
    /// Asked before it is run.
    public Optional<List<String>> continued() {
        return flow.continued();
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
    @Override
    public void stop(String by) {
        flow.stop(StopKind.STOP, by);
    }

    @Override
    Duration longestStop() {
        return Duration.ofSeconds(15);
    }
}
