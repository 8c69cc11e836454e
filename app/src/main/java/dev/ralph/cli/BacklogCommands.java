package dev.ralph.cli;

import dev.ralph.Ralph;
import dev.ralph.backlog.BacklogTask;
import dev.ralph.backlog.TaskFile;
import dev.ralph.backlog.TaskImport;
import dev.ralph.backlog.TaskList;
import dev.ralph.backlog.TaskMerge;
import dev.ralph.backlog.TaskStatus;
import dev.ralph.config.SettingKeys;
import dev.ralph.loop.Outcome;
import dev.ralph.tracker.TrackerFailed;
import dev.ralph.tracker.TrackerSync;
import dev.ralph.wording.Amount;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// `ralph task edit`, `block`, `unblock`, `done` and `import`, and `ralph sync`: changes of the task list, appended to
/// it.
record BacklogCommands(CommandContext context) {
    static final String BY_HAND = "manual";
    private static final long LARGEST = 16 << 20;

    static Command edit(CommandContext context) {
        return named("edit", "change a task of the list", new BacklogCommands(context)::edit)
                .option(Option.text("priority", "N", "higher runs first"))
                .option(Option.text("title", "TEXT", "what it is about, in a line"))
                .option(Option.text("description", "TEXT", "all that the agent should know"))
                .option(Option.repeated("blocked-by", "TASK", "a task that must be done before it")
                        .completes(CompletionSource.TASKS))
                .example("ralph task edit RALPH-007 --priority 9", "it is the next one, unless one is in progress");
    }

    static Command block(CommandContext context) {
        return named(
                        "block",
                        "set a task of the list aside",
                        invocation -> new BacklogCommands(context).move(invocation, TaskStatus.BLOCKED))
                .option(Option.text("reason", "TEXT", "why"))
                .example("ralph task block RALPH-007 --reason 'needs the new server'", "no run takes it");
    }

    static Command unblock(CommandContext context) {
        return named(
                        "unblock",
                        "let runs take a task of the list again",
                        invocation -> new BacklogCommands(context).move(invocation, TaskStatus.PENDING))
                .example("ralph task unblock RALPH-007", "it waits for its turn again");
    }

    static Command done(CommandContext context) {
        return named(
                        "done",
                        "tick a task of the list off by hand",
                        invocation -> new BacklogCommands(context).move(invocation, TaskStatus.DONE))
                .example("ralph task done RALPH-007", "what waits for it can begin");
    }

    static Command importing(CommandContext context) {
        return Command.of(
                        "task import",
                        Commands.FIRST,
                        "bring tasks of another file into the list",
                        new BacklogCommands(context)::read)
                .options(Commands.place())
                .argument(
                        Argument.required("FILE", "a Markdown checklist, prd.json, `gh issue list --json ...`, or CSV")
                                .completes(CompletionSource.FILES))
                .example("ralph task import TODO.md", "every box becomes a task; done twice, nothing is there twice")
                .example("ralph task import issues.json", "what `gh issue list --json number,title,body` printed");
    }

    static Command sync(CommandContext context) {
        return Command.of(
                        "sync",
                        Commands.FIRST,
                        "bring the list and the issues of its tracker in step",
                        new BacklogCommands(context)::sync)
                .options(Commands.place())
                .example("ralph sync", "open issues become tasks, and finished tasks close their issues");
    }

    private int sync(Invocation invocation) throws IOException {
        Ralph ralph = context.ralph(invocation);
        Console console = context.console(invocation);
        TrackerSync.Result result = ralph.sync();
        TrackerFailed trouble = result.trouble();
        if (console.json()) {
            JsonOutput json = new JsonOutput(console.out());
            json.object(() -> {
                json.field(
                        "tracker", ralph.settings().value(SettingKeys.TRACKER).name());
                json.field("added", result.added());
                json.field("changed", result.changed());
                json.field("conflicts", result.conflicts());
                json.field("told", result.told());
                json.field("waiting", result.waiting());
                if (trouble != null) {
                    Instant until = trouble.until();
                    json.field("reason", trouble.why().name().toLowerCase(Locale.ROOT));
                    json.field("message", trouble.getMessage());
                    if (until != null) {
                        json.field("until", until.toString());
                    }
                }
            });
            json.end();
        }
        console.say(result.added() + " added, " + result.changed() + " changed, "
                + Amount.of(result.told(), "change") + " told, " + result.waiting() + " waiting: "
                + ralph.settings().value(SettingKeys.TRACKER).name());
        if (result.conflicts() > 0) {
            console.say(Amount.of(result.conflicts(), "conflict") + ", see learning.jsonl");
        }
        if (trouble == null) {
            return ExitCode.OK;
        }
        console.warn(Console.harmless(String.valueOf(trouble.getMessage())) + "; `ralph sync` tries again");
        return trouble.why() == TrackerFailed.Why.LIMITED ? Outcome.BLOCKED.exitCode() : ExitCode.TROUBLE;
    }

    private int read(Invocation invocation) throws IOException {
        Ralph ralph = context.ralph(invocation);
        Console console = context.console(invocation);
        String name = invocation.argument("FILE").orElseThrow();
        Path file = ralph.folder().resolve(name);
        if (!Files.isRegularFile(file)) {
            throw new BadUsage("there is no file " + file);
        }
        if (Files.size(file) > LARGEST) {
            throw new BadUsage(file + " is larger than 16 MB: import it in parts");
        }
        TaskImport found = TaskImport.read(name, new String(Files.readAllBytes(file), StandardCharsets.UTF_8));
        found.problems().forEach(problem -> console.warn(name + ":" + problem.line() + ": " + problem.words()));
        TaskMerge.Result result = new TaskMerge(ralph.tasks(), ralph.folder(), file, time()).of(found.tasks());
        if (console.json()) {
            JsonOutput json = new JsonOutput(console.out());
            json.object(() -> {
                json.field("file", ralph.tasks().path().toString());
                json.field("added", result.added());
                json.field("changed", result.changed());
                json.field("same", result.same());
                json.field("problems", found.problems().size());
            });
            json.end();
        }
        console.say(result.added() + " added, " + result.changed() + " changed, " + result.same() + " as before: "
                + ralph.tasks().path());
        return ExitCode.OK;
    }

    private static Command named(String name, String summary, Command.Handler handler) {
        return Command.of("task " + name, Commands.FIRST, summary, handler)
                .options(Commands.place())
                .argument(Argument.required("TASK", "its id in tasks.jsonl").completes(CompletionSource.TASKS));
    }

    private int edit(Invocation invocation) throws IOException {
        Ralph ralph = context.ralph(invocation);
        BacklogTask task = known(ralph, invocation);
        Map<String, Object> changes = new LinkedHashMap<>();
        invocation.text("priority").ifPresent(given -> changes.put("priority", priority(given)));
        invocation.text("title").ifPresent(title -> changes.put("title", title));
        invocation.text("description").ifPresent(text -> changes.put("description", text));
        List<String> blockers = new ArrayList<>(invocation.all("blocked-by"));
        if (changes.isEmpty() && blockers.isEmpty()) {
            throw new BadUsage("what shall change? Give --priority, --title, --description or --blocked-by");
        }
        requireKnown(ralph.tasks().look(), blockers);
        if (!changes.isEmpty()) {
            ralph.tasks().update(task.id(), changes, BY_HAND, time());
        }
        for (String blocker : blockers) {
            ralph.tasks().relate(task.id(), "blockedBy", blocker, time());
        }
        return show(invocation, ralph, task.id());
    }

    static void requireKnown(TaskList list, List<String> blockers) {
        for (String blocker : blockers) {
            if (list.task(blocker).isEmpty()) {
                throw new BadUsage("there is no task " + blocker + " in the list, so nothing can wait for it");
            }
        }
    }

    static Object priority(String given) {
        if (!given.matches("-?\\d{1,9}")) {
            throw new BadUsage("--priority: found '" + given + "', expected a whole number");
        }
        return Long.parseLong(given);
    }

    private int move(Invocation invocation, TaskStatus next) throws IOException {
        Ralph ralph = context.ralph(invocation);
        BacklogTask task = known(ralph, invocation);
        if (next == TaskStatus.PENDING && task.status() == TaskStatus.IN_PROGRESS) {
            throw new BadUsage("task " + task.id() + " is in progress, not blocked");
        }
        if (task.status() != next) {
            Map<String, Object> changes = new LinkedHashMap<>();
            changes.put("status", next.word());
            if (next == TaskStatus.DONE) {
                changes.put("completedAt", time());
            }
            if (invocation.knows("reason")) {
                invocation.text("reason").ifPresent(reason -> changes.put("reason", reason));
            }
            ralph.tasks().update(task.id(), changes, BY_HAND, time());
        }
        return show(invocation, ralph, task.id());
    }

    private static BacklogTask known(Ralph ralph, Invocation invocation) throws IOException {
        String id = invocation.argument("TASK").orElseThrow();
        TaskFile file = ralph.tasks();
        return file.look().task(id).orElseThrow(() -> new BadUsage("there is no task " + id + " in " + file.path()));
    }

    int show(Invocation invocation, Ralph ralph, String id) throws IOException {
        BacklogTask task = ralph.tasks().look().task(id).orElseThrow();
        Console console = context.console(invocation);
        if (console.json()) {
            JsonOutput json = new JsonOutput(console.out());
            json.object(() -> {
                json.field("task", task.id());
                json.field("state", task.status().word());
                json.field("priority", task.priority());
                json.field("title", task.title());
                json.arrayField("blocked_by", () -> task.blockedBy().forEach(json::value));
            });
            json.end();
        }
        console.say(Console.harmless(
                task.id() + ": " + task.status().word() + ", priority " + task.priority() + ", " + task.title()));
        return ExitCode.OK;
    }

    static String time() {
        return Instant.now().truncatedTo(ChronoUnit.MILLIS).toString();
    }
}
