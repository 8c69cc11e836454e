package dev.ralph.cli;

import dev.ralph.paths.StateLayout;
import dev.ralph.paths.TaskFolder;
import dev.ralph.paths.TaskId;
import dev.ralph.store.StatusLine;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/// The tasks of a project that have a text, whether or not anybody works on them.
record AddedTasks(StateLayout layout) {
    private static final int LONGEST_BEGINNING = 4096;
    private static final int LONGEST_SHOWN = 60;

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
    SortedSet<String> waiting(List<StatusLine> begun) throws IOException {
        SortedSet<String> waiting = all();
        begun.forEach(line -> waiting.remove(line.task()));
        return waiting;
    }

    /// Why nothing can be told of a task that has no loop.
    BadUsage nothingOf(String task) throws IOException {
        return new BadUsage(
                all().contains(task)
                        ? "task " + task + " has no attempts yet. Start it: ralph run --task " + task
                        : "No task " + task + " in " + layout.state() + ". List them: ralph status");
    }

    /// The first line of its text; empty where it has none. That of a task in a flow lies with its stages.
    String beginning(String task) throws IOException {
        TaskFolder folder = layout.task(new TaskId(task));
        String own = beginning(folder.taskFile());
        Path stages = folder.path().resolve("stages");
        if (!own.isEmpty() || !Files.isDirectory(stages, LinkOption.NOFOLLOW_LINKS)) {
            return own;
        }
        try (Stream<Path> roles = Files.list(stages)) {
            for (Path role : roles.filter(one -> Files.isDirectory(one, LinkOption.NOFOLLOW_LINKS))
                    .sorted()
                    .toList()) {
                String text = beginning(role.resolve(folder.taskFile().getFileName()));
                if (!text.isEmpty()) {
                    return text;
                }
            }
        }
        return "";
    }

    private static String beginning(Path file) throws IOException {
        return text(file, LONGEST_BEGINNING)
                .lines()
                .map(line -> line.strip().replaceFirst("^(#+|>) +", ""))
                .filter(line -> !line.isEmpty())
                .findFirst()
                .orElse("");
    }

    /// At most so many bytes of a file; empty where there is none.
    static String text(Path file, int most) throws IOException {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) { // a link of an agent's could lead to a secret
            return "";
        }
        try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            return new String(in.readNBytes(most), StandardCharsets.UTF_8);
        }
    }

    /// For a list.
    static String shortened(String text) {
        return TerminalWidth.fit(text, LONGEST_SHOWN);
    }

    /// Whether it can be the name of a task.
    static boolean isName(String name) {
        try {
            return new TaskId(name).value().equals(name);
        } catch (IllegalArgumentException other) {
            return false;
        }
    }
}
