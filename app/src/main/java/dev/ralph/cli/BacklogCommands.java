package dev.ralph.cli;

import dev.ralph.Ralph;
import dev.ralph.backlog.BacklogTask;
import dev.ralph.backlog.TaskFile;
import dev.ralph.backlog.TaskImport;
import dev.ralph.backlog.TaskList;
import dev.ralph.backlog.TaskMerge;
import dev.ralph.backlog.TaskStatus;
import dev.ralph.config.SettingKeys;
import dev.ralph.json.JsonText;
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
import java.util.Map;

/// `ralph task edit`, `block`, `unblock`, `done` and `import`, and `ralph sync`: changes of the task list, appended to
/// it.
record BacklogCommands(CommandContext context) {
    static final String BY_HAND = "manual";
    private static final int LARGEST = 16 << 20;

    static Command edit(CommandContext context) {
        return named("edit", new BacklogCommands(context)::edit)
                .summary("change a task")
                .option(Option.text("priority", "N", "higher runs first"))
                .option(Option.text("title", "TEXT", "what it is about, in a line"))
                .option(Option.text("description", "TEXT", "everything the agent should know"))
                .option(Option.repeated("blocked-by", "TASK", "a task that must be done before it")
                        .completes(CompletionSource.TASKS))
                .example("ralph task edit RALPH-007 --priority 9", "runs next, after tasks in progress");
    }

    static Command block(CommandContext context) {
        return moving(context, "block", TaskStatus.BLOCKED)
                .summary("block a task")
                .argument(Argument.optional("WHY", "the reason"))
                .option(Option.text("reason", "TEXT", "the same"))
                .example("ralph task block RALPH-007 'needs the new server'", "runs skip it");
    }

    static Command unblock(CommandContext context) {
        return moving(context, "unblock", TaskStatus.PENDING)
                .summary("unblock a task")
                .example("ralph task unblock RALPH-007", "runs pick it again");
    }

    static Command done(CommandContext context) {
        return moving(context, "done", TaskStatus.DONE)
                .summary("mark a task as done")
                .example("ralph task done RALPH-007", "tasks that wait for it can start");
    }

    static Command importing(CommandContext context) {
        return Command.of("task import", Commands.LIST, new BacklogCommands(context)::read)
                .summary("import tasks from a file")
                .options(Commands.place())
                .argument(Argument.required(
                                "FILE",
                                "a Markdown checklist, prd.json, `gh issue list --json ...`, or CSV; - for standard input")
                        .completes(CompletionSource.FILES))
                .example(
                        "ralph task import TODO.md", "each checkbox becomes a task; importing again adds no duplicates")
                .example("ralph task import issues.json", "what `gh issue list --json number,title,body` printed");
    }

    static Command sync(CommandContext context) {
        return Command.of("sync", Commands.LIST, new BacklogCommands(context)::sync)
                .summary("sync the task list with its issue tracker")
                .options(Commands.place())
                .example("ralph sync", "open issues become tasks, and finished tasks close their issues");
    }

    private int sync(Invocation invocation) throws IOException {
        Ralph ralph = context.ralph(invocation);
        Console console = context.console(invocation);
        TrackerSync.Result result = ralph.sync();
        TrackerFailed trouble = result.trouble();
        console.object(json -> {
            json.field("tracker", ralph.settings().value(SettingKeys.TRACKER).name());
            json.field("added", result.added());
            json.field("changed", result.changed());
            json.field("conflicts", result.conflicts());
            json.field("told", result.told());
            json.field("waiting", result.waiting());
            if (trouble != null) {
                Instant until = trouble.until();
                json.code("reason", trouble.why());
                json.field("message", trouble.getMessage());
                if (until != null) {
                    json.field("until", until.toString());
                }
            }
        });
        console.say(ralph.settings().value(SettingKeys.TRACKER).name() + ": " + result.added() + " added, "
                + result.changed() + " changed, " + result.told() + " reported, " + result.waiting() + " pending");
        if (result.conflicts() > 0) {
            console.say(Amount.of(result.conflicts(), "conflict") + ", see learning.jsonl");
        }
        if (trouble == null) {
            return ExitCode.OK;
        }
        console.warn(Console.harmless(String.valueOf(trouble.getMessage())) + ". Try again: ralph sync");
        return trouble.why() == TrackerFailed.Why.LIMITED ? Outcome.BLOCKED.exitCode() : ExitCode.TROUBLE;
    }

    private int read(Invocation invocation) throws IOException {
        Ralph ralph = context.ralph(invocation);
        Console console = context.console(invocation);
        String name = invocation.argument("FILE").orElseThrow();
        Path file = ralph.folder().resolve(name);
        boolean piped = name.equals("-");
        if (!piped && !Files.isRegularFile(file)) {
            throw new BadUsage("there is no file " + file);
        }
        byte[] text = InputFile.read("the file", piped ? name : file.toString(), LARGEST + 1);
        if (text.length > LARGEST) {
            throw new BadUsage(name + " is larger than 16 MB: import it in parts");
        }
        TaskImport found = TaskImport.read(name, new String(text, StandardCharsets.UTF_8));
        found.problems().forEach(problem -> console.warn(name + ":" + problem.line() + ": " + problem.words()));
        if (found.tasks().isEmpty()) {
            throw new BadUsage("no task was found in " + name + ", so nothing is imported");
        }
        TaskMerge.Result result = new TaskMerge(ralph.tasks(), ralph.folder(), file, time()).of(found.tasks());
        console.object(json -> {
            json.field("file", ralph.tasks().path().toString());
            json.field("added", result.added());
            json.field("changed", result.changed());
            json.field("same", result.same());
            json.field("problems", found.problems().size());
        });
        console.say(ralph.tasks().path() + ": " + result.added() + " added, " + result.changed() + " changed, "
                + result.same() + " unchanged");
        return ExitCode.OK;
    }

    private static Command moving(CommandContext context, String name, TaskStatus to) {
        return named(name, invocation -> new BacklogCommands(context).move(invocation, to));
    }

    private static Command named(String name, Command.Handler handler) {
        return Command.of("task " + name, Commands.LIST, handler)
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
            throw new BadUsage("nothing to change: give --priority, --title, --description or --blocked-by");
        }
        requireKnown(ralph.tasks().look(), blockers);
        requireOpenEnded(ralph.tasks().look(), task.id(), blockers);
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
                throw new BadUsage("no task " + blocker + " in the list");
            }
        }
    }

    /// @param list to be changed
    private static void requireOpenEnded(TaskList list, String task, List<String> blockers) {
        for (String blocker : blockers) {
            list.apply(JsonText.of(Map.of("op", "relate", "id", task, "relation", "blockedBy", "targetId", blocker)));
        }
        List<String> circle = list.circle(task);
        if (!circle.isEmpty()) {
            throw new BadUsage("task " + task + " would wait for itself: " + String.join(" waits for ", circle)
                    + " waits for " + circle.getFirst());
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
            if (next == TaskStatus.BLOCKED) {
                invocation
                        .argument("WHY")
                        .or(() -> invocation.text("reason"))
                        .ifPresent(reason -> changes.put("reason", reason));
            }
            ralph.tasks().update(task.id(), changes, BY_HAND, time());
        }
        return show(invocation, ralph, task.id());
    }

    private static BacklogTask known(Ralph ralph, Invocation invocation) throws IOException {
        String id = invocation.argument("TASK").orElseThrow();
        TaskFile file = ralph.tasks();
        return file.look()
                .task(id)
                .orElseThrow(() -> new BadUsage("no task " + id + " in " + file.path() + ". See: ralph task list"));
    }

    int show(Invocation invocation, Ralph ralph, String id) throws IOException {
        BacklogTask task = ralph.tasks().look().task(id).orElseThrow();
        Console console = context.console(invocation);
        console.object(json -> {
            json.field("task", task.id());
            json.field("state", task.status().word());
            json.field("priority", task.priority());
            json.field("title", task.title());
            json.texts("blocked_by", task.blockedBy());
        });
        console.say(Console.harmless(
                task.id() + ": " + task.status().word() + ", priority " + task.priority() + ", " + task.title()));
        return ExitCode.OK;
    }

    static String time() {
        return Instant.now().truncatedTo(ChronoUnit.MILLIS).toString();
    }
}
