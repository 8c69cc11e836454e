package dev.ralph.engine;

import dev.ralph.agent.Agents;
import dev.ralph.attempt.RootRunner;
import dev.ralph.config.PolicyFromSettings;
import dev.ralph.config.SettingKey;
import dev.ralph.config.SettingKeys;
import dev.ralph.config.Settings;
import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Policy.AgentCommand;
import dev.ralph.paths.ProjectId;
import dev.ralph.paths.TaskId;
import dev.ralph.store.JournalEntry;
import dev.ralph.verify.Check;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// What a [RalphLoop] is told. A value that makes no sense is refused by the call that gives it, with an
/// [IllegalArgumentException] that names it; what was not given has the default of `docs/configuration.md`.
///
/// [#set] takes every setting there is, by its key; the most usual ones have methods of their own.
public final class RalphLoopBuilder {
    private static final AgentCommand CALLBACK = AgentCommand.program("root-runner");

    private final Path folder;
    private final boolean taskFolder;
    private @Nullable Path root;
    private @Nullable ProjectId project;
    private @Nullable TaskId task;
    private @Nullable String prompt;
    private final List<AgentCommand> agents = new ArrayList<>();
    private @Nullable RootRunner callback;
    private Settings settings;
    private UnaryOperator<Policy> lastWord = UnaryOperator.identity();
    private Map<String, String> environment = System.getenv();
    private BiConsumer<JournalEntry<Event>, LoopState> listener = (entry, state) -> {};
    private Consumer<String> warnings = words -> System.getLogger("dev.ralph").log(System.Logger.Level.WARNING, words);

    private RalphLoopBuilder(Path folder, boolean taskFolder) {
        this.folder = folder;
        this.taskFolder = taskFolder;
        this.settings = Settings.standard(folder);
    }

    static RalphLoopBuilder inProject(Path folder) {
        return new RalphLoopBuilder(folder, false);
    }

    static RalphLoopBuilder inTaskFolder(Path folder) {
        return new RalphLoopBuilder(folder, true);
    }

    /// Names project and task. Without it the project is called as its folder, and the task gets a new name; a task
    /// folder already says both.
    public RalphLoopBuilder projectTask(String projectId, String taskId) {
        project = new ProjectId(projectId);
        task = new TaskId(taskId);
        return this;
    }

    /// Keeps the state in `<root>/<project>` instead of the project's own `.ralph` folder.
    public RalphLoopBuilder root(Path shared) {
        root = shared;
        return this;
    }

    /// What the agent shall do. Written to `TASK.md` unless that file exists.
    public RalphLoopBuilder prompt(String text) {
        prompt = text;
        return this;
    }

    /// Any setting, by its key, as in `set(Keys.MAX_COST, new BigDecimal("5"))`.
    ///
    /// @param value null for `off`
    public <T> RalphLoopBuilder set(SettingKey<T> key, @Nullable T value) {
        settings = settings.with(key, value);
        return this;
    }

    /// The agent: a program and its arguments.
    public RalphLoopBuilder agent(String... words) {
        return agentIs(AgentCommand.program(words));
    }

    /// The agent: one that Ralph knows by name, as `claude`. Given again, the next one of a chain, which works when the
    /// one before cannot.
    ///
    /// @param arguments on top of those that Ralph gives it
    public RalphLoopBuilder knownAgent(String name, String... arguments) {
        if (!Agents.names().contains(name)) {
            throw new IllegalArgumentException(
                    "Ralph knows no agent " + name + ", only " + String.join(", ", Agents.names()));
        }
        AgentCommand known = AgentCommand.known(name, null, List.of(arguments));
        if (!agents.isEmpty() && agents.getFirst().kind() == AgentCommand.Kind.KNOWN) {
            agents.add(known);
            return this;
        }
        return agentIs(known);
    }

    /// The agent: a line for `sh -c`.
    public RalphLoopBuilder command(String line) {
        return agentIs(AgentCommand.shell(line));
    }

    /// The agent: a method of this program.
    public RalphLoopBuilder rootRunner(RootRunner run) {
        agentIs(CALLBACK);
        callback = run;
        return this;
    }

    private RalphLoopBuilder agentIs(AgentCommand given) {
        if (!agents.isEmpty()) {
            throw new IllegalArgumentException("the agent is given twice: use one of agent, command and rootRunner");
        }
        agents.add(given);
        return this;
    }

    /// The agent says that the task is done by writing `<promise>text</promise>`.
    public RalphLoopBuilder completionPromise(String text) {
        return set(SettingKeys.COMPLETION_PROMISE, text);
    }

    /// How often the agent may be executed; 100 unless told otherwise, 0 for never.
    public RalphLoopBuilder maxRestarts(int max) {
        return set(SettingKeys.MAX_RESTARTS, max);
    }

    /// How long children may go on after DONE; 5 minutes unless told otherwise.
    public RalphLoopBuilder waitTimeout(Duration timeout) {
        return set(SettingKeys.WAIT_TIMEOUT, timeout);
    }

    /// How often files are looked at where file events do not arrive; 1 second unless told otherwise.
    public RalphLoopBuilder pollInterval(Duration interval) {
        return set(SettingKeys.POLL_INTERVAL, interval);
    }

    /// From the end of one attempt to the start of the next; 1 second unless told otherwise.
    public RalphLoopBuilder restartDelay(Duration delay) {
        return set(SettingKeys.RESTART_DELAY, delay);
    }

    /// What must hold before DONE or a promise is believed: a shell line that must succeed, or the definition of
    /// another check in one line, as `{"type":"file_exists","path":"docs/plan.md"}`. Several are made in order.
    public RalphLoopBuilder check(String line) {
        return check(Check.of(line));
    }

    public RalphLoopBuilder check(Check check) {
        List<String> checks = new ArrayList<>(settings.value(SettingKeys.CHECKS));
        checks.add(check.line());
        return set(SettingKeys.CHECKS, checks);
    }

    /// What agents inherit; this program's own environment unless told otherwise.
    public RalphLoopBuilder environment(Map<String, String> inherited) {
        environment = Map.copyOf(inherited);
        return this;
    }

    /// Hears everything that happens, once it is durable, on the loop's own thread: be quick.
    public RalphLoopBuilder listener(BiConsumer<JournalEntry<Event>, LoopState> hears) {
        listener = hears;
        return this;
    }

    /// Hears what could not be written; the system's logger `dev.ralph` unless told otherwise.
    public RalphLoopBuilder warnings(Consumer<String> hears) {
        warnings = hears;
        return this;
    }

    /// For tests: changes what no setting can.
    RalphLoopBuilder policy(UnaryOperator<Policy> change) {
        lastWord = change;
        return this;
    }

    /// @throws IllegalArgumentException when something needed is missing or two things contradict each other
    public RalphLoop build() {
        if (agents.isEmpty()) {
            throw new IllegalArgumentException("there is no agent: give agent, command or rootRunner");
        }
        ProjectPaths projectPaths = projectPaths();
        EngineOptions options = EngineOptions.of(
                settings, projectPaths.layout(), projectPaths.project(), projectPaths.projectId(), environment, null);
        Policy policy = lastWord.apply(
                PolicyFromSettings.of(settings, Policy.Mode.LOOP, agents, List.of(), projectPaths.project()));
        String text = prompt == null && callback != null ? "" : prompt;
        return new RalphLoop(
                options, new LoopOrder(projectPaths.task(), policy, text, null), callback, listener, warnings);
    }

    private ProjectPaths projectPaths() {
        if (!taskFolder) {
            return ProjectPaths.ofProject(folder, root, project, task);
        }
        if (root != null) {
            throw new IllegalArgumentException("a task folder says where the state lies: leave out root");
        }
        try {
            return ProjectPaths.ofTask(folder, project, task);
        } catch (IOException unreadable) {
            throw new UncheckedIOException("cannot read the project of task folder " + folder, unreadable);
        }
    }
}
