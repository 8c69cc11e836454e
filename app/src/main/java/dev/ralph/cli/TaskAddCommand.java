package dev.ralph.cli;

import dev.ralph.Ralph;
import dev.ralph.engine.BaselineCheck;
import dev.ralph.git.Repository;
import dev.ralph.json.JsonText;
import dev.ralph.paths.StateLayout;
import dev.ralph.paths.TaskId;
import dev.ralph.store.EventFields;
import dev.ralph.store.JournalView;
import java.io.IOException;
import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// `ralph task add`: a task with checks that are seen failing before anybody works on it.
record TaskAddCommand(CommandContext context) {
    private static final int SHOWN_HASH = 12;

    static Command add(CommandContext context) {
        return Command.of("task add", Commands.LIST, new TaskAddCommand(context)::add)
                .summary("record a task, with checks that must fail now and pass when it is done")
                .option(Option.text("task", "ID", "the task's name").standard("a new one"))
                .option(Option.repeated(
                        "accept", "LINE", "a shell line that fails now and must succeed when it is done"))
                .option(Option.flag("already-green", "record a check although it passes already"))
                .option(Option.text("priority", "N", "in a list: higher runs first"))
                .option(Option.repeated("blocked-by", "TASK", "in a list: a task that must be done before it"))
                .options(Commands.place())
                .argument(Argument.required("TEXT", "what to do"))
                .example(
                        "ralph task add \"Sort the list\" --task sort --accept './sort.sh | sort -c'",
                        "runs the check, insists that it fails, locks it")
                .example("ralph run --task sort", "then the agent works until that check passes");
    }

    private int add(Invocation invocation) throws IOException, InterruptedException {
        String text = invocation.argument("TEXT").orElseThrow();
        if (text.isBlank()) {
            throw new BadUsage("the text of the task is empty: say what to do");
        }
        Ralph ralph = context.ralph(invocation);
        boolean lists = Files.exists(ralph.tasks().path())
                || Repository.at(ralph.folder()).isPresent(); // there a run commits what it did, and the list with it
        if (lists && invocation.text("task").isEmpty()) {
            return toList(invocation, ralph, text.strip());
        }
        if (invocation.text("priority").isPresent()
                || !invocation.all("blocked-by").isEmpty()) {
            throw new BadUsage(
                    "--priority and --blocked-by need a task list: remove --task, and work in a git repository");
        }
        TaskId task = invocation.text("task").map(TaskId::new).orElseGet(() -> ralph.nameFor(text));
        refuseKnown(ralph, task);
        List<BaselineCheck> trials = tried(invocation, ralph);
        String hash = ralph.add(task, text.strip() + "\n", trials);
        show(context.console(invocation), task, trials, hash);
        return ExitCode.OK;
    }

    /// A task of the list; what must fail before the work is how it is known to be complete.
    private int toList(Invocation invocation, Ralph ralph, String text) throws IOException, InterruptedException {
        List<String> accept = List.copyOf(invocation.all("accept"));
        if (accept.size() > 1) {
            throw new BadUsage("a task of a list takes one --accept: join the commands with &&");
        }
        List<BaselineCheck> trials = tried(invocation, ralph);
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        List<String> lines = text.lines().toList();
        fields.put("title", lines.getFirst());
        fields.put("description", lines.size() == 1 ? "" : text);
        invocation.text("priority").ifPresent(given -> fields.put("priority", BacklogCommands.priority(given)));
        if (!accept.isEmpty()) {
            fields.put("completion", Map.of("type", "test_passing", "command", accept.getFirst()));
        }
        List<String> blockers = List.copyOf(invocation.all("blocked-by"));
        BacklogCommands.requireKnown(ralph.tasks().look(), blockers);
        if (!blockers.isEmpty()) {
            fields.put("blockedBy", blockers);
        }
        String id = ralph.tasks().add(fields, BacklogCommands.time());
        Console console = context.console(invocation);
        if (console.json()) {
            show(console, new TaskId(id), trials, "");
            return ExitCode.OK;
        }
        return new BacklogCommands(context).show(invocation, ralph, id);
    }

    private static void refuseKnown(Ralph ralph, TaskId task) {
        StateLayout layout = ralph.layout();
        if (Files.exists(layout.task(task).taskFile())) {
            throw new BadUsage(
                    "task " + task + " already exists: " + layout.task(task).taskFile() + ". Use another --task");
        }
        try (JournalView journal = ralph.journal()) {
            if (!journal.loopsOf(task.value()).isEmpty()) {
                throw new BadUsage("task " + task + " was already run. Use another --task");
            }
        }
    }

    private static List<BaselineCheck> tried(Invocation invocation, Ralph ralph)
            throws IOException, InterruptedException {
        List<BaselineCheck> trials = ralph.tryChecks(List.copyOf(invocation.all("accept")));
        for (BaselineCheck trial : trials) {
            insist(trial, invocation.has("already-green"));
        }
        return trials;
    }

    private static void insist(BaselineCheck trial, boolean greenIsFine) {
        String check = "check `" + trial.line() + "`";
        String output = trial.output().isEmpty() ? "" : "; its last output was:\n" + trial.output();
        switch (trial.colour()) {
            case RED -> {}
            case GREEN -> {
                if (!greenIsFine) {
                    throw new BadUsage(check + " already passes and would prove nothing. Use one that fails now, or"
                            + " --already-green");
                }
            }
            case UNRUNNABLE ->
                throw new BadUsage(check + " fails, but not because the task is open: " + trial.why()
                        + ". Fix it and try again" + output);
        }
    }

    private static void show(Console console, TaskId task, List<BaselineCheck> trials, String hash) {
        if (console.json()) {
            console.object(json -> {
                json.field("task", task.value());
                json.objects("acceptance", trials, trial -> {
                    json.rawField("check", JsonText.of(EventFields.check(trial.line())));
                    json.field("passes", trial.colour() == BaselineCheck.Colour.GREEN);
                    json.field("exit_code", trial.code());
                });
                json.field("sha256", hash.isEmpty() || trials.isEmpty() ? null : hash);
            });
            return;
        }
        for (BaselineCheck trial : trials) {
            console.say(Console.harmless("check `" + trial.line().replaceAll("\\s*\\R\\s*", " ") + "`: "
                    + (trial.colour() == BaselineCheck.Colour.RED ? trial.why() + ", as it should" : trial.why())));
        }
        console.say("task " + task + " added"
                + (trials.isEmpty()
                        ? "; it has no check"
                        : "; its checks are locked as " + hash.substring(0, SHOWN_HASH)));
        console.say("Start it: ralph run --task " + task);
    }
}
