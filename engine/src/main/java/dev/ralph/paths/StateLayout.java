package dev.ralph.paths;

import java.nio.file.Path;

/// Where a project's state lies: in its own `.ralph` folder, or below a root shared by many projects.
///
/// @param state what belongs to the project: journal, project bus, locks
/// @param tasks holds a folder for each task
public record StateLayout(Path state, Path tasks) {

    /// `<project>/.ralph`, with tasks in `.ralph/tasks`.
    public static StateLayout inProject(Path project) {
        Path state = project.toAbsolutePath().normalize().resolve(".ralph");
        return new StateLayout(state, state.resolve("tasks"));
    }

    /// `<root>/<project id>`, with tasks directly below.
    public static StateLayout underRoot(Path root, ProjectId project) {
        Path state = root.toAbsolutePath().normalize().resolve(project.value());
        return new StateLayout(state, state);
    }

    public TaskFolder task(TaskId task) {
        return new TaskFolder(tasks.resolve(task.value()), tasks);
    }

    public Path journal() {
        return state.resolve("ralph.db");
    }

    public Path projectBus() {
        return state.resolve("PROJECT-MESSAGE-BUS.md");
    }

    public Path leases() {
        return state.resolve("leases");
    }

    public Path locks() {
        return state.resolve("locks");
    }

    /// What other processes ask of a running loop.
    public Path requests(String loop) {
        return state.resolve("requests").resolve(safe(loop));
    }

    /// What belongs to a loop and no agent needs to see.
    public Path loop(String loop) {
        return state.resolve("loops").resolve(safe(loop));
    }

    /// A journal may come with a foreign repository.
    private static String safe(String loop) {
        SafeName.require("loop id", loop, RunIds.LONGEST);
        return loop;
    }
}
