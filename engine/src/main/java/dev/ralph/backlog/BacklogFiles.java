package dev.ralph.backlog;

import dev.ralph.paths.RequestRefused;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Where the task list of a project and its histories lie: in the folder of the settings; where they name none, at its
/// root, or in the folder `state` where that has a list.
///
/// @param folder of the files
public record BacklogFiles(Path project, Path folder) {
    private static final String TASKS = "tasks.jsonl";

    public static BacklogFiles of(Path project) {
        Path state = project.resolve("state");
        boolean apart = !Files.exists(project.resolve(TASKS)) && Files.exists(state.resolve(TASKS));
        return new BacklogFiles(project, apart ? state : project);
    }

    /// @param named the folder, relative to the project, as the settings have it; null where they name none
    public static BacklogFiles of(Path project, @Nullable String named) {
        if (named == null) {
            return of(project);
        }
        Path folder = project.resolve(named).normalize();
        if (!folder.startsWith(project)) {
            throw new RequestRefused("list_folder: " + named + " is not in the project " + project);
        }
        return new BacklogFiles(project, folder);
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
