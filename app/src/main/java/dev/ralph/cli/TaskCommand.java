package dev.ralph.cli;

import dev.ralph.Ralph;
import dev.ralph.backlog.BacklogTask;
import dev.ralph.backlog.Iteration;
import dev.ralph.config.Profile;
import dev.ralph.json.JsonText;
import dev.ralph.paths.StateLayout;
import dev.ralph.paths.TaskFolder;
import dev.ralph.paths.TaskId;
import dev.ralph.store.JournalView;
import dev.ralph.store.LoopSummary;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// `ralph task show`: all there is to know about one task.
record TaskCommand(CommandContext context) {
    private static final int LONGEST_TEXT = 64 << 20;
    private static final List<String> MARKERS = List.of("DONE", "WAIT_WITHOUT_RESTART", "CANCELLED", "STOP-REQUESTED");

    static Command show(CommandContext context) {
        return Command.of("task show", Commands.LIST, new TaskCommand(context)::show)
                .summary("a task's text, folder, marker files, loops and attempts")
                .onTask("the task")
                .example("ralph task show fix-1", "everything about one task")
                .example("ralph task show fix-1 --json", "for a program");
    }

    /// @param text    of `TASK.md`, null when there is none
    /// @param markers the names of marker files that are there
    /// @param loops   the one begun last first
    /// @param listed  as the task list has it; null where it does not
    private record Found(
            TaskId task,
            Ralph ralph,
            @Nullable String text,
            List<String> markers,
            List<LoopSummary> loops,
            @Nullable BacklogTask listed,
            List<Iteration> iterations) {
        TaskFolder folder() {
            return ralph.layout().task(task);
        }
    }

    private int show(Invocation invocation) throws IOException {
        Ralph ralph = context.ralph(invocation);
        StateLayout layout = ralph.layout();
        TaskId task = new TaskChoice(ralph).chosen(invocation);
        Console console = context.console(invocation);
        try (JournalView journal = ralph.journal()) {
            List<LoopSummary> loops = journal.loopsOf(task.value());
            Path folder = layout.task(task).path();
            BacklogTask listed = ralph.tasks().look().task(task.value()).orElse(null);
            if (loops.isEmpty() && !Files.isDirectory(folder) && listed == null) {
                throw new BadUsage("No task " + task + " in " + layout.tasks() + ". List them: ralph status");
            }
            Found found = new Found(
                    task,
                    ralph,
                    text(layout.task(task).taskFile()),
                    markers(folder),
                    loops,
                    listed,
                    ralph.iterations(task.value()));
            if (console.json()) {
                json(console, journal, found);
            } else {
                page(console, journal, found);
            }
        }
        return ExitCode.OK;
    }

    private static @Nullable String text(Path file) throws IOException {
        return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) ? AddedTasks.text(file, LONGEST_TEXT) : null;
    }

    /// A marker that is a folder is named as one: as DONE it is a mistake that stops the loop.
    private static List<String> markers(Path folder) throws IOException {
        List<String> markers = new ArrayList<>();
        if (!Files.isDirectory(folder)) {
            return markers;
        }
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
            for (Path entry : entries) {
                String name = entry.getFileName().toString();
                if (MARKERS.contains(name) || name.startsWith("DONE.rejected-")) {
                    markers.add(Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS) ? name + "/" : name);
                }
            }
        }
        Collections.sort(markers);
        return markers;
    }

    private static void page(Console console, JournalView journal, Found found) {
        console.say("task     " + found.task());
        console.say("folder   " + found.folder().path());
        console.say("markers  " + (found.markers().isEmpty() ? "none" : harmlessNames(found.markers())));
        BacklogTask listed = found.listed();
        if (listed != null) {
            console.say(Console.harmless(
                    "status   " + listed.status().word() + (listed.reason().isEmpty() ? "" : ": " + listed.reason())));
        }
        console.say("");
        String text = found.text();
        if (text == null && listed != null) {
            console.say(Console.harmless(listed.title()));
            console.foreign(listed.description() + (listed.description().isEmpty() ? "" : "\n"), Console.onTerminal());
        } else if (text == null) {
            console.say("there is no " + found.folder().taskFile());
        } else {
            console.foreign(text.endsWith("\n") ? text : text + "\n", Console.onTerminal());
        }
        for (LoopSummary loop : found.loops()) {
            console.say("");
            String reason = StatusCommand.why(loop);
            console.say(Console.harmless("loop " + loop.head().id() + " ("
                    + loop.head().profile() + ", begun "
                    + loop.startedAt().truncatedTo(ChronoUnit.SECONDS) + "): "
                    + StatusCommand.state(found.ralph(), loop)
                    + (reason == null ? "" : ", " + reason.lines().findFirst().orElse(""))));
            StatusCommand.attempts(
                    console,
                    Profile.of(loop.head().profile()).wording(),
                    journal.attempts(loop.head().id()));
        }
        if (found.loops().isEmpty()) {
            console.say("");
            console.say("not started yet. Start it: ralph run" + (listed == null ? " --task " + found.task() : ""));
        }
    }

    private static String harmlessNames(List<String> names) {
        return Console.harmless(String.join(", ", names));
    }

    private static void iteration(JsonOutput json, Iteration one) {
        json.field("number", one.number());
        json.rawField("taskState", JsonText.of(one.taskState()));
        json.field("filesystemState", one.filesystemState());
        json.objects("actions", one.actions(), action -> {
            json.field("kind", action.kind().word());
            json.field("tool", action.tool());
            json.field("detail", action.detail());
        });
        json.rawField("result", JsonText.of(one.result().fields()));
        json.objects("filesystemDelta", one.filesystemDelta(), change -> {
            json.field("path", change.path());
            json.field("change", change.change());
        });
    }

    private static void json(Console console, JournalView journal, Found found) {
        console.object(json -> {
            json.field("task", found.task().value());
            json.field("folder", found.folder().path().toString());
            json.field("text", found.text());
            json.field("done", found.markers().contains("DONE"));
            json.texts("markers", found.markers());
            json.rawField(
                    "listed",
                    found.listed() == null ? "null" : JsonText.of(found.listed().fields()));
            json.objects("iterations", found.iterations(), one -> iteration(json, one));
            json.objects("loops", found.loops(), loop -> {
                json.field("loop", loop.head().id());
                json.field("profile", loop.head().profile());
                json.field("parent_run_id", loop.head().run());
                StatusCommand.standing(json, found.ralph(), journal, loop);
            });
        });
    }
}
