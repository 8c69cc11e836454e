package dev.ralph.cli;

import dev.ralph.Plan;
import dev.ralph.Ralph;
import dev.ralph.RunningFlow;
import dev.ralph.RunningTask;
import dev.ralph.Task;
import dev.ralph.backlog.BacklogTask;
import dev.ralph.backlog.TaskFile;
import dev.ralph.backlog.TaskList;
import dev.ralph.backlog.TaskStatus;
import dev.ralph.bus.MessageDraft;
import dev.ralph.config.PolicyFromSettings;
import dev.ralph.config.Profile;
import dev.ralph.config.SettingKey;
import dev.ralph.config.SettingKeys;
import dev.ralph.config.Settings;
import dev.ralph.config.ValueOrigin;
import dev.ralph.flow.FlowEvent;
import dev.ralph.flow.FlowTasks;
import dev.ralph.loop.ConfinementPolicy;
import dev.ralph.loop.Event;
import dev.ralph.loop.Outcome;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Reason;
import dev.ralph.paths.TaskFolder;
import dev.ralph.process.Terminal;
import dev.ralph.sandbox.SandboxTier;
import dev.ralph.store.JournalView;
import dev.ralph.store.LoopSummary;
import dev.ralph.store.StreamQuery;
import dev.ralph.verify.Check;
import dev.ralph.wording.Amount;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// `ralph run`, `ralph job` and `ralph resume`: what executes agents.
final class RunCommand {
    static final Option DETACH = Option.flag("detach", "continue without this terminal; `ralph attach` shows it");
    static final String NO_TEXT = "what should the agent do? ralph \"Fix the flaky test\"";
    private static final String TASK = "The task";
    /// Of a run that came to its end, and that nobody stopped.
    private static final Set<Integer> ENDED =
            Set.of(Outcome.COMPLETED.exitCode(), Outcome.BLOCKED.exitCode(), Outcome.EXHAUSTED.exitCode());

    private final CommandContext context;
    private final Policy.Mode mode;
    private final @Nullable Given given;
    private @Nullable String prompt;

    private RunCommand(CommandContext context, Policy.Mode mode) {
        this(context, mode, null);
    }

    private RunCommand(CommandContext context, Policy.Mode mode, @Nullable Given given) {
        this.context = context;
        this.mode = mode;
        this.given = given;
    }

    /// A task that a command makes itself.
    interface Given {
        Task in(Ralph ralph) throws IOException;
    }

    /// Runs such a task as `ralph run` does.
    static int run(CommandContext context, Invocation invocation, Given given) throws Exception {
        return new RunCommand(context, Policy.Mode.LOOP, given).start(invocation);
    }

    static Command run(CommandContext context) {
        return prompted(Command.of("run", Commands.LOOPS, new RunCommand(context, Policy.Mode.LOOP)::start)
                        .summary("run the agent again and again until the task is done"))
                .options(planned())
                .example("ralph \"Fix the flaky test\"", "find agent and tests, work confined, end with one commit")
                .example("ralph \"Fix the flaky test\" --plan", "only say what would be run")
                .example("ralph \"Fix the flaky test\" --detach", "continue without this terminal")
                .example("ralph run \"Fix the flaky test\" -- my-agent --print", "the same with any agent program")
                .example(
                        "ralph run --task fix-1 --prompt-file todo.md --check 'make test' -- my-agent",
                        "DONE counts only if the check passes")
                .example(
                        "ralph run --task fix-1 --max-restarts 5 --command 'my-agent | tee log'",
                        "a shell line as the agent")
                .example(
                        "ralph run --role reviewer \"Review the last commit\"",
                        "the agent and model that the configuration has for reviewers");
    }

    static Command job(CommandContext context) {
        return prompted(Command.of("job", Commands.LOOPS, new RunCommand(context, Policy.Mode.ONCE)::start)
                        .summary("run the agent once; inside an agent: as a child of its run"))
                .option(Option.flag("detach", "inside an agent: do not wait for the job"))
                .example("ralph job --prompt \"Review the diff\" -- my-agent", "one attempt, its exit code decides");
    }

    static Command resume(CommandContext context) {
        return Command.of("resume", Commands.STEERING, new RunCommand(context, Policy.Mode.LOOP)::resume)
                .summary("continue after a stop, a pause, a wait or a crash")
                .options(Commands.under(TASK, Commands.task(), DETACH))
                .options(SettingOptions::resumable)
                .options(spoken())
                .argument(Argument.optional("TASK", "the task").completes(CompletionSource.TASKS))
                .rest("AGENT", "another agent than before, with its arguments")
                .example("ralph resume fix-1", "continue, counting what was spent")
                .example("ralph resume fix-1 --max-restarts 200", "allow more attempts");
    }

    static List<Option> planned() {
        return Commands.under(
                TASK,
                Option.flag("plan", "say what would be run, and run nothing"),
                Option.flag("dry-run", "the same as --plan"),
                DETACH);
    }

    static List<Option> spoken() {
        return Commands.under(
                SettingKey.Group.OUTPUT.title(),
                Option.flag("quiet", "show only what is at work now, and how it ends")
                        .letter('q'),
                Option.flag("verbose", "show everything the agent prints").letter('v'));
    }

    private static Command prompted(Command command) {
        return command.options(Commands.under(
                        TASK,
                        Commands.task(),
                        Option.text("prompt", "TEXT", "what the agent should do"),
                        Option.path("prompt-file", "F", "a file with what the agent should do; - for standard input")))
                .options(SettingOptions::all)
                .options(spoken())
                .argument(Argument.optional("PROMPT", "what the agent should do"))
                .rest("AGENT", "the agent program and its arguments");
    }

    /// Where nobody says what to do, a profile may know it from the project.
    private Ralph opened(Invocation invocation) throws IOException {
        boolean told = given != null
                || mode != Policy.Mode.LOOP
                || invocation.text("task").isPresent()
                || prompt(invocation).isPresent();
        return told ? context.ralph(invocation) : context.asRun(invocation);
    }

    private int start(Invocation invocation) throws Exception {
        if (mode == Policy.Mode.LOOP && detaches(context, invocation) && !isPlan(invocation)) {
            return new DetachedLoop(context).start(invocation);
        }
        Ralph ralph = opened(invocation);
        loadEarly(ralph);
        Settings settings = ralph.settings();
        Profile profile = settings.value(SettingKeys.PROFILE);
        Optional<Profile.TaskFlow> tasks = mode == Policy.Mode.LOOP && given == null
                ? profile.flow(settings, ralph.folder(), context.environment())
                : Optional.empty();
        Optional<String> named = given == null ? invocation.text("task") : Optional.empty();
        if (tasks.isPresent()) {
            boolean listed = tasks.get().tasks().lease() != null;
            if (!listed || named.isEmpty()) {
                return startFlow(invocation, ralph, named.orElse(profile.name()));
            }
            requireOpen(ralph.tasks(), named.get());
            Ralph one = context.ralph(invocation.with(SettingKeys.ONLY.flag(), named.get()));
            return startFlow(invocation, one, profile.name());
        }
        if (!profile.findsSettings() && PolicyFromSettings.agents(settings).isEmpty()) {
            throw new BadUsage("No agent. Use --agent NAME or -- PROGRAM, or set `agent` in " + ralph.settingsFile());
        }
        Console console = context.console(invocation);
        Plan plan = ralph.plan(given == null ? task(invocation, ralph, named.orElse(null)) : given.in(ralph));
        if (mode == Policy.Mode.LOOP && (isPlan(invocation) || profile.findsSettings())) {
            PlanLines.show(context.colored(invocation, settings), plan, ralph.sandbox(plan));
        }
        if (isPlan(invocation)) {
            return ExitCode.OK;
        }
        boolean bare = settings.value(SettingKeys.SANDBOX) == ConfinementPolicy.Sandbox.OFF
                && settings.origin(SettingKeys.SANDBOX).source() != ValueOrigin.Source.DEFAULT;
        if (bare) {
            SandboxTier.off().banner().forEach(console::warn);
        }
        if (given == null && named.isEmpty() && prompt(invocation).isPresent() && mode == Policy.Mode.LOOP) {
            pointToWaiting(ralph, console);
        }
        if (mode == Policy.Mode.LOOP) {
            warnOfOthers(ralph, plan, named.orElse(""), console);
        }
        warnOfMissing(plan.policy(), ralph.folder(), console);
        Optional<String> inside = mode == Policy.Mode.ONCE ? ralph.surroundingLoop() : Optional.empty();
        return inside.isPresent()
                ? handOver(invocation, ralph, inside.get(), plan.task())
                : foreground(invocation, ralph, ready -> ralph.start(plan, ready));
    }

    private int startFlow(Invocation invocation, Ralph ralph, String name) throws Exception {
        if (isPlan(invocation)) {
            List<String> unready = new ArrayList<>();
            Plan plan = ralph.plan(Task.of("the tasks of the list"), unready::add);
            FlowTasks tasks = ralph.requireTasks(plan);
            PlanLines.show(
                    context.colored(invocation, ralph.settings()),
                    plan,
                    ralph.sandbox(plan),
                    unready.isEmpty() ? null : unready.getFirst());
            ListPlan.of(ralph, plan, tasks).show(context.console(invocation));
            return ExitCode.OK;
        }
        Console console = context.console(invocation);
        List<TaskList.Problem> known = ralph.tasks().look().problems();
        ListPlan.warn(console, known);
        warnOfLimits(ralph.settings(), console);
        int code = flow(context, invocation, ralph, ready -> ralph.startFlow(Task.named(name), ready));
        ListPlan.warn(
                console,
                ralph.tasks().look().problems().stream()
                        .filter(problem -> !known.contains(problem))
                        .toList());
        return code;
    }

    /// Somebody may have mixed up the units.
    private static void warnOfLimits(Settings settings, Console console) {
        warnOfLimit(settings, SettingKeys.MAX_TIME, SettingKeys.MAX_RUN_TIME, console);
        warnOfLimit(settings, SettingKeys.MAX_COST, SettingKeys.MAX_RUN_COST, console);
    }

    private static <T extends Comparable<T>> void warnOfLimit(
            Settings settings, SettingKey<T> task, SettingKey<T> run, Console console) {
        T one = settings.maybe(task);
        T all = settings.maybe(run);
        boolean set = settings.origin(task).source() != ValueOrigin.Source.DEFAULT;
        if (set && one != null && all != null && one.compareTo(all) > 0) {
            console.warn(task.name() + " of one task is more than " + run.name()
                    + " of the whole run; `ralph config show --origin` shows both");
        }
    }

    private static void requireOpen(TaskFile list, String id) throws IOException {
        BacklogTask task = list.look()
                .task(id)
                .orElseThrow(() -> new BadUsage("no task " + id + " in " + list.path() + ". See: ralph task list"));
        if (task.status() != TaskStatus.PENDING && task.status() != TaskStatus.IN_PROGRESS) {
            throw new BadUsage("task " + id + " is " + task.status().word() + ". Reopen it: ralph task unblock " + id);
        }
    }

    /// The way to the journal, which takes long to load and is needed when the loop starts.
    private static void loadEarly(Ralph ralph) {
        EarlyLoading.start(() -> {
            try (JournalView journal = ralph.journal()) {
                journal.loops(StreamQuery.OPEN);
            }
        });
    }

    private boolean isPlan(Invocation invocation) {
        return mode == Policy.Mode.LOOP && plans(invocation);
    }

    static boolean plans(Invocation invocation) {
        return invocation.has("plan") || invocation.has("dry-run");
    }

    /// Whoever was started for it does it.
    static boolean detaches(CommandContext context, Invocation invocation) {
        if (context.detached() != null) {
            Terminal.leave();
        }
        return invocation.has("detach") && context.detached() == null;
    }

    /// Works on many tasks. Where that continues a run that was interrupted, those that are named and that it did not
    /// come to are a run of their own, after it.
    static int flow(CommandContext context, Invocation invocation, Ralph opened, Beginning<RunningFlow> beginning)
            throws Exception {
        Console console = context.colored(invocation, opened.settings());
        Set<String> named = new LinkedHashSet<>(opened.settings().value(SettingKeys.ONLY));
        try (StopOnSignal signals = new StopOnSignal();
                Ralph _ = opened) {
            int before = ExitCode.OK;
            for (boolean first = true; ; first = false) {
                FlowView view = new FlowView(console, opened, words(invocation));
                Set<String> left = ConcurrentHashMap.newKeySet();
                boolean isFirst = first;
                RunningFlow flow = beginning.with(running -> {
                    running.continued().ifPresent(inFlight -> {
                        left.addAll(named);
                        inFlight.forEach(left::remove);
                    });
                    running.listen((_, entry, _) -> {
                        if (entry.event() instanceof FlowEvent.TaskPicked picked) {
                            left.remove(picked.task());
                        }
                    });
                    view.attach(running);
                    if (isFirst) {
                        context.begun(running.head());
                    }
                    signals.watch(running::stop);
                });
                int code = view.await(flow);
                if (left.isEmpty() || !ENDED.contains(code)) {
                    return signals.exitCode(code == ExitCode.OK ? before : code);
                }
                before = code;
                console.say("Now " + named.stream().filter(left::contains).collect(Collectors.joining(", ")));
            }
        }
    }

    /// A job inside an agent belongs to that agent's task.
    private Task task(Invocation invocation, Ralph ralph, @Nullable String named) throws IOException {
        String name = named == null && mode == Policy.Mode.ONCE
                ? context.environment().get("JRUN_TASK_ID")
                : named;
        Optional<String> prompt = prompt(invocation);
        if (name == null && prompt.isEmpty()) {
            name = onlyWaiting(ralph);
        }
        Task task = name == null ? Task.of(prompt.orElseThrow()) : Task.named(name);
        task = prompt.isPresent() ? task.text(prompt.get()) : task;
        return mode == Policy.Mode.ONCE ? task.once() : task;
    }

    /// The task that was added and not begun, where there is one alone.
    private String onlyWaiting(Ralph ralph) throws IOException {
        SortedSet<String> waiting =
                mode == Policy.Mode.LOOP ? new AddedTasks(ralph.layout()).waiting(ralph.status()) : new TreeSet<>();
        if (waiting.size() == 1) {
            return waiting.first();
        }
        throw new BadUsage(
                waiting.isEmpty()
                        ? NO_TEXT
                        : "what should the agent do? " + Amount.of(waiting.size(), "task") + " wait: ralph run --task "
                                + waiting.first() + ". See: ralph task list");
    }

    /// Two loops that work in one folder change each other's files.
    private static void warnOfOthers(Ralph ralph, Plan plan, String own, Console console) {
        if (plan.policy().confinement().workspace() != ConfinementPolicy.Workspace.IN_PLACE) {
            return;
        }
        try (JournalView journal = ralph.journal()) {
            journal.loops(StreamQuery.OPEN).stream()
                    .filter(loop -> ralph.isRunning(loop) && worksInPlace(journal, loop))
                    .map(loop -> loop.head().task())
                    .filter(task -> !task.equals(own))
                    .distinct()
                    .forEach(
                            task -> console.warn(
                                    "task " + task
                                            + " also runs in this folder and changes the same files. Use --workspace worktree or overlay"));
        }
    }

    private static boolean worksInPlace(JournalView journal, LoopSummary loop) {
        return journal.entries(loop.head().id()).getFirst().event() instanceof Event.LoopStarted started
                && started.policy().confinement().workspace() == ConfinementPolicy.Workspace.IN_PLACE;
    }

    /// Whoever added a task may have meant that one.
    private static void pointToWaiting(Ralph ralph, Console console) throws IOException {
        SortedSet<String> waiting = new AddedTasks(ralph.layout()).waiting(ralph.status());
        if (!waiting.isEmpty()) {
            String others = waiting.size() == 1 ? "" : "; " + (waiting.size() - 1) + " more: ralph task list";
            console.warn("starting a new task; " + waiting.first() + " is still queued: ralph run --task "
                    + waiting.first() + others);
        }
    }

    /// What is not there cannot be fixed before the first attempt. A word that may be the name of a program is none.
    private static void warnOfMissing(Policy policy, Path project, Console console) {
        for (String line : policy.checks()) {
            Check check = Check.of(line);
            for (String script : check.scripts()) {
                boolean isPath =
                        script.matches("(?:[^/$~][^$]*/[^$]*|[^/$~][^$]*\\.(?:sh|bash|py|js|mjs|cjs|ts|rb|pl))");
                if (isPath && !Files.exists(project.resolve(script))) {
                    console.warn("check `" + check.title() + "` runs " + script
                            + ", which does not exist; the agent could write it"
                            + " and decide what passes. Create it first");
                }
            }
        }
    }

    private int handOver(Invocation invocation, Ralph ralph, String inside, Task task) throws Exception {
        Console console = context.console(invocation);
        String job = ralph.handOver(inside, task);
        if (invocation.has("detach")) {
            console.fact(job, "loop", job);
            return ExitCode.OK;
        }
        console.say("job " + job + " handed to the engine that runs this agent");
        LoopSummary ended = ralph.await(job);
        Outcome outcome = Objects.requireNonNull(ended.outcome());
        SteerCommands.tell(console, outcome + ": " + StatusCommand.why(ended), ended);
        return outcome.exitCode();
    }

    private int resume(Invocation invocation) throws Exception {
        if (detaches(context, invocation)) {
            return new DetachedLoop(context).start(invocation);
        }
        Ralph ralph = context.ralph(invocation);
        TaskChoice choice = new TaskChoice(ralph);
        String task = TaskChoice.named(invocation).orElseGet(choice::onlyOpen).value();
        if (ralph.isRunning(task) && changes(ralph.settings())) {
            throw new BadUsage("task " + task
                    + " is running; its settings cannot change. Stop it first: ralph stop --task " + task);
        }
        if (ralph.release(task, context.me())) {
            context.console(invocation)
                    .fact(
                            "task " + task + " resumed in the process that already runs it",
                            "task",
                            task,
                            "asked",
                            "release");
            return ExitCode.OK;
        }
        if (ralph.flow(task).isPresent()) {
            return flow(context, invocation, ralph, ready -> ralph.resumeFlow(task, context.me(), ready));
        }
        return foreground(invocation, ralph, ready -> ralph.resume(Task.named(task), context.me(), ready));
    }

    /// Whether anything but the place of the task was given.
    private static boolean changes(Settings settings) {
        return SettingKeys.all().stream()
                .anyMatch(key -> key.group() != SettingKey.Group.PLACE && settings.isFlagged(key));
    }

    interface Beginning<R> {
        R with(Consumer<R> ready) throws IOException;
    }

    private int foreground(Invocation invocation, Ralph opened, Beginning<RunningTask> beginning) throws Exception {
        Console console = context.colored(invocation, opened.settings());
        LoopView.Words words = words(invocation);
        Beginning<RunningTask> next = beginning;
        boolean outlives = opened.settings().value(SettingKeys.ON_HANGUP);
        try (StopOnSignal signals = new StopOnSignal();
                Ralph ralph = opened) {
            while (true) {
                LoopView view = new LoopView(console, ralph, words);
                if (outlives) {
                    signals.survivesHangup(() -> goOn(ralph, view));
                }
                int code = signals.exitCode(view.run(next.with(running -> {
                    view.begin(running);
                    context.begun(running.head());
                    signals.watch(running::stop);
                })));
                signals.watchNothing();
                Optional<String> answered = Console.isInteractive() && !signals.hasHungUp()
                        ? answered(console, ralph, view)
                        : Optional.empty();
                if (answered.isEmpty()) {
                    return code;
                }
                next = ready -> ralph.resume(Task.named(answered.get()), context.me(), ready);
            }
        }
    }

    /// Nobody looks any more; whoever looks later finds out why.
    private static void goOn(Ralph ralph, LoopView view) {
        view.quiet();
        try {
            ralph.bus(view.task())
                    .post(MessageDraft.of(
                                    "INFO",
                                    ralph.id().value(),
                                    "the terminal was closed; the loop continues, `ralph attach` shows it")
                            .task(view.task()));
        } catch (IOException unwritable) {
            return; // it continues all the same
        }
    }

    /// What the loop asks can be answered at once, by typing it.
    ///
    /// @return the task that can continue
    private Optional<String> answered(Console console, Ralph ralph, LoopView view) throws IOException {
        if (!(view.reason() instanceof Reason.AgentAsks asks)) {
            return Optional.empty();
        }
        console.out().print(console.bold("Your answer") + " (Enter to answer later): ");
        console.out().flush();
        String line = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).readLine();
        if (line == null || line.isBlank()) {
            return Optional.empty();
        }
        ralph.answer(asks.question(), line.strip(), context.me());
        return Optional.of(view.task());
    }

    static LoopView.Words words(Invocation invocation) {
        if (invocation.has("quiet") && invocation.has("verbose")) {
            throw new BadUsage("-q and -v exclude each other");
        }
        return invocation.has("quiet")
                ? LoopView.Words.NOTHING
                : invocation.has("verbose") ? LoopView.Words.EVERYTHING : LoopView.Words.USUAL;
    }

    /// Standard input can be read once.
    private Optional<String> prompt(Invocation invocation) throws IOException {
        if (prompt == null) {
            prompt = read(invocation).orElse(null);
        }
        return Optional.ofNullable(prompt);
    }

    private static Optional<String> read(Invocation invocation) throws IOException {
        Optional<String> text = invocation.text("prompt");
        Optional<String> file = invocation.text("prompt-file");
        Optional<String> argument = invocation.argument("PROMPT");
        int given = (text.isPresent() ? 1 : 0) + (file.isPresent() ? 1 : 0) + (argument.isPresent() ? 1 : 0);
        if (given > 1) {
            throw new BadUsage(
                    "the prompt is given more than once: use one of --prompt, --prompt-file and the argument");
        }
        Optional<String> read = file.isPresent() ? Optional.of(read(file.get())) : text.or(() -> argument);
        if (read.isPresent() && read.get().isBlank()) {
            throw new BadUsage(
                    "the prompt is empty: say what the agent should do, or leave it out where TASK.md says it");
        }
        return read;
    }

    private static String read(String file) throws IOException {
        byte[] text = InputFile.read("the prompt file", file, TaskFolder.LONGEST_TEXT + 1);
        if (text.length > TaskFolder.LONGEST_TEXT) {
            throw new BadUsage((file.equals("-") ? "the prompt on standard input" : "the prompt file " + file)
                    + " is too long: at most " + TaskFolder.LONGEST_TEXT + " bytes are taken");
        }
        return new String(text, StandardCharsets.UTF_8);
    }
}
