package dev.ralph.engine;

import dev.ralph.paths.LenientText;
import dev.ralph.paths.ProjectId;
import dev.ralph.paths.StateLayout;
import dev.ralph.paths.TaskId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Where a loop's files lie and its agents work, found from the one folder that somebody named.
record ProjectPaths(StateLayout layout, Path project, ProjectId projectId, TaskId task) {

    static ProjectPaths ofProject(
            Path folder, @Nullable Path root, @Nullable ProjectId project, @Nullable TaskId task) {
        Path home = folder.toAbsolutePath().normalize();
        ProjectId id = project == null ? ProjectId.of(home) : project;
        return new ProjectPaths(
                root == null ? StateLayout.inProject(home) : StateLayout.underRoot(root, id),
                home,
                id,
                task == null ? TaskId.generate(Instant.now(), new SecureRandom()) : task);
    }

    /// Below a shared root, the project's folder is what `PROJECT-ROOT.txt` says, else the current one.
    static ProjectPaths ofTask(Path folder, @Nullable ProjectId project, @Nullable TaskId task) throws IOException {
        Path home = folder.toAbsolutePath().normalize();
        Path tasks = home.getParent();
        if (tasks == null || tasks.getFileName() == null) {
            throw new IllegalArgumentException(
                    "task folder " + home + " has no project folder above it: give <root>/<project>/<task>");
        }
        TaskId named = new TaskId(home.getFileName().toString());
        if (task != null && !task.equals(named)) {
            throw new IllegalArgumentException("task folder " + home + " belongs to task " + named + ", not " + task);
        }
        Path state = tasks.getParent();
        Path above = state == null ? null : state.getParent();
        if (state != null && above != null && state.endsWith(".ralph") && tasks.endsWith("tasks")) {
            return ofProject(above, null, project, named);
        }
        Path pointer = tasks.resolve("PROJECT-ROOT.txt");
        Path works = Files.isRegularFile(pointer)
                ? Path.of(LenientText.read(pointer).strip())
                : Path.of("").toAbsolutePath();
        return new ProjectPaths(
                new StateLayout(tasks, tasks), works, project == null ? ProjectId.of(tasks) : project, named);
    }
}
