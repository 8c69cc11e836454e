package dev.ralph;

import dev.ralph.agent.AgentKind;
import dev.ralph.attempt.AttemptTools;
import dev.ralph.attempt.RootRunner;
import dev.ralph.backlog.BacklogFiles;
import dev.ralph.backlog.BacklogTask;
import dev.ralph.backlog.BacklogTasks;
import dev.ralph.backlog.Iteration;
import dev.ralph.backlog.Learning;
import dev.ralph.backlog.TaskFile;
import dev.ralph.backlog.TaskHistory;
import dev.ralph.budget.Prices;
import dev.ralph.bus.Bus;
import dev.ralph.bus.BusMessage;
import dev.ralph.bus.MessageDraft;
import dev.ralph.config.Configuration;
import dev.ralph.config.FlagValues;
import dev.ralph.config.PolicyFromSettings;
import dev.ralph.config.Profile;
import dev.ralph.config.ResumedPolicy;
import dev.ralph.config.SettingKey;
import dev.ralph.config.SettingKeys;
import dev.ralph.config.Settings;
import dev.ralph.config.TrackerSettings;
import dev.ralph.config.ValueOrigin;
import dev.ralph.engine.AcceptanceChecks;
import dev.ralph.engine.ActiveFlow;
import dev.ralph.engine.AttemptCost;
import dev.ralph.engine.BaselineCheck;
import dev.ralph.engine.ChecksBeforeWork;
import dev.ralph.engine.Cleanup;
import dev.ralph.engine.Engine;
import dev.ralph.engine.EngineOptions;
import dev.ralph.engine.HeldByOther;
import dev.ralph.engine.JobHandover;
import dev.ralph.engine.LoopOrder;
import dev.ralph.engine.LoopReceipts;
import dev.ralph.engine.ProjectAudit;
import dev.ralph.engine.PublicFileRepair;
import dev.ralph.engine.StateFolder;
import dev.ralph.engine.StatusLines;
import dev.ralph.environment.Confinement;
import dev.ralph.environment.SecretFilter;
import dev.ralph.flow.FlowEvent;
import dev.ralph.flow.FlowState;
import dev.ralph.flow.FlowTasks;
import dev.ralph.git.Repository;
import dev.ralph.loop.ConfinementPolicy;
import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Outcome;
import dev.ralph.loop.Policy;
import dev.ralph.machine.StreamHead;
import dev.ralph.paths.LenientText;
import dev.ralph.paths.LoopPaths;
import dev.ralph.paths.ProjectId;
import dev.ralph.paths.RequestRefused;
import dev.ralph.paths.StateLayout;
import dev.ralph.paths.TaskId;
import dev.ralph.pipeline.PipelineProgress;
import dev.ralph.pipeline.PipelineReason;
import dev.ralph.process.Supervisor;
import dev.ralph.process.SweepResult;
import dev.ralph.proof.PinnedConfiguration;
import dev.ralph.proof.ReverificationResult;
import dev.ralph.sandbox.SandboxTier;
import dev.ralph.serve.EventServer;
import dev.ralph.serve.JournalEvents;
import dev.ralph.spec.Feature;
import dev.ralph.spec.SpecDraft;
import dev.ralph.spec.SpecFolder;
import dev.ralph.spec.SpecTrace;
import dev.ralph.spec.TestMention;
import dev.ralph.stage.StageTasks;
import dev.ralph.store.Journal;
import dev.ralph.store.JournalEntry;
import dev.ralph.store.JournalView;
import dev.ralph.store.Leases;
import dev.ralph.store.LoopSummary;
import dev.ralph.store.PositionedEntry;
import dev.ralph.store.Questions;
import dev.ralph.store.RecoveredJournal;
import dev.ralph.store.Requests;
import dev.ralph.store.SqliteJournal;
import dev.ralph.store.StatusFile;
import dev.ralph.store.StatusLine;
import dev.ralph.store.StreamQuery;
import dev.ralph.store.StreamSummary;
import dev.ralph.store.StreamType;
import dev.ralph.survey.Survey;
import dev.ralph.tamper.TestPaths;
import dev.ralph.tracker.TrackerSync;
import dev.ralph.workspace.AttemptRef;
import dev.ralph.workspace.Conservation;
import dev.ralph.workspace.RewindResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Runs agents again and again until their tasks are done: all that the command `ralph` does in a project, for
/// programs.
///
/// The agent is one that Ralph knows by name, or any program. It says that the task is done by creating the file
/// `DONE` in its task folder, whose path it finds in the variable `TASK_FOLDER`; whatever its exit code, it is
/// started again until that file exists and every check passes:
///
/// ```java
/// try (Ralph ralph = Ralph.open(Path.of("my-project"))) {
///     RunningTask fix = ralph.start(Task.named("fix-1")
///             .text("Make the tests pass")
///             .program("my-agent", "--print")
///             .attempts(50)
///             .check("make test")
///             .with("keep", "commit"));
///     RunningTask.Result result = fix.await();
///     System.out.println(result.outcome() + ": " + result.sentence());
///     System.out.println(result.commit().orElse("nothing was committed"));
/// }
/// ```
///
/// Instead of a program, the agent may be a method of yours. Attempts are counted from 0 there; an exception is a
/// failed attempt and may be tried again, a [dev.ralph.attempt.FatalFailure] is not:
///
/// ```java
/// ralph.start(Task.of("Count to three").runner((context, attempt) -> {
///     if (attempt == 2) {
///         context.done();
///     }
/// })).await();
/// ```
///
/// The file `examples/RestartLoop.java` is a whole program of this kind.
///
/// **Settings.** What a [Task] does not say is found as `ralph run` finds it: in `.ralph/config.yaml` of the
/// project, in the user's file, in variables. So proof, clean room, sandbox, workspace and keep are what they are
/// there.
///
/// **How it ends.** [RunningTask#await] returns when there is an [dev.ralph.loop.Outcome]: COMPLETED (DONE, and
/// every check passed), EXHAUSTED (max restarts), WAITING (the agent asked to be left alone: exit code 42, a
/// `wait_without_restart` message on its bus, or the file `WAIT_WITHOUT_RESTART`), STOPPED or CANCELLED (somebody
/// asked), FATAL (the agent cannot be started), FAILED (the loop cannot go on; the reason says why), BLOCKED (the
/// breaker). [#start] throws only when there is no loop to speak of: another process holds the task
/// ([HeldByOther]), the task has no text or the folder does not exist ([RequestRefused]), the journal cannot be
/// used ([dev.ralph.store.JournalUnusable], [IOException]).
///
/// **Stopping.** [RunningTask#stop] from any thread, an interrupt of the thread that awaits it, or the end of the
/// JVM ends the agent and everything it started. A stopped task goes on with [#resume], in any process, counting
/// what was spent. [#stop] and its kin reach a task whatever process runs it.
///
/// **Looking.** [#status] says where every task stands, [#events] what happened, in one order for all of them;
/// `ralph status` and `ralph logs` work beside it.
///
/// **Housekeeping.** [#audit] proves that the work of every attempt is still there, [#clean] frees what old loops take.
public final class Ralph implements AutoCloseable {
    private static final Duration LOOK = Duration.ofMillis(100);
    private static final int MOST_EVENTS = 1000;
    private static final int MOST_WORDS = 60_000;
    private static final int LONGEST_TEST = 4 << 20;
    private static final String END = "the end of the program";

    private final RalphOptions options;
    private final Path folder;
    private final StateLayout layout;
    private final ProjectId id;
    private final Settings settings;
    private final List<RunningMachine<?>> running = new ArrayList<>();
    private @Nullable Thread hook;

    private Ralph(RalphOptions options, Path folder, StateLayout layout, ProjectId id, Settings settings) {
        this.options = options;
        this.folder = folder;
        this.layout = layout;
        this.id = id;
        this.settings = settings;
    }

    /// The project in this folder.
    public static Ralph open(Path project) {
        return open(RalphOptions.of(project));
    }

    public static Ralph open(RalphOptions options) {
        String inside = options.environment().get("RALPH_INSIDE_FOLDER");
        Path here = Path.of("").toAbsolutePath();
        Path told = options.project();
        Path folder = here.resolve(told != null ? told : Path.of(inside == null ? "" : inside))
                .normalize();
        Settings settings = settings(options, folder);
        ProjectId id = settings.value(SettingKeys.PROJECT);
        Path root = settings.maybe(SettingKeys.ROOT);
        StateLayout layout = root == null ? StateLayout.inProject(folder) : StateLayout.underRoot(root, id);
        String state = options.environment().get("RALPH_INSIDE_STATE");
        String tasks = options.environment().get("RALPH_INSIDE_TASKS");
        if (told == null && root == null && inside != null && state != null && tasks != null) {
            layout = new StateLayout(Path.of(state), Path.of(tasks));
            String project = options.environment().get("JRUN_PROJECT_ID");
            id = project == null ? id : new ProjectId(project);
        }
        return new Ralph(options, folder, layout, id, settings);
    }

    /// The project that a task belongs to, by the task's folder, which holds its DONE file:
    /// `<root>/<project>/<task>`, or `<project folder>/.ralph/tasks/<task>`. Below a shared root the agents work
    /// where `PROJECT-ROOT.txt` says, else in the current folder.
    public static Ralph openTaskFolder(Path folder) throws IOException {
        Path home = folder.toAbsolutePath().normalize();
        Path tasks = home.getParent();
        if (tasks == null || tasks.getFileName() == null) {
            throw new IllegalArgumentException(
                    "task folder " + home + " has no project folder above it: give <root>/<project>/<task>");
        }
        Path state = tasks.getParent();
        Path above = state == null ? null : state.getParent();
        if (state != null && above != null && state.endsWith(".ralph") && tasks.endsWith("tasks")) {
            return open(above);
        }
        Path pointer = tasks.resolve("PROJECT-ROOT.txt");
        Path works = Files.isRegularFile(pointer)
                ? Path.of(LenientText.read(pointer).strip())
                : Path.of("").toAbsolutePath();
        RalphOptions options = RalphOptions.of(works);
        return new Ralph(options, works, new StateLayout(tasks, tasks), ProjectId.of(tasks), settings(options, works));
    }

    /// What an agent, or what it started, can tell Ralph about its own task; empty outside of an attempt.
    public static Optional<AttemptTools> attemptTools(Map<String, String> environment) {
        return AttemptTools.of(environment, Path.of("").toAbsolutePath(), InstantSource.system());
    }

    /// How a repository is tested, by its files alone.
    public static Survey survey(Path folder) throws IOException {
        return Survey.of(folder);
    }

    /// The names of the agents that Ralph knows and this machine has.
    public static List<String> installedAgents(Path folder, Map<String, String> environment) {
        return Plan.installed(folder, environment).stream().map(AgentKind::name).toList();
    }

    private static Settings settings(RalphOptions options, Path folder) {
        return options.configuration() == RalphOptions.Configured.BY_DEFAULTS
                ? Settings.only(options.settings(), folder)
                : new Configuration(folder, Path.of("").toAbsolutePath(), options.environment())
                        .load(options.settings());
    }

    /// Where agents work.
    public Path folder() {
        return folder;
    }

    /// Where everything about tasks lies.
    public StateLayout layout() {
        return layout;
    }

    public ProjectId id() {
        return id;
    }

    /// What holds for tasks that say nothing else.
    public Settings settings() {
        return settings;
    }

    /// A job is part of what somebody else does: it works where that one does, whatever agent it is given to.
    private Settings settings(Task task) {
        FlagValues said = task.settings();
        boolean open = settings.origin(SettingKeys.PROFILE).source() == ValueOrigin.Source.DEFAULT;
        if (task.mode() == Policy.Mode.ONCE && open && !said.has(SettingKeys.PROFILE)) {
            said = said.withValue(SettingKeys.PROFILE, Profile.all().getFirst());
        }
        return said.isEmpty()
                ? settings
                : settings(options.with(options.settings().and(said)), folder);
    }

    /// What the engine of a task is told.
    EngineOptions engineOptions(Task task) {
        return engineOptions(settings(task));
    }

    /// What engines are told where no task says otherwise.
    private EngineOptions engineOptions() {
        return engineOptions(settings);
    }

    private EngineOptions engineOptions(Settings wanted) {
        return engineOptions(wanted, Map.of());
    }

    /// @param found variables that count where the environment does not have them
    private EngineOptions engineOptions(Settings wanted, Map<String, String> found) {
        Map<String, String> environment = new HashMap<>(found);
        environment.putAll(options.environment());
        return EngineOptions.of(wanted, layout, folder, id, environment, options.launcherFolder());
    }

    /// What models cost here.
    ///
    /// @throws RequestRefused where the settings name a file that cannot be used
    public Prices prices() {
        return EngineOptions.prices(settings).get();
    }

    /// A name that no task has yet, made from what is to be done.
    public TaskId nameFor(String text) {
        return TaskId.of(text, id -> Files.exists(layout.task(id).path()));
    }

    private TaskId name(Task task) {
        TaskId named = task.id();
        return named != null ? named : nameFor(Objects.requireNonNullElse(task.text(), ""));
    }

    /// What would confine the programs of a plan; empty where nothing shall.
    ///
    /// @throws RequestRefused where this machine lacks the sandbox or the workspace that the plan requires
    public Optional<SandboxTier> sandbox(Plan plan) throws IOException {
        return engineOptions(plan.settings()).sandbox(plan.policy());
    }

    /// What a task would be run with. Nothing is written; a task without a name gets one when it starts.
    public Plan plan(Task task) throws IOException {
        return plan(task, Ralph::refuse);
    }

    /// The same for somebody who only wants to know.
    ///
    /// @param unready hears why no agent is ready, instead of an exception
    public Plan plan(Task task, Consumer<String> unready) throws IOException {
        Settings said = settings(task);
        boolean finds = task.mode() == Policy.Mode.LOOP
                && task.runner() == null
                && said.value(SettingKeys.PROFILE).findsSettings();
        Plan.Found found = finds ? find(said, unready) : Plan.Found.nothing(said);
        Settings wanted = found.settings();
        List<Policy.AgentCommand> agents = task.mode() == Policy.Mode.LOOP
                ? wanted.value(SettingKeys.PROFILE).agents(wanted)
                : PolicyFromSettings.agents(wanted);
        if (agents.isEmpty()) {
            throw new RequestRefused("No agent. Use --agent NAME or -- PROGRAM, or set `agent` in " + settingsFile());
        }
        if (finds) {
            Plan.requireInstalled(agents, folder, options.environment(), unready);
        }
        TaskId named = task.id();
        List<String> accepted = named == null ? List.of() : accepted(task, wanted, named);
        Policy policy = PolicyFromSettings.of(wanted, task.mode(), agents, accepted, folder);
        if (task.isDecidedByChecks()) {
            policy = policy.with(policy.conversation().decidedByChecks());
        }
        if (finds
                && Profile.of(policy)
                        .flow(wanted, folder, options.environment())
                        .isEmpty()) {
            Plan.requireCheck(wanted, policy, folder);
        }
        Repository repository = Repository.at(folder).orElse(null);
        return new Plan(
                task,
                wanted,
                policy,
                found,
                repository == null ? null : repository.head().commit());
    }

    private static void refuse(String why) {
        throw new RequestRefused(why);
    }

    private Plan.Found find(Settings said, Consumer<String> unready) throws IOException {
        EngineOptions engine = engineOptions(said);
        boolean isElsewhere = said.value(SettingKeys.SANDBOX) == ConfinementPolicy.Sandbox.OFF
                && said.value(SettingKeys.WORKSPACE) == ConfinementPolicy.Workspace.OVERLAY
                && !engine.canOverlay();
        Settings placed = isElsewhere
                ? said.with(Map.of(SettingKeys.WORKSPACE, List.of("worktree")), "as no overlay can be mounted here")
                : said;
        return Plan.find(placed, folder, options.environment(), Confinement.machine(engine.workspaces()), unready);
    }

    private LoopOrder order(TaskId name, Policy policy, Task task) {
        return new LoopOrder(
                name,
                policy,
                task.text(),
                options.environment().get("JRUN_ID"),
                options.environment().get("RALPH_INSIDE_LOOP"));
    }

    /// Where the project's settings are written, wherever its state lies.
    public Path settingsFile() {
        return folder.resolve(Configuration.PROJECT_FILE);
    }

    /// The checks that the task was added with.
    private List<String> accepted(Task task, Settings wanted, TaskId name) throws IOException {
        if (task.mode() == Policy.Mode.ONCE) {
            return List.of();
        }
        try {
            return new AcceptanceChecks(engineOptions(wanted), name).lines();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while reading the acceptance checks of task " + name, stopped);
        }
    }

    /// Runs a new task; or, where its last loop was interrupted by a crash, that one.
    public RunningTask start(Task task) throws IOException {
        return start(task, Ralph::log);
    }

    /// @param ready hears of it before anything is run, so that it can listen to everything
    public RunningTask start(Task task, Consumer<RunningTask> ready) throws IOException {
        return start(plan(task), UnaryOperator.identity(), ready);
    }

    /// The same for a plan that somebody has looked at.
    public RunningTask start(Plan plan, Consumer<RunningTask> ready) throws IOException {
        return start(plan, UnaryOperator.identity(), ready);
    }

    /// @param change what no setting says, for tests
    RunningTask start(Plan plan, UnaryOperator<Policy> change, Consumer<RunningTask> ready) throws IOException {
        Task task = plan.task();
        EngineOptions engineOptions =
                engineOptions(plan.settings(), plan.found().variables());
        TaskId named = task.id();
        TaskId name =
                named != null ? named : Engine.reserve(engineOptions, Objects.requireNonNullElse(task.text(), ""));
        try {
            return run(
                    name,
                    () -> {
                        requireNoneHidden(name);
                        Settings wanted = plan.settings();
                        List<String> accepted = accepted(task, wanted, name);
                        LoopOrder order = order(name, change.apply(plan.policy()), task);
                        return new RunningTask.Beginning(
                                engineOptions,
                                task.runner(),
                                engine -> engine.start(order, old -> resumed(old, wanted, accepted), plan.keeping()));
                    },
                    ready);
        } catch (IOException | RuntimeException refused) {
            if (named == null) {
                Engine.giveBack(engineOptions, name);
            }
            throw refused;
        }
    }

    /// Works on the tasks that the profile of these settings knows, such as those of a list; or, where the last flow of
    /// that name was interrupted or waited for an answer, goes on with it.
    ///
    /// @param flow  what holds for all of its tasks; without a name it has that of its profile
    /// @param ready hears of it before anything is run, so that it can listen to everything
    public RunningFlow startFlow(Task flow, Consumer<RunningFlow> ready) throws IOException {
        Settings said = settings(flow);
        Profile profile = said.value(SettingKeys.PROFILE);
        TaskId given = flow.id();
        String name = given == null ? profile.flowName(said, folder) : given.value();
        return startFlow(name, profile, said, flow.runner(), ready);
    }

    /// The tasks of a list as a flow would work on them; nothing is begun.
    ///
    /// @throws RequestRefused where it could not begin
    public FlowTasks requireTasks(Plan plan) throws IOException {
        FlowTasks tasks = taskFlow(plan.settings().value(SettingKeys.PROFILE), plan.settings())
                .tasks();
        tasks.require();
        return tasks;
    }

    /// Continues a flow that no process runs, paused or not. One that has ended is begun again, with what is left to
    /// do.
    ///
    /// @param name see [#flow(String)]
    /// @param by   who asks, for the journal
    public RunningFlow resumeFlow(String name, String by, Consumer<RunningFlow> ready) throws IOException {
        StreamHead head = flow(name).orElseThrow(() -> new RequestRefused("no run " + name));
        for (StreamSummary paused : Stream.of(name, head.task())
                .distinct()
                .map(this::machine)
                .flatMap(Optional::stream)
                .toList()) {
            requests().send(paused.head().id(), Requests.Kind.RELEASE, by);
        }
        return startFlow(head.task(), Profile.of(head.profile()), settings(head), null, ready);
    }

    private RunningFlow startFlow(
            String name, Profile profile, Settings said, @Nullable RootRunner runner, Consumer<RunningFlow> ready)
            throws IOException {
        Plan.Found found =
                profile.findsSettings() && runner == null ? find(said, Ralph::refuse) : Plan.Found.nothing(said);
        Profile.TaskFlow work = taskFlow(profile, found.settings());
        work.tasks().require();
        EngineOptions engineOptions = engineOptions(found.settings(), found.variables());
        List<Policy.AgentCommand> agents = PolicyFromSettings.agents(found.settings());
        if (!agents.isEmpty()) { // what this machine lacks would fail one task after the other
            var _ = engineOptions.sandbox(
                    PolicyFromSettings.of(found.settings(), Policy.Mode.LOOP, agents, List.of(), folder));
        }
        return RunningFlow.start(
                name,
                () -> Engine.open(engineOptions, runner),
                engine -> engine.startFlow(name, profile.name(), work.plan(), work.tasks()),
                profile.wording(),
                warnings -> hooks(found.settings(), work.tasks(), warnings),
                begun -> {
                    remember(begun);
                    ready.accept(begun);
                });
    }

    /// What a flow is run with: it has the defaults and files of its profile, whatever is usual here.
    public Settings settings(StreamHead flow) {
        Profile profile = Profile.of(flow.profile());
        Task task = Task.named(flow.task()).with("profile", profile.name());
        for (Map.Entry<String, String> setting : profile.settingsOf(flow.task()).entrySet()) {
            task = task.with(setting.getKey(), setting.getValue());
        }
        return settings(task);
    }

    /// What was done for a task of the list, iteration by iteration.
    public List<Iteration> iterations(String task) throws IOException {
        if (tasks().look().task(task).isEmpty()) {
            return List.of();
        }
        try (JournalView journal = journal()) {
            return new TaskIterations(layout, folder, TaskStates.of(tasks().path(), task))
                    .of(journal, journal.loopsOf(task).reversed());
        }
    }

    private HookCalls hooks(Settings wanted, FlowTasks tasks, Consumer<String> warnings) {
        HookCalls calls = new HookCalls(tasks(), head -> new LoopPaths(layout, folder, head), warnings);
        Map<String, String> lines = wanted.value(SettingKeys.HOOKS);
        if (!lines.isEmpty()) {
            Map<String, String> seen = new HashMap<>(options.environment());
            seen.remove(TrackerSettings.TOKEN);
            calls.add(new CommandHooks(lines, folder, seen, warnings));
        }
        if (tasks instanceof BacklogTasks list) {
            list.anomalies(calls::odd);
        } else if (tasks instanceof StageTasks stages) {
            stages.anomalies(calls::odd);
            stages.warnings(warnings);
        }
        return calls;
    }

    private Profile.TaskFlow taskFlow(Profile profile, Settings wanted) throws IOException {
        return profile.flow(wanted, folder, options.environment())
                .orElseThrow(() ->
                        new RequestRefused("profile " + profile.name() + " runs single tasks. Use: ralph run \"...\""));
    }

    /// The open flow of that name, or the open pipeline of a task that belongs to one.
    public Optional<StreamSummary> machine(String name) {
        try (JournalView journal = journal()) {
            return journal.streams(StreamQuery.of(name)).stream()
                    .filter(stream -> !stream.ended() && stream.head().kind() != StreamHead.Kind.LOOP)
                    .findFirst();
        }
    }

    /// The flow that a task is in flight in.
    public Optional<StreamHead> flowOf(String task) {
        Optional<StreamSummary> machine = machine(task);
        try (JournalView journal = journal()) {
            return machine.map(found -> flow(journal, found.head()));
        }
    }

    /// Ends a flow or a task in one, whatever process runs it, and waits until that has happened.
    ///
    /// @param machine see [#machine]
    /// @param kind    STOP, STOP_AFTER_ATTEMPT or CANCEL
    public StreamSummary stop(StreamSummary machine, Requests.Kind kind, String by)
            throws IOException, InterruptedException {
        StreamHead head = machine.head();
        if (!kind.stops()) {
            throw new IllegalArgumentException(kind + " does not end a flow");
        }
        requests().send(head.id(), kind, by);
        while (true) {
            try (JournalView journal = journal()) {
                StreamSummary now = journal.stream(head.id()).orElseThrow();
                StreamHead flow = flow(journal, head);
                if (now.ended()) {
                    return now;
                }
                if (leases().whoHolds(Leases.key(flow)).isEmpty()) {
                    settleFlow(flow, head);
                }
            }
            Thread.sleep(LOOK);
        }
    }

    /// The pipeline of a task whose stages have all passed, and whose work waits to be merged.
    public Optional<StreamSummary> merging(String task) {
        try (JournalView journal = journal()) {
            return journal.streams(StreamQuery.of(task).of(StreamHead.Kind.PIPELINE)).stream()
                    .findFirst()
                    .filter(pipeline -> pipeline.detail() instanceof PipelineProgress progress
                            && progress.reason() instanceof PipelineReason.StagesPassed
                            && isMerging(journal, pipeline.head()));
        }
    }

    private static boolean isMerging(JournalView journal, StreamHead pipeline) {
        List<FlowEvent> past = flowEvents(journal, pipeline);
        return !past.isEmpty() && FlowState.replay(past).needs(pipeline.id());
    }

    private static List<FlowEvent> flowEvents(JournalView journal, StreamHead pipeline) {
        return journal.events(StreamType.FLOW, String.valueOf(pipeline.parent()));
    }

    /// Gives up work that waits to be merged, which stays on its branch, and waits until that has happened. A flow that
    /// no process runs does it when somebody continues it.
    ///
    /// @param pipeline see [#merging]
    /// @return false where it was merged in that moment
    public boolean cancelMerge(StreamSummary pipeline, String by) throws IOException, InterruptedException {
        StreamHead head = pipeline.head();
        requests().send(head.id(), Requests.Kind.CANCEL, by);
        while (true) {
            try (JournalView journal = journal()) {
                boolean isLeft =
                        leases().whoHolds(Leases.key(flow(journal, head))).isEmpty();
                if (isLeft || !isMerging(journal, head)) {
                    return !isMerged(flowEvents(journal, head), head);
                }
            }
            Thread.sleep(LOOK);
        }
    }

    /// Gives up a task of a flow, whatever it is at: its stages, or its merge.
    ///
    /// @param pipeline see [#machine] and [#merging]
    /// @return false where it had come to another end before
    public boolean cancel(StreamSummary pipeline, String by) throws IOException, InterruptedException {
        StreamSummary ended = pipeline.ended() ? pipeline : stop(pipeline, Requests.Kind.CANCEL, by);
        PipelineReason why = ((PipelineProgress) ended.detail()).reason();
        if (why != null && why.outcome() == Outcome.CANCELLED) {
            return true;
        }
        Optional<StreamSummary> merging = merging(pipeline.head().task());
        return merging.isPresent() && cancelMerge(merging.get(), by);
    }

    private static boolean isMerged(List<FlowEvent> past, StreamHead pipeline) {
        for (FlowEvent event : past.reversed()) {
            if (event instanceof FlowEvent.Integrated merged && merged.task().equals(pipeline.task())) {
                return true;
            }
            if (event instanceof FlowEvent.PipelineOpened opened
                    && opened.head().equals(pipeline)) {
                return false;
            }
        }
        return false;
    }

    private static StreamHead flow(JournalView journal, StreamHead of) {
        String parent = of.parent();
        return parent == null ? of : journal.stream(parent).orElseThrow().head();
    }

    private void settleFlow(StreamHead flow, StreamHead asked) throws IOException, InterruptedException {
        Profile.TaskFlow work = taskFlow(Profile.of(flow.profile()), settings(flow));
        try (Engine engine = Engine.open(engineOptions(), null)) {
            engine.settleFlow(flow, asked, work.tasks());
        } catch (HeldByOther runs) {
            return; // it has the request
        }
    }

    /// The task's last loop goes on, counting what was already spent. One that was completed stays so.
    public RunningTask resume(String task) throws IOException {
        return resume(Task.named(task));
    }

    /// The same with other settings; what the task does not say stays as it was when it began.
    public RunningTask resume(Task task) throws IOException {
        return resume(task, "a program", Ralph::log);
    }

    /// @param by    who asks, for the journal
    /// @param ready hears of it before anything is run, so that it can listen to everything
    public RunningTask resume(Task task, String by, Consumer<RunningTask> ready) throws IOException {
        for (SettingKey<?> key : SettingKeys.all()) {
            if (!key.isResumable() && task.settings().has(key)) {
                throw new IllegalArgumentException(key + " is fixed when a task begins: leave it out");
            }
        }
        TaskId name = task.id();
        if (name == null) {
            throw new IllegalArgumentException("only a task with a name can be resumed: use Task.named");
        }
        return run(
                name,
                () -> {
                    Settings wanted = settings(task);
                    return new RunningTask.Beginning(
                            engineOptions(wanted),
                            task.runner(),
                            engine -> engine.resume(name, old -> resumed(old, wanted, List.of()), by));
                },
                ready);
    }

    private RunningTask run(TaskId name, RunningTask.Beginning.Source source, Consumer<RunningTask> ready)
            throws IOException {
        return RunningTask.start(name, source, begun -> {
            remember(begun);
            ready.accept(begun);
        });
    }

    private Policy resumed(Policy old, Settings now, List<String> accepted) {
        try {
            boolean meddled = new PinnedConfiguration(folder).isChanged(old.proof());
            return new ResumedPolicy(old, now, accepted, folder, meddled).policy();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /// A file in the project says where its state lies, and an agent can write there: no interrupted loop is left
    /// behind for it.
    private void requireNoneHidden(TaskId task) {
        ValueOrigin root = settings.origin(SettingKeys.ROOT);
        StateLayout beside = StateLayout.inProject(folder);
        if (root.source() != ValueOrigin.Source.PROJECT || beside.equals(layout)) {
            return;
        }
        try (JournalView journal = SqliteJournal.view(beside.journal())) {
            if (journal.loopsOf(task.value()).stream().anyMatch(LoopSummary::open)) {
                throw new RequestRefused(
                        "task " + task + " has an open loop in " + beside.state() + ", but `root` points elsewhere ("
                                + root + "). Remove `root`, then continue the loop (ralph resume " + task
                                + ") or give it up (ralph cancel " + task + ")");
            }
        }
    }

    private static void log(RunningTask task) {
        task.warnings(words -> System.getLogger("dev.ralph").log(System.Logger.Level.WARNING, words));
    }

    private synchronized void remember(RunningMachine<?> begun) {
        running.removeIf(RunningMachine::hasEnded);
        running.add(begun);
        hook(() -> begun.stop(END));
    }

    /// @param late what to do where the program ends already
    private void hook(Runnable late) {
        if (hook == null && options.atExit() == RalphOptions.AtExit.STOP_TASKS) {
            hook = new Thread(this::endWithTheProgram, "ralph-stop");
            try {
                Runtime.getRuntime().addShutdownHook(hook);
            } catch (IllegalStateException ending) {
                late.run();
            }
        }
    }

    /// Stops what it started, and waits until nothing of it is left.
    @Override
    public void close() {
        Thread unneeded;
        synchronized (this) {
            unneeded = hook;
            hook = null;
        }
        stopAll("the program that runs it").forEach(machine -> machine.join(null));
        if (unneeded != null) {
            try {
                Runtime.getRuntime().removeShutdownHook(unneeded);
            } catch (IllegalStateException ending) {
                unneeded.setName("ralph-stop-running");
            }
        }
    }

    /// What is left after a while is found and ended by the next engine.
    private void endWithTheProgram() {
        stopAll(END).forEach(machine -> machine.join(machine.longestStop()));
    }

    private synchronized List<RunningMachine<?>> stopAll(String by) {
        running.removeIf(RunningMachine::hasEnded);
        running.forEach(machine -> machine.stop(by));
        return List.copyOf(running);
    }

    /// The open loop whose agent, or what it started, this program is; a shell may outlive it.
    public Optional<String> surroundingLoop() {
        String loop = options.environment().get("RALPH_INSIDE_LOOP");
        if (loop == null || options.environment().get("JRUN_ID") == null) {
            return Optional.empty();
        }
        try (JournalView journal = journal()) {
            return journal.loop(loop).filter(LoopSummary::open).map(open -> loop);
        }
    }

    /// Leaves a job to the engine that runs the agent which orders it.
    ///
    /// @param loop see [#surroundingLoop]
    /// @return the job's loop
    public String handOver(String loop, Task job) throws IOException {
        Plan plan = plan(job);
        return JobHandover.to(engineOptions(plan.settings()), loop, order(name(job), plan.policy(), job));
    }

    /// Waits for the end of a loop, whatever process runs it.
    public LoopSummary await(String loop) throws InterruptedException {
        try (JournalView journal = journal()) {
            while (true) {
                Optional<LoopSummary> summary = journal.loop(loop);
                if (summary.isPresent() && !summary.get().open()) {
                    return summary.get();
                }
                Thread.sleep(LOOK);
            }
        }
    }

    /// Whether a process runs a loop of this task right now.
    public boolean isRunning(String task) {
        return leases().whoHolds(new TaskId(task).lock()).isPresent();
    }

    /// Whether a process runs this loop right now.
    public boolean isRunning(LoopSummary loop) {
        return loop.open() && leases().whoHolds(Leases.key(loop.head())).isPresent();
    }

    /// Who runs what.
    public Leases leases() {
        return StateFolder.leases(layout);
    }

    /// Ends the running attempt of a task, whatever process runs it, and leaves a loop that can be resumed.
    public LoopSummary stop(String task, String by) throws IOException, InterruptedException {
        return askAndWait(task, Requests.Kind.STOP, by);
    }

    /// Gives a task up, whatever process runs it.
    public LoopSummary cancel(String task, String by) throws IOException, InterruptedException {
        return askAndWait(task, Requests.Kind.CANCEL, by);
    }

    private LoopSummary askAndWait(String task, Requests.Kind kind, String by)
            throws IOException, InterruptedException {
        ask(task, kind, by);
        return awaitEnd(task, kind, by);
    }

    /// Starts no further attempt of a task, and nothing new of a flow, until somebody resumes it.
    public void pause(String task, String by) throws IOException {
        ask(task, Requests.Kind.HOLD, by);
    }

    /// Lets a paused task go on in the process that runs it; false when no process does.
    public boolean release(String task, String by) throws IOException {
        Optional<StreamSummary> machine = machine(task);
        if (machine.isPresent()) {
            StreamHead head = machine.get().head();
            if (!isRunning(head)) {
                return false;
            }
            requests().send(head.id(), Requests.Kind.RELEASE, by);
            return true;
        }
        Optional<LoopSummary> loop =
                loop(task).filter(LoopSummary::open).filter(open -> !open.head().isJob());
        if (loop.isEmpty() || !isRunning(task)) {
            return false;
        }
        requests().send(loop.get().head().id(), Requests.Kind.RELEASE, by);
        return true;
    }

    /// Whether a process works on this task right now, or on the flow that it belongs to.
    public boolean isWorkedOn(String task) {
        return machine(task).map(machine -> isRunning(machine.head())).orElseGet(() -> isRunning(task));
    }

    /// Whether a process runs the flow that this belongs to.
    private boolean isRunning(StreamHead head) {
        try (JournalView journal = journal()) {
            return leases().whoHolds(Leases.key(flow(journal, head))).isPresent();
        }
    }

    /// Asks something of the open loop of a task. One whose engine is gone is settled at once; a flow that is paused
    /// then is when somebody runs it.
    ///
    /// @return whether it was settled
    public boolean ask(String task, Requests.Kind kind, String by) throws IOException {
        Optional<StreamSummary> machine = kind.stops() ? Optional.empty() : machine(task);
        if (machine.isPresent()) {
            requests().send(machine.get().head().id(), kind, by);
            return false;
        }
        LoopSummary loop = loop(task)
                .filter(LoopSummary::open)
                .orElseThrow(() -> new RequestRefused("task " + task + " is not running. See: ralph status"));
        return ask(loop, kind, by);
    }

    private boolean ask(LoopSummary loop, Requests.Kind kind, String by) throws IOException {
        if (!isRunning(loop) && settle(loop, kind, by)) {
            return true;
        }
        requests().send(loop.head().id(), kind, by);
        return false;
    }

    /// Waits until a loop that was asked to has ended; an engine that dies on the way is taken over from.
    public LoopSummary awaitEnd(String task, Requests.Kind kind, String by) throws IOException, InterruptedException {
        while (true) {
            LoopSummary loop = loop(task).orElseThrow();
            if (!loop.open()) {
                return loop;
            }
            if (isRunning(loop) || !settle(loop, kind, by)) {
                Thread.sleep(LOOK);
            }
        }
    }

    /// Ends a loop whose engine died. False when an engine runs it.
    private boolean settle(LoopSummary loop, Requests.Kind kind, String by) throws IOException {
        try (Engine engine = Engine.open(engineOptions(), null)) {
            engine.settle(new TaskId(loop.head().task()), kind, by);
            return true;
        } catch (HeldByOther running) {
            return false;
        }
    }

    private Requests requests() {
        return StateFolder.requests(layout);
    }

    /// The last loop of a task; a job counts only where there is nothing else.
    public Optional<LoopSummary> loop(String task) {
        try (JournalView journal = journal()) {
            return LoopSummary.last(journal.loopsOf(task));
        }
    }

    /// Looks at the last loop of a task, whatever process runs it; close it after use.
    ///
    /// @param past hears what has happened already
    public AttachedTask attach(String task, BiConsumer<JournalEntry<Event>, LoopState> past) {
        LoopSummary loop = loop(task)
                .orElseThrow(() -> new RequestRefused("task " + task + " has no loop; `ralph status` lists the tasks"));
        return new AttachedTask(this, journal(), loop, past);
    }

    /// The last flow of that name, or the one that worked on a task of that name last.
    public Optional<StreamHead> flow(String name) {
        try (JournalView journal = journal()) {
            Optional<StreamHead> top = journal.streams(StreamQuery.of(name)).stream()
                    .map(StreamSummary::head)
                    .filter(head -> !head.isJob())
                    .findFirst();
            for (int above = 0; above < 2 && top.isPresent(); above++) { // a loop's pipeline, and the flow of that
                top = Optional.of(flow(journal, top.get()));
            }
            return top.filter(head -> head.kind() == StreamHead.Kind.FLOW);
        }
    }

    /// Looks at a flow and all that it opened, whatever process runs it; close it after use.
    ///
    /// @param flow see [#flow(String)]
    /// @param past hears what has happened already
    public AttachedFlow attach(StreamHead flow, ActiveFlow.Listener past) {
        return new AttachedFlow(this, journal(), flow, past);
    }

    /// Makes the workspace of a task, or the project itself, what it was at the end of an attempt of its last
    /// loop. What is there now is conserved first.
    public RewindResult rewind(String task, int attempt) throws IOException {
        try (Engine engine = Engine.open(engineOptions(), null)) {
            return engine.rewind(new TaskId(task), attempt);
        }
    }

    /// A new task that begins with what an attempt of another one left; it runs when it is resumed.
    ///
    /// @param to        its name, which nobody has yet
    /// @param workspace where its agents work; null for the same kind, where that is a workspace of its own
    /// @return that kind
    public ConfinementPolicy.Workspace fork(
            String from, int attempt, String to, ConfinementPolicy.@Nullable Workspace workspace) throws IOException {
        try (Engine engine = Engine.open(engineOptions(), null)) {
            return engine.fork(new TaskId(from), attempt, new TaskId(to), workspace);
        }
    }

    /// Makes the checks of a task's last loop again, in a clean room; the loop stays as it is.
    ///
    /// @param revision what git understands as a commit; null for that of the last verdict
    /// @param told     hears of each check as soon as it is known
    public ReverificationResult verify(
            String task, @Nullable String revision, Consumer<ReverificationResult.Repeated> told)
            throws IOException, InterruptedException {
        try (Engine engine = Engine.open(engineOptions(), null)) {
            return engine.verify(new TaskId(task), revision, told);
        }
    }

    /// What an attempt of a loop changed, as git shows it, kept or not; empty where it is not conserved.
    public Optional<String> diff(LoopSummary loop, int attempt) throws IOException {
        AttemptRef work = new AttemptRef(loop.head().id(), attempt);
        Optional<Conservation> place = Conservation.holding(folder, work);
        return place.isEmpty()
                ? Optional.empty()
                : Optional.of(place.get().diff(place.get().find(work).orElseThrow()));
    }

    /// Whether the work of every attempt is still there, and every receipt is as it was written.
    public ProjectAudit audit() throws IOException {
        try (JournalView journal = journal()) {
            return ProjectAudit.of(engineOptions(), journal);
        }
    }

    /// Removes what old, ended loops left behind: runs, check output, requests, clean rooms. The journal, `TASK.md` and
    /// `DONE` stay.
    ///
    /// @param before what changed since then stays
    public Cleanup.Result clean(Instant before, Set<Cleanup.Choice> choices) {
        try (JournalView journal = journal()) {
            return Cleanup.of(engineOptions(), journal, before, choices, settings.maybe(SettingKeys.BUS_ROTATE));
        }
    }

    /// Ends the processes that engines left behind when they died.
    public SweepResult endLeftovers() {
        return Supervisor.sweep(layout.leases());
    }

    /// Makes the public files of loops that have ended say what the journal implies.
    public PublicFileRepair repairPublicFiles() throws IOException {
        try (JournalView journal = journal()) {
            return PublicFileRepair.of(engineOptions(), journal);
        }
    }

    /// What can be read of the journal, however damaged it is. To rebuild it, see that [#leases] have no holder.
    public RecoveredJournal recoverableJournal() {
        return RecoveredJournal.of(layout.journal());
    }

    /// Runs shell lines in the project as it is, before anybody works on the task whose checks they shall be.
    public List<BaselineCheck> tryChecks(List<String> lines) throws IOException, InterruptedException {
        return new ChecksBeforeWork(engineOptions(), settings.value(SettingKeys.CHECK_TIMEOUT)).run(lines);
    }

    /// Adds a task that is run later, with checks that were tried and are locked from now on.
    ///
    /// @return the hash of those checks
    public String add(TaskId task, String text, List<BaselineCheck> tried) throws IOException, InterruptedException {
        return new AcceptanceChecks(engineOptions(), task).lock(text, tried);
    }

    /// How many checks a task was added with.
    public int acceptanceChecks(TaskId task) throws IOException {
        return new AcceptanceChecks(engineOptions(), task).count();
    }

    /// What every task does: its stream that was begun last, the newest first.
    public List<StatusLine> status() {
        List<StatusLine> known = new StatusFile(layout.journal()).read();
        List<StatusLine> lines = known != null ? known : SqliteJournal.status(layout.journal(), StatusLines::of);
        List<StatusLine> now = new ArrayList<>();
        Leases leases = leases();
        for (StatusLine line : lines) {
            now.add(StatusLines.now(line, leases));
        }
        return now;
    }

    /// What happened in all tasks, in the order in which it became durable; at most 1000 entries.
    ///
    /// @param since the position of the last entry that is known; 0 for the beginning
    public List<PositionedEntry> events(long since) {
        try (JournalView journal = journal()) {
            return journal.since(since, MOST_EVENTS);
        }
    }

    /// The position of the last entry, from which [#events] tells what is new; 0 where nothing has happened yet.
    public long position() {
        try (JournalView journal = journal()) {
            return journal.position();
        }
    }

    /// The journal, to read; close it after use.
    public JournalView journal() {
        return SqliteJournal.view(layout.journal());
    }

    /// Publishes what happens in this project to programs of this machine, as `ralph serve` does, until it is closed.
    /// Nothing can be changed by it.
    ///
    /// @param port  0 for any that is free
    /// @param pages of JSON besides `/events`, by their paths
    public EventServer serve(int port, Map<String, EventServer.Page> pages) throws IOException {
        byte[] token = new byte[32];
        new SecureRandom().nextBytes(token);
        JournalView journal = journal();
        try {
            return EventServer.start(
                    () -> new JournalEvents(journal),
                    new EventServer.Options(port, HexFormat.of().formatHex(token), pages),
                    journal::close);
        } catch (IOException | RuntimeException e) {
            journal.close();
            throw e;
        }
    }

    /// What tasks ask people, oldest first.
    public List<Questions.Question> questions() {
        if (!Files.exists(layout.journal())) {
            return List.of();
        }
        try (Journal journal = SqliteJournal.open(layout.journal())) {
            return journal.questions().open();
        }
    }

    /// Everything that waits for a person, of loops, flows and the list of tasks; the newest last.
    public List<Attention> inbox() throws IOException {
        return Attention.all(this);
    }

    /// Answers a question. A task that nobody runs goes on when somebody resumes it.
    ///
    /// @param by who answers, for the journal
    /// @return whether this is the answer that counts; false where there was one before, and where nobody asked
    public boolean answer(String question, String text, String by) {
        if (!Files.exists(layout.journal())) {
            return false;
        }
        try (Journal journal = SqliteJournal.open(layout.journal())) {
            return journal.questions().answer(question, text, by);
        }
    }

    /// Says something to the agent of a task: the answer to what it asked, or what its next attempt should know.
    ///
    /// @param by who says it, for the journal
    public void tell(String task, String text, String by) throws IOException {
        if (text.isBlank() || text.getBytes(StandardCharsets.UTF_8).length > MOST_WORDS) {
            throw new RequestRefused("text must be 1 to " + MOST_WORDS + " bytes; put longer text in a file");
        }
        Optional<Questions.Question> asked;
        try (JournalView journal = journal()) {
            asked = questions().stream()
                    .filter(question -> journal.stream(question.stream())
                            .filter(stream -> stream.head().task().equals(task))
                            .isPresent())
                    .findFirst();
        }
        if (asked.isEmpty() || !answer(asked.get().id(), text, by)) {
            LoopSummary loop = loop(task)
                    .orElseThrow(() -> new RequestRefused("No task " + task + " has run. List them: ralph status"));
            if (!loop.open()) {
                throw new RequestRefused("task " + task + " has ended. Start a new one: ralph \"...\"");
            }
            ask(loop, Requests.Kind.TELL, text);
        }
    }

    /// The project's list of tasks, `tasks.jsonl`.
    public TaskFile tasks() {
        return new TaskFile(listFiles().tasks());
    }

    private BacklogFiles listFiles() {
        return BacklogFiles.of(folder, settings.maybe(SettingKeys.LIST_FOLDER));
    }

    /// Stages of tasks that a process works on right now, by the names of the tasks.
    public List<StageLoop> stageLoops() {
        try (JournalView journal = journal()) {
            return new StageReading(journal, this::isHeld).loops();
        }
    }

    /// Stages of tasks that wait for an answer, the one that asked first first.
    public List<StageLoop> waitingStages() {
        List<Questions.Question> open = questions();
        try (JournalView journal = journal()) {
            return new StageReading(journal, this::isHeld).waiting(open);
        }
    }

    private boolean isHeld(StreamHead stream) {
        return leases().whoHolds(Leases.key(stream)).isPresent();
    }

    /// A task of the list, and what was done in its stages.
    public Optional<StageTask> stageTask(String task) throws IOException {
        Optional<BacklogTask> known = tasks().look().task(task);
        try (JournalView journal = journal()) {
            return known.map(new StageReading(journal, this::isHeld)::of);
        }
    }

    /// All tasks of the list, in its order.
    public List<StageTask> stageTasks() throws IOException {
        List<BacklogTask> all = tasks().look().all();
        try (JournalView journal = journal()) {
            StageReading reading = new StageReading(journal, this::isHeld);
            return all.stream().map(reading::of).toList();
        }
    }

    /// How well specs correct themselves.
    public CorrectionMetrics correctionMetrics() {
        try (JournalView journal = journal()) {
            return CorrectionMetrics.of(journal);
        }
    }

    /// What was learned from tasks of the list, `learning.jsonl`.
    public TaskHistory learned() throws IOException {
        return new Learning(listFiles().learning()).history();
    }

    /// The names of the features that have documents, `.kiro/specs`.
    public List<String> features() throws IOException {
        return SpecFolder.features(folder);
    }

    /// The documents of a feature.
    ///
    /// @param name null for the only one
    /// @throws RequestRefused where there is no such feature, or not exactly one and none was named
    public Feature feature(@Nullable String name) throws IOException {
        if (name != null) {
            return new SpecFolder(folder, name).read();
        }
        List<String> all = features();
        if (all.size() != 1) {
            throw new RequestRefused(
                    all.isEmpty()
                            ? "there is no feature in .kiro/specs: draft one with `ralph spec new NAME \"what it should do\"`"
                            : "there are several features: name one of " + String.join(", ", all));
        }
        return new SpecFolder(folder, all.getFirst()).read();
    }

    /// What belongs together in a feature, with the tests among the project's tracked files that name its properties
    /// and requirements.
    public SpecTrace trace(Feature feature) throws IOException {
        List<TestMention> mentions = new ArrayList<>();
        Optional<Repository> repository = Repository.at(folder);
        for (String name :
                repository.isEmpty() ? List.<String>of() : repository.get().tracked(folder)) {
            if (TestPaths.isTest(name)) {
                String text = LenientText.end(folder, folder.resolve(name), LONGEST_TEST);
                mentions.addAll(TestMention.in(feature.name(), name, text));
            }
        }
        return new SpecTrace(feature, mentions);
    }

    /// The task of an agent that drafts the documents of a new feature, proven by [Feature#lint].
    ///
    /// @throws RequestRefused where the feature exists, or cannot have this name
    public Task specDraft(String feature, String words) {
        SpecFolder documents = new SpecFolder(folder, feature);
        return Task.of(SpecDraft.request(documents, words))
                .as(nameFor("spec " + feature).value())
                .check(SpecDraft.check(documents))
                .decidedByChecks();
    }

    /// Brings the list of tasks and the tracker of the settings in step now.
    public TrackerSync.Result sync() throws IOException {
        TrackerSettings tracker = settings.maybe(SettingKeys.TRACKER);
        if (tracker == null) {
            throw new RequestRefused(
                    "no tracker configured. Add to " + settingsFile() + ": tracker: {type: github, repo: OWNER/NAME}");
        }
        try (TrackerSync sync = TrackerSync.ofPerson(
                tracker,
                listFiles(),
                options.environment(),
                SecretFilter.cleaning(options.environment(), settings.value(SettingKeys.SECRETS)))) {
            return sync.now();
        }
    }

    /// What became of the last run, a flow or a single task; empty where there was none.
    ///
    /// @param since for all that happened since then instead; null for the last run
    public Optional<Report> report(@Nullable Instant since) throws IOException {
        return Optional.ofNullable(Report.of(this, since));
    }

    /// What a commit changed, a line for each file and one for all of them; empty where it is not known here.
    public List<String> changed(String commit) throws IOException {
        Optional<Repository> repository = Repository.at(folder);
        return repository.isEmpty() ? List.of() : repository.get().comparison().summary(commit);
    }

    /// Where a task, its agents and people leave messages for each other.
    public Bus bus(String task) {
        return Bus.below(layout.state(), layout.task(new TaskId(task)).bus(), InstantSource.system());
    }

    /// Leaves a message on the bus of a task, as `ralph bus post` does.
    public BusMessage post(String task, String words) throws IOException {
        return bus(task).post(MessageDraft.of("INFO", id.value(), words).task(task));
    }

    /// The receipts of every loop of a task, the newest loop first.
    public List<LoopReceipts> receipts(String task) {
        try (JournalView journal = journal()) {
            return journal.loopsOf(task).stream()
                    .map(loop -> LoopReceipts.read(layout, journal, loop))
                    .toList();
        }
    }

    /// What every attempt of a task used, and what its reviewers did.
    public List<AttemptCost> costs(String task) {
        try (JournalView journal = journal()) {
            return AttemptCost.of(journal.loopsOf(task), journal);
        }
    }
}
