package dev.ralph.stage;

import dev.ralph.signal.PromiseFinding;
import dev.ralph.signal.PromiseRule;
import dev.ralph.signal.PromiseScan;
import java.time.InstantSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The loop of specification 003 for programs that run their agents themselves: they ask after each execution whether
/// to continue. `ralph stage run` does more than this; it works on lists of tasks, checks, and survives crashes.
///
/// ```java
/// RalphLoop loop = new RalphLoop(RalphLoopConfig.DEFAULT, InstantSource.system());
/// loop.start("TASK-001", "coder", prompt);
/// String output = agent.run(prompt);
/// while (loop.shouldContinue(output)) {
///     loop.increment();
///     output = agent.run(prompt);
/// }
/// ```
///
/// [#execute] is that loop, and ends where no iteration is left. Of several threads only [#cancel] may be called by
/// another one.
public final class RalphLoop {
    private final RalphLoopConfig config;
    private final InstantSource clock;
    private final PromiseVerifier verifier = new PromiseVerifier();
    private @Nullable RalphLoopState state;
    private volatile boolean cancelled;

    /// Runs an agent once.
    @FunctionalInterface
    public interface StageAgent {
        ExecutionResult execute(RalphLoopState now);
    }

    public RalphLoop(RalphLoopConfig config, InstantSource clock) {
        this.config = config;
        this.clock = clock;
    }

    /// Begins anew, with the first iteration; what was cancelled before may continue.
    public RalphLoopState start(String taskId, String stage, String prompt) {
        cancelled = false;
        return begin(taskId, stage, prompt);
    }

    private RalphLoopState begin(String taskId, String stage, String prompt) {
        RalphLoopState first = new RalphLoopState(
                taskId, stage, 1, config.maxIterations(), config.completionPromise(), clock.instant(), prompt);
        state = first;
        return first;
    }

    /// Null before it was started.
    public @Nullable RalphLoopState state() {
        return state;
    }

    /// Whether the work is to be continued after this output: no promise is in it, or none that is believed. How often
    /// is left to [#increment].
    public boolean shouldContinue(String output) {
        if (cancelled) {
            return false;
        }
        Optional<String> promise = extractPromise(output);
        return promise.isEmpty() || !verifyPromise(promise.get(), output);
    }

    /// The completion promise, where the output has it on a line of its own, to the letter.
    public Optional<String> extractPromise(String output) {
        PromiseRule rule = PromiseRule.stage(config.completionPromise());
        return PromiseScan.of(rule, output) instanceof PromiseFinding.Kept
                ? Optional.of(rule.promise())
                : Optional.empty();
    }

    /// Whether the promise is believed; always where the configuration trusts it.
    public boolean verifyPromise(String promise, String output) {
        return !config.verifyPromise() || verification(promise, output).valid();
    }

    /// The same with the reason.
    public PromiseVerifier.Verification verification(String promise, String output) {
        return verifier.verify(promise, output, state == null ? null : state.stage());
    }

    /// Counts the next iteration.
    ///
    /// @return its number
    /// @throws IllegalStateException where no iteration is left, or it was not started
    public int increment() {
        RalphLoopState now = started();
        if (now.iteration() >= now.maxIterations()) {
            throw new IllegalStateException(ExecutionResult.exceeded(now.maxIterations()));
        }
        RalphLoopState next = now.next();
        state = next;
        return next.iteration();
    }

    /// Nothing is continued any more, until it is started again.
    public void cancel() {
        cancelled = true;
    }

    /// Runs the agent until its promise is believed, or the limit is reached, or somebody cancels; where loops are
    /// switched off, once. Of a loop that was cancelled before and not started again it runs nothing.
    public ExecutionResult execute(String taskId, String stage, String prompt, StageAgent agent) {
        RalphLoopState now = begin(taskId, stage, prompt);
        if (cancelled) {
            return cancelled(ExecutionResult.of(""), now);
        }
        if (!config.enabled()) {
            return agent.execute(now);
        }
        while (true) {
            ExecutionResult result = agent.execute(now);
            if (cancelled) {
                return cancelled(result, now);
            }
            if (!shouldContinue(result.output())) {
                return result;
            }
            if (now.iteration() >= now.maxIterations()) {
                return result.failed(ExecutionResult.exceeded(now.maxIterations()));
            }
            var _ = increment();
            now = started();
        }
    }

    private static ExecutionResult cancelled(ExecutionResult result, RalphLoopState now) {
        return result.failed("Cancelled Ralph loop for " + now.taskId() + " at iteration " + now.iteration() + "/"
                + now.maxIterations());
    }

    private RalphLoopState started() {
        RalphLoopState now = state;
        if (now == null) {
            throw new IllegalStateException("the loop was not started");
        }
        return now;
    }
}
