package dev.ralph.paths;

import java.nio.file.Path;
import java.util.Objects;

/// The public files of a task.
///
/// @param home agents write to what lies below it: no part of a path there may be a link, see [UnlinkedFiles]
public record TaskFolder(Path path, Path home) {
    /// The longest text of a task, in bytes: it is put together in memory for every attempt.
    public static final int LONGEST_TEXT = 16 << 20;

    public TaskFolder(Path path) {
        this(path, Objects.requireNonNullElse(path.getParent(), path));
    }

    public Path taskFile() {
        return path.resolve("TASK.md");
    }

    public Path done() {
        return path.resolve("DONE");
    }

    public Path waitMarker() {
        return path.resolve("WAIT_WITHOUT_RESTART");
    }

    public Path bus() {
        return path.resolve("TASK-MESSAGE-BUS.md");
    }

    /// What agents want to be told again, a line of JSON each.
    public Path remembered() {
        return path.resolve("remembered.jsonl");
    }

    public Path runs() {
        return path.resolve("runs");
    }

    /// What belongs to one stage of the task.
    ///
    /// @throws IllegalArgumentException when the role could lead elsewhere
    public TaskFolder stage(String role) {
        SafeName.require("role", role, RunIds.LONGEST);
        return new TaskFolder(path.resolve("stages").resolve(role), home);
    }

    /// @throws IllegalArgumentException when the id could lead elsewhere: journals may come with a foreign repository
    public RunFolder run(String run) {
        SafeName.require("run id", run, RunIds.LONGEST);
        return new RunFolder(runs().resolve(run), home);
    }
}
