package dev.ralph;

import dev.ralph.attempt.RootRunner;
import dev.ralph.config.Profile;
import dev.ralph.config.SettingKey;
import dev.ralph.config.SettingKeys;
import dev.ralph.engine.EngineOptions;
import dev.ralph.engine.LoopOrder;
import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Outcome;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Reason;
import dev.ralph.paths.ProjectId;
import dev.ralph.store.JournalEntry;
import dev.ralph.verify.Check;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// A task in a project of its own, opened for each run. Unlike a [Task] it is changed by its calls.
public final class ScratchLoop {
    private Task task;
    private RalphOptions options;
    private UnaryOperator<Policy> change = UnaryOperator.identity();
    private BiConsumer<JournalEntry<Event>, LoopState> listener = (entry, state) -> {};
    private Consumer<String> warnings = words -> {};
    private @Nullable Consumer<RunningTask> asked;
    private @Nullable RunningTask running;

    public ScratchLoop(Path folder, String project, String task) {
        this.task = Task.named(task);
        this.options = RalphOptions.of(folder)
                .with(RalphOptions.Configured.BY_DEFAULTS)
                .with(SettingKeys.PROFILE, Profile.of("restart"))
                .with(SettingKeys.PROJECT, new ProjectId(project));
    }

    /// What is worth comparing of how it ended.
    public record Ended(Reason reason, String sentence, int attempts) {
        public Outcome outcome() {
            return reason.outcome();
        }

        public boolean completed() {
            return outcome() == Outcome.COMPLETED;
        }
    }

    private ScratchLoop task(Task next) {
        task = next;
        return this;
    }

    public ScratchLoop as(String name) {
        return task(task.as(name));
    }

    public ScratchLoop root(Path shared) {
        options = options.with(SettingKeys.ROOT, shared);
        return this;
    }

    public ScratchLoop prompt(String text) {
        return task(task.text(text));
    }

    public <T> ScratchLoop set(SettingKey<T> key, @Nullable T value) {
        return task(task.with(key, value));
    }

    public ScratchLoop agent(String... words) {
        return task(task.program(words));
    }

    public ScratchLoop knownAgent(String... names) {
        return task(task.agent(names));
    }

    public ScratchLoop command(String line) {
        return task(task.command(line));
    }

    public ScratchLoop rootRunner(RootRunner run) {
        return task(task.runner(run));
    }

    public ScratchLoop completionPromise(String text) {
        return task(task.completionPromise(text));
    }

    public ScratchLoop maxRestarts(int most) {
        return task(task.attempts(most));
    }

    public ScratchLoop waitTimeout(Duration timeout) {
        return task(task.waitTimeout(timeout));
    }

    public ScratchLoop pollInterval(Duration interval) {
        return task(task.pollInterval(interval));
    }

    public ScratchLoop restartDelay(Duration delay) {
        return task(task.restartDelay(delay));
    }

    public ScratchLoop check(String line) {
        return task(task.check(line));
    }

    public ScratchLoop check(Check check) {
        return task(task.check(check));
    }

    public ScratchLoop environment(Map<String, String> inherited) {
        options = options.with(inherited);
        return this;
    }

    public ScratchLoop listener(BiConsumer<JournalEntry<Event>, LoopState> hears) {
        listener = hears;
        return this;
    }

    public ScratchLoop warnings(Consumer<String> hears) {
        warnings = hears;
        return this;
    }

    /// Changes what no setting can.
    public ScratchLoop policy(UnaryOperator<Policy> how) {
        change = how;
        return this;
    }

    public Ended run() throws IOException {
        try (Ralph ralph = Ralph.open(options)) {
            return ended(ralph.start(ralph.plan(task), change, this::ready));
        }
    }

    public Ended resume() throws IOException {
        try (Ralph ralph = Ralph.open(options)) {
            return ended(ralph.resume(task, "a program", this::ready));
        }
    }

    private static Ended ended(RunningTask begun) throws IOException {
        RunningTask.Result result = begun.await();
        return new Ended(result.reason(), result.sentence(), result.attempts());
    }

    private synchronized void ready(RunningTask begun) {
        begun.listen(listener);
        begun.warnings(warnings);
        running = begun;
        if (asked != null) {
            asked.accept(begun);
        }
    }

    public void stop() {
        ask(RunningTask::stop);
    }

    public void stop(String by) {
        ask(task -> task.stop(by));
    }

    public void cancel(String by) {
        ask(task -> task.cancel(by));
    }

    /// Something of what runs, or of the next thing that does.
    private synchronized void ask(Consumer<RunningTask> wish) {
        asked = wish;
        if (running != null) {
            wish.accept(running);
        }
    }

    public EngineOptions options() {
        try (Ralph ralph = Ralph.open(options)) {
            return ralph.engineOptions(task);
        }
    }

    public LoopOrder order() throws IOException {
        try (Ralph ralph = Ralph.open(options)) {
            return new LoopOrder(
                    Objects.requireNonNull(task.id()),
                    change.apply(ralph.plan(task).policy()),
                    task.text(),
                    null);
        }
    }
}
