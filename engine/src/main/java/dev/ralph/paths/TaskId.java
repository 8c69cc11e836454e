package dev.ralph.paths;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;

/// The name of a task, which is also the name of its folder. Any safe folder name is taken.
public record TaskId(String value) {
    private static final int LONGEST = 128;
    private static final int LONGEST_MADE = 40;
    private static final int MOST_WORDS = 5;
    private static final Set<String> SMALL =
            Set.of("a", "an", "and", "in", "of", "on", "please", "so", "that", "the", "this", "to", "with");

    public TaskId {
        SafeName.require("task id", value, LONGEST);
    }

    /// Named after the first line of what is to be done: `fix-flaky-test`, then `fix-flaky-test-2`.
    ///
    /// @param isTaken whether another task has that name
    public static TaskId of(String text, Predicate<TaskId> isTaken) {
        List<String> words = new ArrayList<>();
        int length = 0;
        String line = text.strip().lines().findFirst().orElse("");
        for (String word : Normalizer.normalize(line, Normalizer.Form.NFKD)
                .replaceAll("\\p{M}+", "")
                .toLowerCase(Locale.ROOT)
                .split("[^a-z0-9]+", -1)) {
            length += word.length() + 1;
            if (words.size() == MOST_WORDS || length > LONGEST_MADE) {
                break;
            }
            if (!word.isEmpty() && !SMALL.contains(word)) {
                words.add(word);
            }
        }
        String name = words.isEmpty() ? "task" : String.join("-", words);
        for (int number = 1; ; number++) {
            TaskId id = new TaskId(number == 1 ? name : name + "-" + number);
            if (!isTaken.test(id)) {
                return id;
            }
        }
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
