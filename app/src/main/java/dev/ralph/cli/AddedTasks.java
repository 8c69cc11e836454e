package dev.ralph.cli;

import dev.ralph.paths.StateLayout;
import dev.ralph.paths.TaskId;
import dev.ralph.store.JournalView;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedSet;
import java.util.TreeSet;

/// The tasks of a project that have a text, whether or not anybody works on them.
record AddedTasks(StateLayout layout) {
    SortedSet<String> all() throws IOException {
        SortedSet<String> added = new TreeSet<>();
        if (Files.isDirectory(layout.tasks())) {
            try (DirectoryStream<Path> entries = Files.newDirectoryStream(layout.tasks())) {
                for (Path entry : entries) {
                    String name = String.valueOf(entry.getFileName());
                    if (Files.isRegularFile(entry.resolve("TASK.md")) && isName(name)) {
                        added.add(name);
                    }
                }
            }
        }
        return added;
    }

    /// Those that nobody has begun.
    SortedSet<String> waiting(JournalView journal) throws IOException {
        SortedSet<String> waiting = all();
        waiting.removeIf(task -> !journal.loopsOf(task).isEmpty());
        return waiting;
    }

    /// Why nothing can be told of a task that has no loop.
    BadUsage nothingOf(String task) throws IOException {
        return new BadUsage(
                all().contains(task)
                        ? "no attempt has been made on task " + task + " yet: `ralph run --task " + task + "` starts it"
                        : "there is no task " + task + " in " + layout.state() + "; `ralph status` lists them");
    }

    private static boolean isName(String name) {
        try {
            return new TaskId(name).value().equals(name);
        } catch (IllegalArgumentException other) {
            return false;
        }
    }
}
