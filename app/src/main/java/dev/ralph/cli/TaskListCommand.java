package dev.ralph.cli;

import dev.ralph.Ralph;
import dev.ralph.backlog.BacklogTask;
import dev.ralph.engine.AcceptanceChecks;
import dev.ralph.paths.StateLayout;
import dev.ralph.paths.TaskId;
import dev.ralph.store.JournalView;
import dev.ralph.store.LoopSummary;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedSet;

/// `ralph task list`: every task, also those that nobody has begun.
record TaskListCommand(CommandContext context) {
    static Command list(CommandContext context) {
        return Command.of(
                        "task list",
                        Commands.LOOKING,
                        "every task with its state and the beginning of its text, newest first",
                        new TaskListCommand(context)::list)
                .options(Commands.place())
                .example("ralph task list", "also tasks that were added and not begun");
    }

    /// @param word   its state for programs
    /// @param checks how many checks of its own it was added with
    /// @param since  when it was begun last, or was added
    private record Line(String task, String state, String word, int checks, String text, Instant since) {}

    private int list(Invocation invocation) throws IOException {
        Ralph ralph = context.ralph(invocation);
        StateLayout layout = ralph.layout();
        List<Line> lines = new ArrayList<>();
        try (JournalView journal = ralph.journal()) {
            AddedTasks added = new AddedTasks(layout);
            SortedSet<String> tasks = added.all();
            journal.loops().forEach(loop -> tasks.add(loop.head().task()));
            for (String task : tasks) {
                TaskId id = new TaskId(task);
                List<LoopSummary> loops = journal.loopsOf(task);
                AcceptanceChecks acceptance = new AcceptanceChecks(ralph.engineOptions(), id);
                lines.add(new Line(
                        task,
                        loops.isEmpty() ? "not begun" : StatusCommand.state(ralph, loops.getFirst()),
                        loops.isEmpty()
                                ? StatusCommand.Place.NOT_BEGUN
                                : StatusCommand.place(ralph, loops.getFirst()).word(),
                        acceptance.count(),
                        added.beginning(task),
                        loops.isEmpty()
                                ? Files.getLastModifiedTime(layout.task(id).taskFile())
                                        .toInstant()
                                : loops.getFirst().startedAt()));
            }
        }
        for (BacklogTask task : ralph.tasks().look().all()) {
            lines.removeIf(line -> line.task().equals(task.id()));
            String status = task.status().word();
            lines.add(new Line(task.id(), status.replace('_', ' '), status, 0, task.title(), task.createdAt()));
        }
        lines.sort(Comparator.comparing(Line::since).reversed());
        show(context.console(invocation), lines);
        return ExitCode.OK;
    }

    private void show(Console console, List<Line> lines) {
        if (console.json()) {
            JsonOutput json = new JsonOutput(console.out());
            json.array(() -> lines.forEach(line -> json.object(() -> {
                json.field("task", line.task());
                json.field("state", line.word());
                json.field("acceptance_checks", line.checks());
                json.field("text", line.text());
            })));
            json.end();
            return;
        }
        if (lines.isEmpty()) {
            console.say("no task yet; add one with `ralph task add`, or start one with `ralph run`");
            return;
        }
        List<String[]> rows = new ArrayList<>();
        rows.add(new String[] {"TASK", "STATE", "CHECKS", "TEXT"});
        for (Line line : lines) {
            rows.add(new String[] {
                line.task(), line.state(), Integer.toString(line.checks()), AddedTasks.shortened(line.text())
            });
        }
        TextTable.lines(rows, context.columns()).forEach(console::say);
    }
}
