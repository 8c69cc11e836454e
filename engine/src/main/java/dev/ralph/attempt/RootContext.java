package dev.ralph.attempt;

import dev.ralph.paths.RunFolder;
import dev.ralph.paths.TaskFolder;
import java.io.IOException;
import java.nio.file.Files;

/// What a [RootRunner] is told. Its thread is interrupted when the loop is stopped.
public record RootContext(TaskFolder task, RunFolder run) {
    /// Says that the task is done.
    public void done() throws IOException {
        Files.writeString(task.done(), "done\n");
    }
}
