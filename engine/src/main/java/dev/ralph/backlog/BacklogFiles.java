package dev.ralph.backlog;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Where the task list of a project and its histories lie: at its root, or in the folder `state` where that has one.
///
/// @param folder of the files
public record BacklogFiles(Path project, Path folder) {
    private static final String TASKS = "tasks.jsonl";

    public static BacklogFiles of(Path project) {
        Path state = project.resolve("state");
        boolean apart = !Files.exists(project.resolve(TASKS)) && Files.exists(state.resolve(TASKS));
        return new BacklogFiles(project, apart ? state : project);
    }

    public boolean exist() {
        return Files.isRegularFile(tasks());
    }

    public Path tasks() {
        return folder.resolve(TASKS);
    }

    public Path progress() {
        return folder.resolve("progress.jsonl");
    }

    public Path learning() {
        return folder.resolve("learning.jsonl");
    }

    /// What was done to issues of a tracker.
    public Path trackerOps() {
        return folder.resolve("tracker-ops.jsonl");
    }

    /// All that goes into the history of the project.
    public List<Path> all() {
        return List.of(tasks(), progress(), learning(), trackerOps());
    }
}
