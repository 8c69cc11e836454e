package dev.ralph.cli;

import dev.ralph.Ralph;
import dev.ralph.engine.AcceptanceChecks;
import dev.ralph.paths.StateLayout;
import dev.ralph.paths.TaskId;
import dev.ralph.store.JournalView;
import dev.ralph.store.LoopSummary;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;

/// `ralph task list`: every task, also those that nobody has begun.
record TaskListCommand(CommandContext context) {
    private static final int LONGEST_BEGINNING = 4096;
    private static final int LONGEST_SHOWN = 60;

    static Command list(CommandContext context) {
        return Command.of(
                        "task list",
                        Commands.LOOKING,
                        "every task with its state and the beginning of its text",
                        new TaskListCommand(context)::list)
                .options(Commands.place())
                .example("ralph task list", "also tasks that were added and not begun");
    }

    /// @param word   its state for programs
    /// @param checks how many checks of its own it was added with
    private record Line(String task, String state, String word, int checks, String text) {}

    private int list(Invocation invocation) throws IOException {
        Ralph ralph = context.ralph(invocation);
        StateLayout layout = ralph.layout();
        List<Line> lines = new ArrayList<>();
        try (JournalView journal = ralph.journal()) {
            SortedSet<String> tasks = new AddedTasks(layout).all();
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
                        beginning(layout.task(id).taskFile())));
            }
        }
        show(context.console(invocation), lines);
        return ExitCode.OK;
    }

    private static String beginning(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            return "";
        }
        try (InputStream in = Files.newInputStream(file)) {
            String text = new String(in.readNBytes(LONGEST_BEGINNING), StandardCharsets.UTF_8);
            return text.lines()
                    .map(String::strip)
                    .filter(line -> !line.isEmpty())
                    .findFirst()
                    .orElse("");
        }
    }

    private static void show(Console console, List<Line> lines) {
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
            String text = line.text();
            String shown = text.length() <= LONGEST_SHOWN ? text : text.substring(0, LONGEST_SHOWN - 1) + "…";
            rows.add(new String[] {line.task(), line.state(), Integer.toString(line.checks()), shown});
        }
        TextTable.print(console, rows);
    }
}
