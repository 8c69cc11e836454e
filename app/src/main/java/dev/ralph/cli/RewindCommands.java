package dev.ralph.cli;

import dev.ralph.Ralph;
import dev.ralph.loop.ConfinementPolicy;
import dev.ralph.paths.TaskId;
import dev.ralph.workspace.RewindResult;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// `ralph rewind` and `ralph fork`: starting again from what an attempt left.
record RewindCommands(CommandContext context) {

    static Command rewind(CommandContext context) {
        return Command.of("rewind", Commands.STEERING, new RewindCommands(context)::rewind)
                .summary("go back to what an attempt left; your current files are saved first")
                .options(Commands.place())
                .argument(Argument.required("TASK", "the task").completes(CompletionSource.TASKS))
                .argument(Argument.required("N", "the attempt"))
                .example("ralph rewind fix-1 2", "then `ralph resume fix-1` continues from there");
    }

    static Command fork(CommandContext context) {
        return Command.of("fork", Commands.STEERING, new RewindCommands(context)::fork)
                .summary("a new task that starts from what an attempt left, in its own workspace")
                .option(Option.text("as", "ID", "the name of the new task"))
                .option(Option.text("workspace", "KIND", "worktree or overlay")
                        .standard("as the task has it, else worktree where there is git"))
                .options(Commands.place())
                .argument(Argument.required("TASK", "the task").completes(CompletionSource.TASKS))
                .argument(Argument.required("N", "the attempt"))
                .example("ralph fork fix-1 2 --as fix-1b", "then `ralph resume fix-1b` runs it");
    }

    private int rewind(Invocation invocation) throws IOException {
        TaskId task = new TaskId(invocation.argument("TASK").orElseThrow());
        int attempt = attempt(invocation);
        RewindResult rewound = ralph(invocation).rewind(task.value(), attempt);
        Console console = context.console(invocation);
        console.object(json -> {
            json.field("task", task.value());
            json.field("attempt", attempt);
            json.field("aside", rewound.against().isEmpty() ? rewound.aside() : null);
            json.messages(
                    "conflicts",
                    rewound.against().stream().map(Object::toString).toList());
        });
        if (!rewound.against().isEmpty()) {
            rewound.against().forEach(conflict -> console.say(Console.harmless(conflict.toString())));
            console.say("nothing was changed; move these files away first");
            return ExitCode.TROUBLE;
        }
        console.say("task " + task + " is at attempt " + attempt + " again; your files are saved as " + rewound.aside()
                + ". Continue: ralph resume " + task);
        return ExitCode.OK;
    }

    private int fork(Invocation invocation) throws IOException {
        TaskId from = new TaskId(invocation.argument("TASK").orElseThrow());
        int attempt = attempt(invocation);
        Ralph ralph = ralph(invocation);
        TaskId to = invocation.text("as").map(TaskId::new).orElseGet(() -> free(ralph, from, attempt));
        ConfinementPolicy.Workspace kind = ralph.fork(from.value(), attempt, to.value(), kind(invocation));
        context.console(invocation)
                .fact(
                        "Created task " + to + " from attempt " + attempt + " of " + from + ", in "
                                + (kind == ConfinementPolicy.Workspace.OVERLAY ? "an overlay" : "a worktree")
                                + ". Run it: ralph resume " + to,
                        "task",
                        to.value());
        return ExitCode.OK;
    }

    private Ralph ralph(Invocation invocation) {
        Ralph ralph = context.ralph(invocation);
        if (!Files.exists(ralph.layout().journal())) {
            throw new BadUsage(TaskChoice.nothingYet(ralph));
        }
        return ralph;
    }

    private static TaskId free(Ralph ralph, TaskId from, int attempt) {
        TaskId name = new TaskId(from + "-from-" + attempt);
        for (int again = 2; Files.exists(ralph.layout().task(name).path()); again++) {
            name = new TaskId(from + "-from-" + attempt + "-" + again);
        }
        return name;
    }

    private static ConfinementPolicy.@Nullable Workspace kind(Invocation invocation) {
        String given = invocation.text("workspace").orElse("");
        return switch (given.toLowerCase(Locale.ROOT)) {
            case "" -> null;
            case "worktree" -> ConfinementPolicy.Workspace.WORKTREE;
            case "overlay" -> ConfinementPolicy.Workspace.OVERLAY;
            default ->
                throw new BadUsage(
                        "a fork needs its own workspace: --workspace is worktree or overlay, not '" + given + "'");
        };
    }

    private static int attempt(Invocation invocation) {
        String given = invocation.argument("N").orElseThrow();
        try {
            return Integer.parseInt(given);
        } catch (NumberFormatException none) {
            throw new BadUsage("'" + given + "' is not the number of an attempt");
        }
    }
}
