package dev.ralph.flow;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What the journal knows of the work on a task.
///
/// @param iterations attempts that count
/// @param time       how long agents ran
/// @param dollars    null where no agent said what it used
/// @param share      how much of the task's limit was used: 1 for all of it
/// @param files      that differ from before
/// @param lines      that were added and removed
/// @param better     a check or a test passes that did not before
/// @param folders    of the task, where agents leave what they want remembered
/// @param said       what the agent of its last attempt wrote, where it prints a stream of events; null where all that
///                   it prints is text, or nobody knows
public record TaskFacts(
        int iterations,
        Duration time,
        @Nullable BigDecimal dollars,
        double share,
        int files,
        int lines,
        boolean better,
        List<Path> folders,
        @Nullable String said) {
    public static final TaskFacts NOTHING = new TaskFacts(0, Duration.ZERO, null, 0, 0, 0, false, List.of(), null);

    public TaskFacts {
        folders = List.copyOf(folders);
    }
}
