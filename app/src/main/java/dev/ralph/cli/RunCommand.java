package dev.ralph.cli;

import dev.ralph.config.FlagValues;
import dev.ralph.config.PolicyFromSettings;
import dev.ralph.config.ResumedPolicy;
import dev.ralph.config.SettingKey;
import dev.ralph.config.SettingKeys;
import dev.ralph.config.Settings;
import dev.ralph.config.ValueOrigin;
import dev.ralph.engine.AcceptanceChecks;
import dev.ralph.engine.ActiveLoop;
import dev.ralph.engine.Engine;
import dev.ralph.engine.EngineOptions;
import dev.ralph.engine.JobHandover;
import dev.ralph.engine.LoopOrder;
import dev.ralph.loop.ConfinementPolicy;
import dev.ralph.loop.Policy;
import dev.ralph.paths.TaskFolder;
import dev.ralph.paths.TaskId;
import dev.ralph.proof.PinnedConfiguration;
import dev.ralph.sandbox.SandboxTier;
import dev.ralph.store.JournalView;
import dev.ralph.store.LoopSummary;
import dev.ralph.store.SqliteJournal;
import dev.ralph.verify.Check;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;

/// `ralph run`, `ralph job` and `ralph resume`: what executes agents.
final class RunCommand {
    private final CommandContext context;
    private final Policy.Mode mode;

    private RunCommand(CommandContext context, Policy.Mode mode) {
        this.context = context;
        this.mode = mode;
    }

    static Command run(CommandContext context) {
        return prompted(Command.of(
                        "run",
                        Commands.LOOPS,
                        "run the agent again and again until the task is done",
                        new RunCommand(context, Policy.Mode.LOOP)::start))
                .example(
                        "ralph run --agent claude \"Fix the flaky test\"", "loop on one task with an agent Ralph knows")
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
        return prompted(Command.of(
                        "job",
                        Commands.LOOPS,
                        "run the agent once; inside an agent: as a child of its run",
                        new RunCommand(context, Policy.Mode.ONCE)::start))
                .option(Option.flag("detach", "inside an agent: do not wait for the job"))
                .example("ralph job --prompt \"Review the diff\" -- my-agent", "one attempt, its exit code decides");
    }

    static Command resume(CommandContext context) {
        return Command.of(
                        "resume",
                        Commands.STEERING,
                        "go on after a stop, a pause, a wait or a crash",
                        new RunCommand(context, Policy.Mode.LOOP)::resume)
                .option(Commands.task())
                .options(SettingOptions::resumable)
                .argument(Argument.optional("TASK", "the task").completes(CompletionSource.TASKS))
                .rest("AGENT", "another agent than before, with its arguments")
                .example("ralph resume --task fix-1", "count what was spent and go on")
                .example("ralph resume --task fix-1 --max-restarts 200", "allow more attempts");
    }

    private static Command prompted(Command command) {
        return command.options(SettingOptions::all)
                .option(Commands.task())
                .option(Option.text("prompt", "TEXT", "what the agent shall do"))
                .option(Option.path("prompt-file", "F", "a file with what the agent shall do; - for standard input"))
                .argument(Argument.optional("PROMPT", "what the agent shall do"))
                .rest("AGENT", "the agent program and its arguments");
    }

    private int start(Invocation invocation) throws Exception {
        ProjectContext project = context.project(invocation);
        Settings settings = project.settings();
        List<Policy.AgentCommand> agents = PolicyFromSettings.agents(settings);
        if (agents.isEmpty()) {
            throw new BadUsage("no agent: give its command after --, as in `ralph "
                    + invocation.command().path()
                    + " \"do it\" -- my-agent`, or name one that Ralph knows, as in `--agent claude`, or set `agents` or `agent` in "
                    + project.settingsFile());
        }
        Map<String, String> environment = context.environment();
        String inside = environment.get("RALPH_INSIDE_LOOP");
        String task = invocation.text("task").orElse(mode == Policy.Mode.ONCE ? environment.get("JRUN_TASK_ID") : null);
        TaskId id = task == null ? TaskId.generate(Instant.now(), new SecureRandom()) : new TaskId(task);
        project.requireNoneHidden(id);
        EngineOptions engineOptions = project.options(environment, context.launcherFolder());
        List<String> accepted = accepted(engineOptions, id);
        LoopOrder order = new LoopOrder(
                id,
                PolicyFromSettings.of(settings, mode, agents, accepted, engineOptions.project()),
                prompt(invocation).orElse(null),
                environment.get("JRUN_ID"),
                inside);
        boolean bare = settings.value(SettingKeys.SANDBOX) == ConfinementPolicy.Sandbox.OFF
                && settings.origin(SettingKeys.SANDBOX).source() != ValueOrigin.Source.DEFAULT;
        if (bare) {
            SandboxTier.off().banner().forEach(context.console(invocation)::warn);
        }
        if (task == null && mode == Policy.Mode.LOOP) {
            pointToWaiting(engineOptions, context.console(invocation));
        }
        warnOfMissing(order.policy(), engineOptions.project(), context.console(invocation));
        if (mode == Policy.Mode.ONCE && inside != null && order.parentRun() != null && isOpen(engineOptions, inside)) {
            return handOver(invocation, engineOptions, inside, order);
        }
        return foreground(
                invocation,
                engineOptions,
                engine -> engine.start(order, old -> resumed(old, settings, engineOptions.project(), accepted)));
    }

    private static Policy resumed(Policy old, Settings now, Path project, List<String> accepted) {
        try {
            boolean meddled = new PinnedConfiguration(project).isChanged(old.proof());
            return new ResumedPolicy(old, now, accepted, project, meddled).policy();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /// Whoever added a task may have meant that one.
    private static void pointToWaiting(EngineOptions engineOptions, Console console) throws IOException {
        try (JournalView journal = SqliteJournal.view(engineOptions.layout().journal())) {
            SortedSet<String> waiting = new AddedTasks(engineOptions.layout()).waiting(journal);
            if (!waiting.isEmpty()) {
                String others =
                        waiting.size() == 1 ? "" : "; `ralph task list` names " + (waiting.size() - 1) + " more";
                console.warn("this is a task of its own; task " + waiting.first()
                        + " was added and waits for `ralph run --task " + waiting.first() + "`" + others);
            }
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
                    console.warn(
                            "check `" + check.title() + "` runs " + script + ", which is not there: whoever writes it"
                                    + " decides what passes. Write it before the loop begins, so that no agent can change it");
                }
            }
        }
    }

    /// The checks that the task was added with.
    private List<String> accepted(EngineOptions engineOptions, TaskId task) throws IOException, InterruptedException {
        return mode == Policy.Mode.LOOP ? new AcceptanceChecks(engineOptions, task).lines() : List.of();
    }

    /// Whether the loop goes on whose agent we are, or were: a shell may outlive it.
    private static boolean isOpen(EngineOptions engineOptions, String loop) {
        try (JournalView journal = SqliteJournal.view(engineOptions.layout().journal())) {
            return journal.loop(loop).filter(LoopSummary::open).isPresent();
        }
    }

    private int handOver(Invocation invocation, EngineOptions engineOptions, String supervisingLoop, LoopOrder order)
            throws Exception {
        String loop = JobHandover.to(engineOptions, supervisingLoop, order);
        if (invocation.has("detach")) {
            context.console(invocation).fact(loop, "loop", loop);
            return ExitCode.OK;
        }
        return new JobWait(context.console(invocation), engineOptions.layout()).until(loop);
    }

    private int resume(Invocation invocation) throws Exception {
        FlagValues flags = SettingOptions.given(invocation);
        ProjectContext project = ProjectContext.of(invocation, flags, context.environment());
        TaskId task = new TaskChoice(project.layout()).chosen(invocation);
        if (Engine.isRunning(project.layout(), task) && changes(project.settings())) {
            throw new BadUsage("task " + task + " runs with the settings it was started with: `ralph stop --task "
                    + task + "` first, then resume it with others");
        }
        if (new SteerCommands(context).release(invocation, project, task)) {
            return ExitCode.OK;
        }
        EngineOptions engineOptions = project.options(context.environment(), context.launcherFolder());
        return foreground(
                invocation,
                engineOptions,
                engine -> engine.resume(
                        task,
                        old -> resumed(old, project.settings(), engineOptions.project(), List.of()),
                        context.me()));
    }

    /// Whether anything but the place of the task was given.
    private static boolean changes(Settings settings) {
        return SettingKeys.all().stream()
                .anyMatch(key -> key.group() != SettingKey.Group.PLACE && settings.isFlagged(key));
    }

    private interface Beginning {
        ActiveLoop on(Engine engine) throws IOException;
    }

    private int foreground(Invocation invocation, EngineOptions engineOptions, Beginning beginning) throws Exception {
        try (StopOnSignal signals = new StopOnSignal();
                Engine engine = Engine.open(engineOptions, null)) {
            ActiveLoop loop = beginning.on(engine);
            signals.watch(loop);
            return signals.exitCode(new LoopView(context.colored(invocation), loop, engine.tier()).run());
        }
    }

    private static Optional<String> prompt(Invocation invocation) throws IOException {
        Optional<String> text = invocation.text("prompt");
        Optional<String> file = invocation.text("prompt-file");
        Optional<String> argument = invocation.argument("PROMPT");
        int given = (text.isPresent() ? 1 : 0) + (file.isPresent() ? 1 : 0) + (argument.isPresent() ? 1 : 0);
        if (given > 1) {
            throw new BadUsage(
                    "the prompt is given more than once: use one of --prompt, --prompt-file and the argument");
        }
        Optional<String> prompt = file.isPresent() ? Optional.of(read(file.get())) : text.or(() -> argument);
        if (prompt.isPresent() && prompt.get().isBlank()) {
            throw new BadUsage(
                    "the prompt is empty: say what the agent shall do, or leave it out where TASK.md says it");
        }
        return prompt;
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
