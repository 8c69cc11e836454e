package dev.ralph.run;

import dev.ralph.git.Repository;
import dev.ralph.loop.Caps;
import dev.ralph.loop.Confines;
import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Talk;
import dev.ralph.process.Containment;
import dev.ralph.signal.PromiseRule;
import dev.ralph.store.Entry;
import dev.ralph.task.ProjectId;
import dev.ralph.task.TaskId;
import dev.ralph.verify.Check;
import dev.ralph.verify.Composition;
import dev.ralph.verify.Fields;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// What a [RalphLoop] is told. A value that makes no sense is refused by the call that gives it, with an
/// [IllegalArgumentException] that names it; what was not given has the default of the specification.
public final class RalphLoopBuilder {
    private static final Policy.AgentCommand CALLBACK = Policy.AgentCommand.program("root-runner");

    private final Path folder;
    private final boolean taskFolder;
    private @Nullable Path root;
    private @Nullable ProjectId project;
    private @Nullable TaskId task;
    private @Nullable String prompt;
    private Policy.@Nullable AgentCommand agent;
    private @Nullable RootRunner callback;
    private final List<Policy.AgentCommand> others = new ArrayList<>();
    private Talk talk = Talk.NONE;
    private Policy.Limits limits = Policy.Limits.DEFAULT;
    private Policy.Pace pace = Policy.Pace.DEFAULT;
    private final List<String> checks = new ArrayList<>();
    private boolean guarded = true;
    private Containment containment = Containment.AUTO;
    private Confines confines = Confines.NONE;
    private Map<String, String> environment = System.getenv();
    private BiConsumer<Entry<Event>, LoopState> listener = (entry, state) -> {};
    private Consumer<String> warnings = words -> System.getLogger("dev.ralph").log(System.Logger.Level.WARNING, words);

    private RalphLoopBuilder(Path folder, boolean taskFolder) {
        this.folder = folder;
        this.taskFolder = taskFolder;
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

    /// The agent: a program and its arguments.
    public RalphLoopBuilder agent(String... words) {
        return agentIs(Policy.AgentCommand.program(words));
    }

    /// The agent: one that Ralph knows by name, as `claude`. Given again, the next one of a chain, which works when the
    /// one before cannot.
    ///
    /// @param arguments on top of those that Ralph gives it
    public RalphLoopBuilder knownAgent(String name, String... arguments) {
        if (!Kinds.names().contains(name)) {
            throw new IllegalArgumentException(
                    "Ralph knows no agent " + name + ", only " + String.join(", ", Kinds.names()));
        }
        Policy.AgentCommand known = Policy.AgentCommand.known(name, null, List.of(arguments));
        if (agent != null && agent.kind() == Policy.AgentCommand.Kind.KNOWN) {
            others.add(known);
            return this;
        }
        return agentIs(known);
    }

    /// The agent says that the task is done by writing `<promise>text</promise>`.
    public RalphLoopBuilder completionPromise(String text) {
        talk = new Talk(talk.session(), talk.prompts(), PromiseRule.session(text), talk.mustWork());
        return this;
    }

    /// Every attempt goes on with the conversation of the one before, where the agent can.
    public RalphLoopBuilder resumeSession() {
        talk = new Talk(Talk.Session.RESUME, talk.prompts(), talk.promise(), talk.mustWork());
        return this;
    }

    /// What the loop may use up: tokens, dollars, time, output, disk.
    public RalphLoopBuilder caps(Caps caps) {
        limits = limits.with(caps);
        return this;
    }

    /// The agent: a line for `sh -c`.
    public RalphLoopBuilder command(String line) {
        return agentIs(Policy.AgentCommand.shell(line));
    }

    /// The agent: a method of this program.
    public RalphLoopBuilder rootRunner(RootRunner run) {
        agentIs(CALLBACK);
        callback = run;
        return this;
    }

    private RalphLoopBuilder agentIs(Policy.AgentCommand given) {
        if (agent != null) {
            throw new IllegalArgumentException("the agent is given twice: use one of agent, command and rootRunner");
        }
        agent = given;
        return this;
    }

    /// How often the agent may be executed; 100 unless told otherwise, 0 for never.
    public RalphLoopBuilder maxRestarts(int max) {
        limits = limits.withAttempts(max);
        return this;
    }

    /// How long children may go on after DONE; 5 minutes unless told otherwise.
    public RalphLoopBuilder waitTimeout(Duration timeout) {
        pace = pace.withChildWait(timeout);
        return this;
    }

    /// How often files are looked at where file events do not arrive; 1 second unless told otherwise.
    public RalphLoopBuilder pollInterval(Duration interval) {
        pace = pace.withPoll(interval);
        return this;
    }

    /// From the end of one attempt to the start of the next; 1 second unless told otherwise.
    public RalphLoopBuilder restartDelay(Duration delay) {
        pace = pace.withRestartDelay(delay);
        return this;
    }

    /// The longest silence of an agent program; 5 minutes unless told otherwise, null for any. A [RootRunner] has no
    /// output and may be silent.
    public RalphLoopBuilder idleTimeout(@Nullable Duration timeout) {
        limits = new Policy.Limits(
                limits.attempts(), timeout, limits.wall(), limits.keptOutput(), limits.sameFailures(), limits.caps());
        return this;
    }

    /// The longest attempt; a day unless told otherwise, null for any.
    public RalphLoopBuilder timeout(@Nullable Duration timeout) {
        limits = new Policy.Limits(
                limits.attempts(), limits.idle(), timeout, limits.keptOutput(), limits.sameFailures(), limits.caps());
        return this;
    }

    /// From the polite signal to the deadly one; 5 seconds unless told otherwise.
    public RalphLoopBuilder grace(Duration grace) {
        pace = new Policy.Pace(
                pace.restartDelay(), pace.poll(), pace.childWait(), grace, pace.doneGrace(), pace.check());
        return this;
    }

    /// How long an agent may go on after it wrote DONE; 30 seconds unless told otherwise.
    public RalphLoopBuilder doneGrace(Duration grace) {
        pace = new Policy.Pace(pace.restartDelay(), pace.poll(), pace.childWait(), pace.grace(), grace, pace.check());
        return this;
    }

    /// What must hold before DONE or a promise is believed: a shell line that must succeed, or the definition of
    /// another check in one line, as `{"type":"file_exists","path":"docs/plan.md"}`. Several are made in order.
    public RalphLoopBuilder check(String line) {
        return check(Check.of(line));
    }

    public RalphLoopBuilder check(Check check) {
        checks.add(check.line());
        return this;
    }

    /// Work that weakens what the checks rest on (tests, build files, scripts) is not refused for that. Unless told
    /// so, the tamper guard is one of the checks wherever there is another one and the project is a git repository;
    /// a check of type `tamper` says otherwise rule by rule.
    public RalphLoopBuilder withoutTamperGuard() {
        guarded = false;
        return this;
    }

    /// How firmly the agent's processes are held together; the strongest the machine offers unless told otherwise.
    public RalphLoopBuilder containment(Containment wanted) {
        containment = wanted;
        return this;
    }

    /// Where the agent works, and what it can reach from there; in the project itself, with all rights of this
    /// program, unless told otherwise.
    public RalphLoopBuilder confines(Confines wanted) {
        confines = wanted;
        return this;
    }

    /// What agents inherit; this program's own environment unless told otherwise.
    public RalphLoopBuilder environment(Map<String, String> inherited) {
        environment = Map.copyOf(inherited);
        return this;
    }

    /// Hears everything that happens, once it is durable, on the loop's own thread: be quick.
    public RalphLoopBuilder listener(BiConsumer<Entry<Event>, LoopState> hears) {
        listener = hears;
        return this;
    }

    /// Hears what could not be written; the system's logger `dev.ralph` unless told otherwise.
    public RalphLoopBuilder warnings(Consumer<String> hears) {
        warnings = hears;
        return this;
    }

    /// @throws IllegalArgumentException when something needed is missing or two things contradict each other
    public RalphLoop build() {
        Policy.AgentCommand runs = agent;
        if (runs == null) {
            throw new IllegalArgumentException("there is no agent: give agent, command or rootRunner");
        }
        Grounds grounds = grounds();
        Setup setup = new Setup(
                grounds.layout(),
                grounds.project(),
                grounds.projectId(),
                containment,
                environment,
                null,
                pace.grace(),
                InstantSource.system());
        List<Policy.AgentCommand> agents = new ArrayList<>(List.of(runs));
        agents.addAll(others);
        Policy policy = Policy.restart(runs)
                .withAgents(agents)
                .with(limits)
                .with(pace)
                .withChecks(Composition.of(checks, standard(grounds.project())))
                .with(talk)
                .with(confines);
        String text = prompt == null && callback != null ? "" : prompt;
        return new RalphLoop(setup, new Order(grounds.task(), policy, text, null), callback, listener, warnings);
    }

    /// The layers that nobody has to ask for, as on the command line: where a promise is the signal, what the agent
    /// says
    /// beside it must not contradict it; where something is proven, what that rests on must not be weakened.
    private List<Check> standard(Path where) {
        List<Check> layers = new ArrayList<>();
        if (talk.promise() != null) {
            layers.add(new Check.Claim(Fields.NONE));
        }
        if (guarded && Composition.proves(checks) && Repository.isLikely(where)) {
            layers.add(new Check.Tamper(Fields.NONE));
        }
        return layers;
    }

    private Grounds grounds() {
        if (!taskFolder) {
            return Grounds.ofProject(folder, root, project, task);
        }
        if (root != null) {
            throw new IllegalArgumentException("a task folder says where the state lies: leave out root");
        }
        try {
            return Grounds.ofTask(folder, project, task);
        } catch (IOException unreadable) {
            throw new UncheckedIOException("cannot read the project of task folder " + folder, unreadable);
        }
    }
}
