package dev.ralph.bench;

import dev.ralph.backlog.BacklogTask;
import dev.ralph.backlog.TaskList;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;

/// How long it takes to find the next task, in a list of ten thousand and in one of a million, a fifth of them blocked
/// by others, while tasks become done.
///
/// `TaskListBench [PICKS] [TASKS]`
public final class TaskListBench {
    private static final int FEW = 10_000;
    private static final double MICRO = 1_000;

    private TaskListBench() {}

    public static void main(String[] args) {
        int picks = args.length > 0 ? Integer.parseInt(args[0]) : 5_000;
        int many = args.length > 1 ? Integer.parseInt(args[1]) : 1_000_000;
        Spread warm = picked(list(FEW), picks);
        Spread few = picked(list(FEW), picks);
        long before = used();
        TaskList all = list(many);
        long bytes = (used() - before) / many;
        Spread most = picked(all, picks);
        String what = String.format(Locale.ROOT, "the next of %,d tasks, p99", many);
        new Row("10", what, micros(most.at(0.99)), "", most.at(0.99) / MICRO, "", Bound.atMost(50)).print();
        new Row(
                        "10",
                        "the same, against " + FEW,
                        micros(most.median()),
                        micros(few.median()),
                        most.median() / few.median(),
                        "",
                        Bound.atMost(2))
                .print();
        System.out.println("tasks: " + bytes + " bytes of heap each, first round " + micros(warm.at(0.99)) + " p99");
    }

    private static String micros(double nanos) {
        return String.format(Locale.ROOT, "%.1f us", nanos / MICRO);
    }

    private static long used() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    private static TaskList list(int tasks) {
        Random random = new Random(1);
        TaskList list = new TaskList();
        for (int i = 0; i < tasks; i++) {
            String blocked = i > 0 && random.nextInt(5) == 0 ? ",\"blockedBy\":[\"T-" + random.nextInt(i) + "\"]" : "";
            list.apply("{\"op\":\"create\",\"task\":{\"id\":\"T-" + i + "\",\"title\":\"Task number " + i
                    + "\",\"status\":\"pending\",\"priority\":" + random.nextInt(10) + blocked
                    + ",\"createdAt\":\"2026-01-01T00:00:00Z\"},\"timestamp\":\"2026-01-01T00:00:00Z\"}");
        }
        return list;
    }

    /// Nanoseconds of each look.
    private static Spread picked(TaskList list, int picks) {
        List<Double> took = new ArrayList<>();
        for (int i = 0; i < picks; i++) {
            long from = System.nanoTime();
            BacklogTask next = list.next(Set.of()).orElseThrow();
            took.add((double) (System.nanoTime() - from));
            list.apply("{\"op\":\"update\",\"id\":\"" + next.id() + "\",\"changes\":{\"status\":\"done\"}}");
        }
        return Spread.of(took);
    }
}
