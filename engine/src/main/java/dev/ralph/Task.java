package dev.ralph;

import dev.ralph.attempt.RootRunner;
import dev.ralph.config.FlagValues;
import dev.ralph.config.InvalidConfiguration;
import dev.ralph.config.SettingKey;
import dev.ralph.config.SettingKeys;
import dev.ralph.config.Settings;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Policy.AgentCommand;
import dev.ralph.paths.TaskId;
import dev.ralph.verify.Check;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What is to be done, and how: its name, its text, and the settings that differ from those of the project.
///
/// Every setting of `docs/configuration.md` is taken by [#with(String, String)] as it would be written in the
/// file, and by [#with(SettingKey, Object)] as a value; the most usual ones have methods of their own. A value
/// that makes no sense is refused by the call that gives it. Nothing changes a task: every call returns another
/// one.
public final class Task {
    private static final List<String> RUNNER = List.of("root-runner");

    private final @Nullable TaskId id;
    private final @Nullable String text;
    private final Policy.Mode mode;
    private final FlagValues settings;
    private final @Nullable RootRunner runner;
    private final boolean decidedByChecks;

    private Task(
            @Nullable TaskId id,
            @Nullable String text,
            Policy.Mode mode,
            FlagValues settings,
            @Nullable RootRunner runner,
            boolean decidedByChecks) {
        this.id = id;
        this.text = text;
        this.mode = mode;
        this.settings = settings;
        this.runner = runner;
        this.decidedByChecks = decidedByChecks;
    }

    /// A new task with a name that Ralph makes.
    public static Task of(String text) {
        return new Task(null, text, Policy.Mode.LOOP, FlagValues.none(), null, false);
    }

    /// A task by its name: a new one, or one whose text lies in `TASK.md` of its folder.
    public static Task named(String id) {
        return new Task(new TaskId(id), null, Policy.Mode.LOOP, FlagValues.none(), null, false);
    }

    /// The same under another name.
    public Task as(String other) {
        return new Task(new TaskId(other), text, mode, settings, runner, decidedByChecks);
    }

    /// What the agent shall do. Written to `TASK.md` unless that file exists.
    public Task text(String words) {
        return new Task(id, words, mode, settings, runner, decidedByChecks);
    }

    /// Runs the agent only once, beside the loop of its task: a job.
    public Task once() {
        return new Task(id, text, Policy.Mode.ONCE, settings, runner, decidedByChecks);
    }

    /// That the agent has ended is enough to run the checks: it need not say that it is done.
    Task decidedByChecks() {
        return new Task(id, text, mode, settings, runner, true);
    }

    boolean isDecidedByChecks() {
        return decidedByChecks;
    }

    /// The agent: one that Ralph knows by name, as `claude` or `claude:opus`. The next ones work when those before
    /// them cannot.
    public Task agent(String... names) {
        return with(SettingKeys.AGENTS, List.of(names));
    }

    /// The agent: any program, and its arguments.
    public Task program(String... words) {
        return with(SettingKeys.AGENT, AgentCommand.program(words).words());
    }

    /// The agent: a line for `sh -c`.
    public Task command(String line) {
        return with(SettingKeys.COMMAND, AgentCommand.shell(line).words().getFirst());
    }

    /// The agent: a method of this program.
    public Task runner(RootRunner method) {
        Task called = with(SettingKeys.AGENT, RUNNER);
        return new Task(id, text == null ? "" : text, mode, called.settings, method, decidedByChecks);
    }

    /// One more thing that must hold before the agent is believed: a shell line that must succeed, or the
    /// definition of another check in one line, as `{"type":"file_exists","path":"docs/plan.md"}`.
    public Task check(String line) {
        return checked(settings.with(SettingKeys.CHECKS, Check.of(line).line()));
    }

    public Task check(Check check) {
        return check(check.line());
    }

    /// How often the agent may be executed; 0 for never.
    public Task attempts(int most) {
        return with(SettingKeys.MAX_RESTARTS, most);
    }

    /// From the end of one attempt to the start of the next.
    public Task restartDelay(Duration delay) {
        return with(SettingKeys.RESTART_DELAY, delay);
    }

    /// How long child runs may go on after DONE.
    public Task waitTimeout(Duration timeout) {
        return with(SettingKeys.WAIT_TIMEOUT, timeout);
    }

    /// How often files are looked at where file events do not arrive.
    public Task pollInterval(Duration interval) {
        return with(SettingKeys.POLL_INTERVAL, interval);
    }

    /// The agent says that the task is done by writing `<promise>text</promise>`.
    public Task completionPromise(String promise) {
        return with(SettingKeys.COMPLETION_PROMISE, promise);
    }

    /// Any setting, by its name and as it would be written on the command line: `with("keep", "commit")`.
    public Task with(String name, String value) {
        SettingKey<?> key = SettingKeys.key(name);
        return checked(settings.without(key).with(key, value));
    }

    /// Any setting, by its key: `with(SettingKeys.MAX_TIME, Duration.ofHours(2))`.
    ///
    /// @param value null for `off`
    public <T> Task with(SettingKey<T> key, @Nullable T value) {
        return checked(settings.withValue(key, value));
    }

    private Task checked(FlagValues next) {
        for (SettingKey<?> key : SettingKeys.all()) {
            if (key.group() == SettingKey.Group.PLACE && next.has(key)) {
                throw new IllegalArgumentException(
                        key + " is a setting of the project, not of a task: give it to Ralph.open");
            }
        }
        try {
            var _ = Settings.only(next, Path.of("").toAbsolutePath());
        } catch (InvalidConfiguration wrong) {
            throw new IllegalArgumentException(wrong.getMessage(), wrong);
        }
        return new Task(id, text, mode, next, runner, decidedByChecks);
    }

    @Nullable
    TaskId id() {
        return id;
    }

    @Nullable
    String text() {
        return text;
    }

    Policy.Mode mode() {
        return mode;
    }

    FlagValues settings() {
        return settings;
    }

    @Nullable
    RootRunner runner() {
        return runner;
    }
}
