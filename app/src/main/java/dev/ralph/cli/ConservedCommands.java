package dev.ralph.cli;

import dev.ralph.Ralph;
import dev.ralph.engine.ProjectAudit;
import dev.ralph.store.LoopSummary;
import dev.ralph.wording.Amount;
import java.io.IOException;
import java.util.List;

/// `ralph diff` and `ralph audit`: the work of attempts that is conserved whatever became of it.
record ConservedCommands(CommandContext context) {

    static Command diff(CommandContext context) {
        return Command.of("diff", Commands.LOOKING, new ConservedCommands(context)::diff)
                .summary("what an attempt changed, kept or not")
                .onTask("the task")
                .argument(Argument.optional("N", "the attempt; the last one when left out"))
                .example("ralph diff fix-1", "the last attempt of a task")
                .example("ralph diff fix-1 2 | git apply", "apply the work of attempt 2");
    }

    static Command audit(CommandContext context) {
        return Command.of("audit", Commands.HOUSEKEEPING, new ConservedCommands(context)::audit)
                .summary("prove that the work of every attempt is still there, and no receipt was changed")
                .options(Commands.place())
                .example("ralph audit", "exit code 1 when something is missing");
    }

    private int diff(Invocation invocation) throws IOException {
        Ralph ralph = context.ralph(invocation);
        String task = new TaskChoice(ralph).chosen(invocation).value();
        LoopSummary loop = ralph.loop(task).orElse(null);
        if (loop == null) {
            throw new AddedTasks(ralph.layout()).nothingOf(task);
        }
        int attempt = number(invocation, loop.attempts(), task);
        String text = ralph.diff(loop, attempt)
                .orElseThrow(() -> new BadUsage("attempt " + attempt + " of task " + task
                        + " was not saved (still running, removed by ralph gc, workspace lost, no git, or"
                        + " --snapshots off)"));
        Console console = context.console(invocation);
        if (console.json()) {
            console.object(json -> {
                json.field("task", task);
                json.field("loop", loop.head().id());
                json.field("attempt", attempt);
                json.field("diff", text);
            });
            return ExitCode.OK;
        }
        console.foreign(text.endsWith("\n") || text.isEmpty() ? text : text + "\n", Console.onTerminal());
        return ExitCode.OK;
    }

    private static int number(Invocation invocation, int last, String task) {
        String given = invocation.argument("N").orElse(Integer.toString(last));
        try {
            int number = Integer.parseInt(given);
            if (number >= 1 && number <= last) {
                return number;
            }
        } catch (NumberFormatException noNumber) {
            throw new BadUsage("'" + given + "' is not the number of an attempt");
        }
        throw new BadUsage("task " + task + " has " + Amount.of(last, "attempt") + "; there is no attempt " + given);
    }

    private int audit(Invocation invocation) throws IOException {
        ProjectAudit found = context.ralph(invocation).audit();
        List<String> troubles = found.troubles();
        Console console = context.console(invocation);
        console.object(json -> {
            json.field("attempts", found.attempts());
            json.field("receipts", found.receipts());
            json.field("clean", troubles.isEmpty());
            json.messages("troubles", troubles);
        });
        troubles.forEach(trouble -> console.say(Console.harmless(trouble)));
        console.say(
                troubles.isEmpty()
                        ? "clean: the work of " + Amount.of(found.attempts(), "attempt") + " is complete; "
                                + Amount.of(found.receipts(), "receipt") + " as written"
                        : Amount.of(troubles.size(), "trouble")
                                + " in the work of " + Amount.of(found.attempts(), "attempt")
                                + ": everything else is complete. Lost refs and objects may be in a backup or a"
                                + " clone of the repository (`git fetch BACKUP 'refs/ralph/*:refs/ralph/*'`); `ralph resume` finishes"
                                + " what was left half-way");
        return troubles.isEmpty() ? ExitCode.OK : ExitCode.TROUBLE;
    }
}
