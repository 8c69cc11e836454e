package dev.ralph.cli;

import dev.ralph.run.Engine;
import dev.ralph.store.AttemptSummary;
import dev.ralph.store.JournalView;
import dev.ralph.store.LoopSummary;
import dev.ralph.store.Ownership;
import dev.ralph.task.Layout;
import dev.ralph.task.TaskId;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.List;

/// Looks at one loop from outside while it goes on.
record LoopWatch(Layout layout, JournalView journal, String loop) {
    private static final String DESCRIPTION = ".lock.holder";

    /// @param alive    a process runs the loop; asked before the attempts were read, so a loop that is not alive has
    ///                 no other attempts
    /// @param attempts in order
    record Look(boolean alive, List<AttemptSummary> attempts) {}

    Look look() throws IOException {
        boolean alive = alive();
        return new Look(alive, journal.attempts(loop));
    }

    boolean alive() throws IOException {
        LoopSummary summary = journal.loop(loop).orElse(null);
        if (summary == null || !summary.open()) {
            return false;
        }
        String task = summary.head().task();
        return Loops.isJob(summary) ? jobIsHeld(task) : Engine.isRunning(layout, new TaskId(task));
    }

    private boolean jobIsHeld(String task) throws IOException {
        try (DirectoryStream<Path> found = Files.newDirectoryStream(layout.locks(), "job-*" + DESCRIPTION)) {
            for (Path description : found) {
                String name = description.getFileName().toString();
                String key = name.substring(0, name.length() - DESCRIPTION.length());
                if (isOurs(key, task) && Ownership.whoHolds(layout.locks(), key).isPresent()) {
                    return true;
                }
            }
        } catch (NoSuchFileException | NotDirectoryException none) {
            return false;
        }
        return false;
    }

    /// A job is owned as `job-<loop>` or as `job-<task>-<pid>-<time>`; a task `a` must not be taken for a task `a-1`.
    private boolean isOurs(String key, String task) {
        String named = "job-" + task + "-";
        return key.equals("job-" + loop)
                || (key.startsWith(named) && key.substring(named.length()).matches("\\d+--?\\d+"));
    }
}
