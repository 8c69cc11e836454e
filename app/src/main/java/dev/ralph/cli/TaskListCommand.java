package dev.ralph.cli;

import dev.ralph.Ralph;
import dev.ralph.backlog.BacklogTask;
import dev.ralph.backlog.TaskList;
import dev.ralph.paths.StateLayout;
import dev.ralph.paths.TaskId;
import dev.ralph.store.JournalView;
import dev.ralph.store.LoopSummary;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/// `ralph task list`: every task, also those that nobody has begun.
record TaskListCommand(CommandContext context) {
    static Command list(CommandContext context) {
        return Command.of("task list", Commands.LIST, new TaskListCommand(context)::list)
                .summary("every task with its state and the beginning of its text, newest first")
                .options(Commands.place())
                .example("ralph task list", "also tasks that were added and not begun");
    }

    /// @param word     its state for programs
    /// @param priority as the list has it; null for a task that is not in the list
    /// @param checks   how many checks of its own it was added with
    /// @param listed   null for a task that is not in the list
    /// @param since    when it was begun last, or was added
    private record Line(
            String task,
            String state,
            String word,
            @Nullable Long priority,
            int checks,
            String text,
            @Nullable BacklogTask listed,
            Instant since) {}

    private int list(Invocation invocation) throws IOException {
        Ralph ralph = context.ralph(invocation);
        StateLayout layout = ralph.layout();
        Map<String, Line> known = new LinkedHashMap<>();
        try (JournalView journal = ralph.journal()) {
            AddedTasks added = new AddedTasks(layout);
            SortedSet<String> tasks = added.all();
            journal.loops().forEach(loop -> tasks.add(loop.head().task()));
            for (String task : tasks) {
                TaskId id = new TaskId(task);
                List<LoopSummary> loops = journal.loopsOf(task);
                Line line = new Line(
                        task,
                        loops.isEmpty() ? "not begun" : StatusCommand.state(ralph, loops.getFirst()),
                        loops.isEmpty()
                                ? StatusCommand.Place.NOT_BEGUN
                                : StatusCommand.place(ralph, journal, loops.getFirst())
                                        .word(),
                        null,
                        ralph.acceptanceChecks(id),
                        added.beginning(task),
                        null,
                        loops.isEmpty()
                                ? Files.getLastModifiedTime(layout.task(id).taskFile())
                                        .toInstant()
                                : loops.getFirst().startedAt());
                known.put(task, line);
            }
        }
        TaskList listed = ralph.tasks().look();
        for (BacklogTask task : listed.all()) {
            String status = task.status().word();
            String state = status.replace('_', ' ');
            known.put(
                    task.id(),
                    new Line(
                            task.id(),
                            state,
                            status,
                            task.priority(),
                            task.completion() == null ? 0 : 1,
                            task.title(),
                            task,
                            task.createdAt()));
        }
        ListPlan.warn(context.console(invocation), listed.problems());
        List<Line> lines = new ArrayList<>(known.values());
        lines.sort(Comparator.comparing(Line::since).reversed());
        show(context.console(invocation), lines);
        return ExitCode.OK;
    }

    private void show(Console console, List<Line> lines) {
        if (console.json()) {
            console.objects(lines, (json, line) -> {
                json.field("task", line.task());
                json.field("state", line.word());
                json.rawField("priority", String.valueOf(line.priority()));
                json.field("acceptance_checks", line.checks());
                json.field("text", line.text());
                json.field("id", line.task());
                json.field("title", line.listed() == null ? null : line.listed().title());
                json.field("status", line.listed() == null ? null : line.word());
            });
            return;
        }
        if (lines.isEmpty()) {
            console.say("no tasks yet. Add one: ralph task add \"Sort the list\"");
            return;
        }
        boolean ordered = lines.stream().anyMatch(line -> line.priority() != null);
        List<String[]> rows = new ArrayList<>();
        rows.add(row(ordered, "TASK", "STATE", "PRIORITY", "CHECKS", "TEXT"));
        for (Line line : lines) {
            String priority = line.priority() == null ? "" : String.valueOf(line.priority());
            String checks = Integer.toString(line.checks());
            rows.add(row(ordered, line.task(), line.state(), priority, checks, AddedTasks.shortened(line.text())));
        }
        TextTable.lines(rows, context.columns()).forEach(console::say);
    }

    /// Only tasks of a list have a priority.
    private static String[] row(
            boolean ordered, String task, String state, String priority, String checks, String text) {
        return ordered ? new String[] {task, state, priority, checks, text} : new String[] {task, state, checks, text};
    }
}
