package dev.ralph.backlog;

import dev.ralph.flow.TaskFacts;
import dev.ralph.json.InvalidJson;
import dev.ralph.json.JsonText;
import dev.ralph.wording.Amount;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// What the lines of `learning.jsonl` amount to: how tasks of each type went, what failed, what agents wanted
/// remembered, and what is odd. It has no files and no clock, and stays small however many lines there are.
///
/// A task is written down as done right before its work is merged, so that the commit holds it. Where that fails, or
/// somebody reopens the task, it ends again, and its later end counts instead. So lines come first, questions after.
public final class TaskHistory {
    /// So many tasks must be known before figures mean something.
    public static final int ENOUGH = 5;

    /// So many tasks with the same failure are no accident.
    public static final int RECURRING = 3;

    private static final double SPARE = 1.5;
    private static final Duration STALE = Duration.ofDays(14);
    private static final Duration LONG = Duration.ofDays(30);
    private static final int MOST_TYPES = 100;
    private static final int MOST_TASKS = 1_000;
    private static final int MOST_TOLD = 10_000;
    private static final int MOST_KEPT = 100;
    private static final int MOST_OPEN = 1_000;

    private final Figures iterations = new Figures();
    private final Map<String, Type> types = new TreeMap<>();
    private final Map<String, Failure> failures = new TreeMap<>();
    /// Of tasks that were done, those that may end again; the last ones.
    private final Map<String, Done> done = new LinkedHashMap<>();
    private final Deque<Remembered> remembered = new ArrayDeque<>();
    private final Deque<Noticed> noticed = new ArrayDeque<>();
    private final Set<String> told = new HashSet<>();
    private final List<TaskList.Problem> problems = new ArrayList<>();
    private int unreadable;
    private int lines;

    private record Done(
            String type,
            double iterations,
            @Nullable BigDecimal seconds,
            @Nullable BigDecimal dollars) {}

    /// Mean and deviation of what was seen, without keeping it.
    public static final class Figures {
        private long count;
        private double mean;
        private double squares;
        private double most;

        void add(double value) {
            count++;
            double off = value - mean;
            mean += off / count;
            squares += off * (value - mean);
            most = Math.max(most, value);
        }

        public long count() {
            return count;
        }

        public double mean() {
            return mean;
        }

        public double deviation() {
            return count == 0 ? 0 : Math.sqrt(squares / count);
        }

        public double most() {
            return most;
        }

        /// What is out of the ordinary is above.
        double usual() {
            return mean + 2 * deviation();
        }

        /// What was always sufficient, and would have been for nearly all like these.
        public double enough() {
            return Math.max(most, usual());
        }
    }

    /// How tasks of a type went.
    ///
    /// @param all        how many ended
    /// @param iterations of those that were done; so with the others
    public record Type(String name, Figures all, Figures iterations, Figures seconds, Figures dollars) {
        Type(String name) {
            this(name, new Figures(), new Figures(), new Figures(), new Figures());
        }

        public long done() {
            return iterations.count();
        }

        /// What a task of this type needs, by those that were done; empty before enough are known.
        public Optional<Need> need() {
            if (done() < ENOUGH) {
                return Optional.empty();
            }
            long minutes = (long) Math.ceil(seconds.enough() * SPARE / 60);
            return Optional.of(new Need(
                    Math.max(1, (int) Math.ceil(iterations.enough())),
                    Duration.ofMinutes(Math.max(1, minutes)),
                    dollars.count() < ENOUGH || dollars.most() == 0
                            ? null
                            : BigDecimal.valueOf(dollars.enough() * SPARE).setScale(2, RoundingMode.UP)));
        }
    }

    /// What was always sufficient; of time and money half as much again.
    ///
    /// @param dollars null where too little is known
    public record Need(
            int iterations, Duration time, @Nullable BigDecimal dollars) {}

    /// Why tasks were not done.
    ///
    /// @param reason its code
    /// @param tasks  with it, the first ones
    /// @param words  of the last one
    /// @param iterations of the one that had the most
    public record Failure(String reason, Set<String> tasks, String words, double iterations) {
        private static final String CAP = "cap_reached_";

        /// For people.
        public String title() {
            return words(reason);
        }

        static String words(String reason) {
            return switch (reason) {
                case "attempts_used" -> "used all its iterations";
                case "cap_reached_dollars" -> "reached its cost limit";
                case "same_failure" -> "the same failure again and again";
                case "no_change" -> "nothing changed";
                case "provider_limited" -> "the provider's usage limit";
                case "gave_up" -> "the agent could not continue";
                case "agent_waits" -> "the agent waits";
                case "no_agent" -> "no agent could start";
                case "cannot_prepare" -> "the fresh checkout could not be prepared";
                case "cannot_check" -> "a check could not run";
                case "not_kept", "not_integrated" -> "the work could not be merged";
                case "questions" -> "a check asked a question";
                case "limit_used" -> "used up its limits";
                case "conflicts_used" -> "merge conflicts until no try was left";
                case "not_begun" -> "could not start";
                case "grant_used" -> "the budget of the run was used up";
                default ->
                    reason.startsWith(CAP)
                            ? "reached its " + reason.substring(CAP.length()) + " limit"
                            : reason.replace('_', ' ');
            };
        }
    }

    /// What an agent wanted remembered.
    public record Remembered(String task, String text, String at) {}

    /// An anomaly that was written down.
    public record Noticed(Anomaly anomaly, String at) {}

    /// Takes the next line of the file.
    public void add(String text) {
        lines++;
        String line = text.strip();
        if (line.isEmpty()) {
            return;
        }
        try {
            add(JsonText.object(line));
        } catch (InvalidJson broken) {
            problem(
                    line.startsWith("<<<<<<<") || line.startsWith("=======") || line.startsWith(">>>>>>>")
                            ? "left over from a merge conflict; remove it"
                            : broken.getMessage() + "; skipped");
        }
    }

    private void add(Map<String, @Nullable Object> line) {
        switch (text(line, "type")) {
            case "task_completed" -> ended(line);
            case "anomaly_detected" -> noticed(line);
            case "remembered" -> keep(remembered, remembered(line));
            case "" -> problem("no type; skipped");
            default -> {} // what other tools write there
        }
    }

    private void ended(Map<String, @Nullable Object> line) {
        String task = text(line, "taskId");
        BigDecimal tries = number(line, "iterations");
        if (task.isEmpty() || tries == null) {
            problem("missing taskId or iterations; skipped");
            return;
        }
        boolean isOurs = !text(line, "run").isEmpty();
        if (isOurs) {
            done.remove(task);
        }
        if (Boolean.TRUE.equals(line.get("success"))) {
            Done now =
                    new Done(text(line, "taskType"), tries.doubleValue(), number(line, "actual"), number(line, "cost"));
            if (isOurs) {
                done.put(task, now);
                settle(MOST_OPEN);
            } else {
                count(now);
            }
            return;
        }
        iterations.add(tries.doubleValue());
        type(text(line, "taskType")).all().add(1);
        if (!text(line, "reason").isEmpty()) {
            String words = line.get("blockers") instanceof List<?> all && !all.isEmpty() ? "" + all.getFirst() : "";
            failed(text(line, "reason"), task, words, tries.doubleValue());
        }
    }

    private void count(Done task) {
        iterations.add(task.iterations());
        Type type = type(task.type());
        type.all().add(1);
        type.iterations().add(task.iterations());
        add(type.seconds(), task.seconds());
        add(type.dollars(), task.dollars());
    }

    /// Counts all but the last ones.
    private void settle(int but) {
        Iterator<Done> first = done.values().iterator();
        for (int more = done.size() - but; more > 0; more--) {
            count(first.next());
            first.remove();
        }
    }

    private void failed(String reason, String task, String words, double tries) {
        Failure before = failures.get(reason);
        if (before == null && failures.size() >= MOST_TYPES) {
            return;
        }
        Set<String> tasks = before == null ? new LinkedHashSet<>() : before.tasks();
        if (tasks.size() < MOST_TASKS) {
            tasks.add(task);
        }
        double most = before == null ? tries : Math.max(tries, before.iterations());
        failures.put(reason, new Failure(reason, tasks, words, most));
    }

    private Type type(String name) {
        String word = name.isEmpty() ? "task" : name;
        String known = types.containsKey(word) || types.size() < MOST_TYPES ? word : "other";
        return types.computeIfAbsent(known, Type::new);
    }

    private static void add(Figures figures, @Nullable BigDecimal value) {
        if (value != null) {
            figures.add(value.doubleValue());
        }
    }

    private void noticed(Map<String, @Nullable Object> line) {
        Map<?, ?> context = line.get("context") instanceof Map<?, ?> object ? object : Map.of();
        Anomaly.Kind kind = one(Anomaly.Kind.values(), text(line, "anomaly"));
        Anomaly.Severity severity = one(Anomaly.Severity.values(), text(line, "severity"));
        if (kind != null && severity != null) {
            Anomaly anomaly = new Anomaly(
                    kind, severity, String.valueOf(context.get("taskId")), String.valueOf(context.get("message")));
            keep(noticed, new Noticed(anomaly, text(line, "timestamp")));
            if (told.size() < MOST_TOLD) {
                told.add(name(anomaly));
            }
        }
    }

    private static String name(Anomaly anomaly) {
        return anomaly.kind() + " " + anomaly.severity() + " " + anomaly.task();
    }

    private static <T extends Enum<T>> @Nullable T one(T[] all, String word) {
        for (T constant : all) {
            if (constant.name().equals(word.toUpperCase(Locale.ROOT))) {
                return constant;
            }
        }
        return null;
    }

    private static Remembered remembered(Map<String, @Nullable Object> line) {
        return new Remembered(text(line, "taskId"), text(line, "text"), text(line, "timestamp"));
    }

    private static <T> void keep(Deque<T> some, T one) {
        some.addLast(one);
        if (some.size() > MOST_KEPT) {
            some.removeFirst();
        }
    }

    private void problem(String words) {
        unreadable++;
        if (problems.size() < MOST_KEPT) {
            problems.add(new TaskList.Problem(lines, words));
        }
    }

    private static String text(Map<String, @Nullable Object> line, String name) {
        return line.get(name) instanceof String text ? text : "";
    }

    private static @Nullable BigDecimal number(Map<String, @Nullable Object> line, String name) {
        BigDecimal number = switch (line.get(name)) {
            case Long whole -> BigDecimal.valueOf(whole);
            case BigDecimal decimal -> decimal;
            case null, default -> null;
        };
        return number == null || number.signum() < 0 || number.precision() - number.scale() > 15 ? null : number;
    }

    /// What is odd about a task that ends now; asked before its own line is added.
    ///
    /// @param reason the code of why it was not done, null where it was
    public List<Anomaly> anomalies(String task, @Nullable String reason, TaskFacts facts) {
        List<Anomaly> odd = new ArrayList<>();
        done.remove(task);
        settle(0);
        if (iterations.count() >= ENOUGH && facts.iterations() > iterations.usual()) {
            double off = (facts.iterations() - iterations.mean()) / iterations.deviation();
            odd.add(new Anomaly(
                    Anomaly.Kind.ITERATION_ANOMALY,
                    off > 4 ? Anomaly.Severity.HIGH : off > 3 ? Anomaly.Severity.MEDIUM : Anomaly.Severity.LOW,
                    task,
                    String.format(
                            Locale.ROOT,
                            "took %d iterations; %d tasks before it took %.1f on average, with a deviation of %.1f",
                            facts.iterations(),
                            iterations.count(),
                            iterations.mean(),
                            iterations.deviation())));
        }
        if (reason != null) {
            Failure before = failures.get(reason);
            Set<String> tasks = new LinkedHashSet<>(before == null ? Set.of() : before.tasks());
            if (tasks.add(task) && tasks.size() % RECURRING == 0) {
                odd.add(new Anomaly(
                        Anomaly.Kind.FAILURE_MODE,
                        tasks.size() > RECURRING ? Anomaly.Severity.HIGH : Anomaly.Severity.MEDIUM,
                        task,
                        Failure.words(reason) + ", as with " + Amount.of(tasks.size() - 1, "task") + " before it"));
            }
            if (facts.share() > 0.5 && !facts.better()) {
                odd.add(new Anomaly(
                        Anomaly.Kind.NO_PROGRESS,
                        facts.share() >= 1 ? Anomaly.Severity.HIGH : Anomaly.Severity.MEDIUM,
                        task,
                        String.format(
                                Locale.ROOT,
                                "used %.0f%% of its limit without a new passing check or test",
                                facts.share() * 100)));
            }
        }
        return odd;
    }

    /// Which tasks are in progress for long, by the times of the list.
    public static List<Anomaly> lasting(Iterable<BacklogTask> tasks, Instant now) {
        List<Anomaly> odd = new ArrayList<>();
        for (BacklogTask task : tasks) {
            if (task.status() != TaskStatus.IN_PROGRESS) {
                continue;
            }
            Duration silent = since(task, "updatedAt", now);
            Duration all = since(task, "startedAt", now);
            if (silent.compareTo(STALE) > 0) {
                odd.add(new Anomaly(
                        Anomaly.Kind.STALE,
                        silent.compareTo(STALE.multipliedBy(2)) > 0 ? Anomaly.Severity.HIGH : Anomaly.Severity.MEDIUM,
                        task.id(),
                        "in progress, but not updated for " + silent.toDays() + " days"));
            }
            if (all.compareTo(LONG) > 0) {
                odd.add(new Anomaly(
                        Anomaly.Kind.LONG_RUNNING,
                        Anomaly.Severity.MEDIUM,
                        task.id(),
                        "in progress for " + all.toDays() + " days"));
            }
        }
        return odd;
    }

    /// Zero where the list does not say.
    private static Duration since(BacklogTask task, String field, Instant now) {
        try {
            return Duration.between(
                    OffsetDateTime.parse(String.valueOf(task.fields().get(field)))
                            .toInstant(),
                    now);
        } catch (DateTimeException | ArithmeticException unknown) {
            return Duration.ZERO;
        }
    }

    /// Whether the same was written down before.
    boolean knows(Anomaly anomaly) {
        return told.contains(name(anomaly));
    }

    /// How many tasks ended.
    public long tasks() {
        settle(0);
        return iterations.count();
    }

    public List<Type> types() {
        settle(0);
        return List.copyOf(types.values());
    }

    /// What a task of this type needs; empty before enough are known.
    Optional<Need> need(String type) {
        settle(0);
        return Optional.ofNullable(types.get(type)).flatMap(Type::need);
    }

    /// Those that several tasks share, the most frequent first.
    public List<Failure> failures() {
        return failures.values().stream()
                .sorted((one, other) -> other.tasks().size() - one.tasks().size())
                .toList();
    }

    /// The last ones.
    public List<Remembered> remembered() {
        return List.copyOf(remembered);
    }

    /// The last ones.
    public List<Noticed> noticed() {
        return List.copyOf(noticed);
    }

    /// The first lines that were passed over.
    public List<TaskList.Problem> problems() {
        return List.copyOf(problems);
    }

    /// How many lines were passed over.
    public int unreadable() {
        return unreadable;
    }
}
