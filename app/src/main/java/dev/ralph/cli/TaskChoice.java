package dev.ralph.cli;

import dev.ralph.Ralph;
import dev.ralph.machine.StreamHead;
import dev.ralph.paths.TaskId;
import dev.ralph.store.JournalView;
import dev.ralph.store.Leases;
import dev.ralph.store.StreamQuery;
import dev.ralph.store.StreamSummary;
import java.util.List;
import java.util.Optional;

/// Which task a command means.
record TaskChoice(Ralph ralph) {

    /// The one that was named, with `--task` or as an argument.
    static Optional<TaskId> named(Invocation invocation) {
        Optional<String> option = invocation.text("task");
        Optional<String> argument = invocation.argument("TASK");
        if (option.isPresent() && argument.isPresent()) {
            throw new BadUsage("the task is given twice, as --task " + option.get() + " and as '" + argument.get()
                    + "'; keep one");
        }
        return option.or(() -> argument).map(TaskId::new);
    }

    /// What every command says that has nothing to show before the first task.
    static String nothingYet(Ralph ralph) {
        return "no task in " + ralph.folder() + " yet. Start one: ralph \"Fix the flaky test\"";
    }

    /// The only task or flow that a process runs right now; empty where there are none, or several.
    Optional<String> onlyRunning() {
        Leases leases = ralph.leases();
        try (JournalView journal = ralph.journal()) {
            List<String> running = journal.streams(StreamQuery.OPEN).stream()
                    .map(StreamSummary::head)
                    .filter(head -> head.parent() == null && head.run() == null)
                    .filter(head -> leases.whoHolds(Leases.key(head)).isPresent())
                    .map(StreamHead::task)
                    .distinct()
                    .toList();
            return running.size() == 1 ? Optional.of(running.getFirst()) : Optional.empty();
        }
    }

    /// The one that was named, or the only one that makes sense.
    TaskId chosen(Invocation invocation) {
        return named(invocation).orElseGet(this::only);
    }

    /// The only task or flow that has not ended; where all have, the only one that makes sense.
    TaskId onlyOpen() {
        try (JournalView journal = ralph.journal()) {
            List<String> open = journal.streams(StreamQuery.OPEN).stream()
                    .map(StreamSummary::head)
                    .filter(head -> head.parent() == null && head.run() == null)
                    .map(StreamHead::task)
                    .distinct()
                    .toList();
            return open.isEmpty() ? only() : one(open);
        }
    }

    private static TaskId one(List<String> tasks) {
        if (tasks.size() == 1) {
            return new TaskId(tasks.getFirst());
        }
        throw new BadUsage("which task? Give --task with one of: " + String.join(", ", tasks));
    }

    /// The only one that makes sense.
    TaskId only() {
        List<String> open;
        try (JournalView journal = ralph.journal()) {
            open = journal.loops(StreamQuery.OPEN).stream()
                    .filter(loop -> loop.head().run() == null)
                    .map(loop -> loop.head().task())
                    .distinct()
                    .toList();
            if (open.isEmpty()) {
                open = journal.loops(StreamQuery.NEWEST).stream()
                        .map(loop -> loop.head().task())
                        .toList();
            }
        }
        if (open.isEmpty()) {
            throw new BadUsage(nothingYet(ralph));
        }
        return one(open);
    }
}
