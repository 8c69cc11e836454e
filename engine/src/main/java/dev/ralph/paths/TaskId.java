package dev.ralph.paths;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.random.RandomGenerator;

/// The name of a task, which is also the name of its folder. Any safe folder name is taken; generated ones are
/// `task-<date>-<time>-<six letters>`, so they sort by age.
public record TaskId(String value) {
    private static final int LONGEST = 128;
    private static final String LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789";
    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").withZone(ZoneOffset.UTC);

    public TaskId {
        SafeName.require("task id", value, LONGEST);
    }

    public static TaskId generate(Instant now, RandomGenerator random) {
        StringBuilder id = new StringBuilder("task-").append(STAMP.format(now)).append('-');
        for (int i = 0; i < 6; i++) {
            id.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
        }
        return new TaskId(id.toString());
    }

    /// The key of the lock that a process holds while it runs a loop of this task.
    public String lock() {
        return "task-" + value;
    }

    @Override
    public String toString() {
        return value;
    }
}
