package dev.ralph.backlog;

import dev.ralph.json.InvalidJson;
import dev.ralph.json.JsonText;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The tasks that the operations of a file amount to, and the next one of them. It has no files of its own: it is given
/// lines, and knows after each which task is next, without looking at all of them.
///
/// It promises:
/// 1. The same lines give the same list and the same order of tasks.
/// 2. A line that cannot be used changes nothing and is named with its number.
/// 3. The next task is in progress rather than pending, then of the highest priority, then the oldest, then the first
///    in the file. It is never blocked, waits for no task that is open or unknown, and has no open subtask.
public final class TaskList {
    /// What a flow does, as the lines of a list call it.
    static final String BY_FLOW = "agent";

    private static final int MOST_PROBLEMS = 1_000;
    private static final Pattern NUMBER = Pattern.compile("RALPH-(\\d{1,9})");
    private static final Comparator<Place> ORDER = Comparator.comparing(Place::inProgress)
            .reversed()
            .thenComparing(Comparator.comparingLong(Place::priority).reversed())
            .thenComparing(Place::created)
            .thenComparingInt(Place::line);

    private final Map<String, BacklogTask> tasks = new LinkedHashMap<>();
    private final Map<String, Set<String>> waiting = new HashMap<>();
    private final Map<String, Set<String>> blockers = new HashMap<>();
    private final Map<String, Set<String>> subtasks = new HashMap<>();
    private final Map<String, Place> places = new HashMap<>();
    private final TreeSet<Place> ready = new TreeSet<>(ORDER);
    private final List<Problem> problems = new ArrayList<>();
    private @Nullable Problem unfinished;
    private int lines;

    /// Where a task that can be worked on stands in the order.
    private record Place(boolean inProgress, long priority, Instant created, int line, String task) {}

    /// A line of the file that was passed over, or that says something odd.
    public record Problem(int line, String words) {}

    /// Whether it has not been given a line.
    boolean isNew() {
        return lines == 0;
    }

    /// Takes the next line of the file.
    public void apply(String line) {
        lines++;
        if (line.isBlank()) {
            return;
        }
        try {
            apply(JsonText.object(line));
        } catch (InvalidJson broken) {
            problem(
                    line.startsWith("<<<<<<<") || line.startsWith("=======") || line.startsWith(">>>>>>>")
                            ? "left over from a merge conflict; remove it"
                            : broken.getMessage() + "; skipped");
        }
    }

    /// Takes the last line of the file where nobody has ended it, if it is whole. Else somebody may be about to write
    /// the rest, or was killed before that: it is named until there is more.
    ///
    /// @return whether it was taken
    boolean applyUnfinished(String line) {
        if (line.isBlank()) {
            return false;
        }
        try {
            var _ = JsonText.object(line);
        } catch (InvalidJson half) {
            unfinished = new Problem(
                    lines + 1, "is not finished, and what there is cannot be used: complete the line, or remove it");
            return false;
        }
        apply(line);
        return true;
    }

    /// What was not finished is read once more.
    void finished() {
        unfinished = null;
    }

    private void apply(Map<String, @Nullable Object> operation) {
        String kind = String.valueOf(operation.get("op"));
        switch (kind) {
            case "create" -> create(operation.get("task"));
            case "update" -> known(operation).ifPresent(task -> update(task, operation));
            case "link" ->
                known(operation).ifPresent(task -> {
                    Map<String, @Nullable Object> link = new LinkedHashMap<>();
                    link.put("externalId", operation.get("externalId"));
                    link.put("externalUrl", operation.get("externalUrl"));
                    replace(task.with(link));
                });
            case "relate" -> known(operation).ifPresent(task -> relate(task, operation));
            default -> problem("has the operation '" + kind + "', which is none of create, update, link, relate");
        }
    }

    @SuppressWarnings("unchecked") // objects of JSON have texts as keys
    private void create(@Nullable Object described) {
        if (!(described instanceof Map<?, ?> fields) || !(fields.get("id") instanceof String id) || id.isBlank()) {
            problem("creates a task without an id");
            return;
        }
        if (tasks.containsKey(id)) {
            problem("creates " + id + " a second time: the first one counts");
            return;
        }
        BacklogTask.unreadable(fields).forEach(words -> problem("gives " + id + " " + words));
        replace(new BacklogTask(id, lines, (Map<String, @Nullable Object>) fields));
    }

    private Optional<BacklogTask> known(Map<String, @Nullable Object> operation) {
        BacklogTask task = operation.get("id") instanceof String id ? tasks.get(id) : null;
        if (task == null) {
            problem("unknown task " + operation.get("id"));
        }
        return Optional.ofNullable(task);
    }

    @SuppressWarnings("unchecked") // objects of JSON have texts as keys
    private void update(BacklogTask task, Map<String, @Nullable Object> operation) {
        if (!(operation.get("changes") instanceof Map<?, ?> changed)) {
            problem("updates " + task.id() + " without changes");
            return;
        }
        BacklogTask.unreadable(changed).forEach(words -> problem("gives " + task.id() + " " + words));
        BacklogTask next = task.with((Map<String, @Nullable Object>) changed);
        boolean known = !(changed.get("status") instanceof String word)
                || TaskStatus.of(word).isPresent();
        if (known
                && BY_FLOW.equals(operation.get("source")) // people and trackers do as they like
                && task.status() != next.status()
                && !task.status().next().contains(next.status())
                && !(task.status() == TaskStatus.DONE && next.status() == TaskStatus.IN_PROGRESS) // not merged
                && !(next.status() == TaskStatus.PENDING && changed.containsKey("failedRun"))) { // for another try
            problem("unexpected move of " + task.id() + " from " + task.status().word() + " to "
                    + next.status().word() + "; applied");
        }
        replace(next);
    }

    private void relate(BacklogTask task, Map<String, @Nullable Object> operation) {
        String relation = String.valueOf(operation.get("relation"));
        BacklogTask target = operation.get("targetId") instanceof String id ? tasks.get(id) : null;
        if (target == null) {
            problem("relates " + task.id() + " to unknown task " + operation.get("targetId"));
            return;
        }
        switch (relation) {
            case "blockedBy" -> replace(task.with(Map.of("blockedBy", with(task.blockedBy(), target.id()))));
            case "blocks" -> replace(target.with(Map.of("blockedBy", with(target.blockedBy(), task.id()))));
            case "parent" -> replace(task.with(Map.of("parent", target.id())));
            case "subtask" -> replace(target.with(Map.of("parent", task.id())));
            default ->
                problem("has the relation '" + relation + "', which is none of blocks, blockedBy, parent, subtask");
        }
    }

    private static List<String> with(List<String> some, String one) {
        Set<String> all = new LinkedHashSet<>(some);
        all.add(one);
        return List.copyOf(all);
    }

    private void replace(BacklogTask next) {
        BacklogTask before = tasks.put(next.id(), next);
        if (before != null) {
            leave(next.id());
            needs(before).forEach(other -> remove(waiting, other, next.id()));
            before.blocks().forEach(other -> remove(blockers, other, next.id()));
            remove(subtasks, before.parent(), next.id());
            before.blocks().forEach(this::place);
        }
        needs(next).forEach(other -> add(waiting, other, next.id()));
        next.blocks().forEach(other -> add(blockers, other, next.id()));
        add(subtasks, next.parent(), next.id());
        place(next);
        next.blocks().forEach(this::place);
        boolean same =
                before != null && before.status().isOver() == next.status().isOver();
        if (!same) {
            waiting.getOrDefault(next.id(), Set.of()).forEach(this::place);
        }
        place(next.parent());
        if (before != null) {
            place(before.parent());
        }
    }

    /// What it says itself that it waits for.
    private static List<String> needs(BacklogTask task) {
        List<String> all = new ArrayList<>(task.blockedBy());
        all.addAll(task.subtasks());
        return all;
    }

    private static void add(Map<String, Set<String>> relation, @Nullable String from, String to) {
        if (from != null) {
            relation.computeIfAbsent(from, _ -> new LinkedHashSet<>()).add(to);
        }
    }

    private static void remove(Map<String, Set<String>> relation, @Nullable String from, String to) {
        Set<String> all = from == null ? null : relation.get(from);
        if (all != null) {
            all.remove(to);
        }
    }

    private void place(@Nullable String id) {
        BacklogTask task = id == null ? null : tasks.get(id);
        if (task != null) {
            place(task);
        }
    }

    private void place(BacklogTask task) {
        boolean open = task.status() == TaskStatus.PENDING || task.status() == TaskStatus.IN_PROGRESS;
        if (!open || !waitsFor(task).isEmpty()) {
            leave(task.id());
        } else if (!places.containsKey(task.id())) {
            Place place = new Place(
                    task.status() == TaskStatus.IN_PROGRESS, task.priority(), task.createdAt(), task.line(), task.id());
            places.put(task.id(), place);
            ready.add(place);
        }
    }

    private void leave(String task) {
        Place place = places.remove(task);
        if (place != null) {
            ready.remove(place);
        }
    }

    /// Of an id of ours that no task has.
    long nextNumber() {
        long last = 0;
        for (String id : tasks.keySet()) {
            Matcher number = NUMBER.matcher(id);
            last = number.matches() ? Math.max(last, Long.parseLong(number.group(1))) : last;
        }
        return last + 1;
    }

    static String id(long number) {
        return String.format("RALPH-%03d", number);
    }

    /// What must be over before it begins: those it is blocked by, and its subtasks, whichever of both says so.
    public List<String> waitsFor(BacklogTask task) {
        Set<String> open = new LinkedHashSet<>(needs(task));
        open.addAll(blockers.getOrDefault(task.id(), Set.of()));
        open.addAll(subtasks.getOrDefault(task.id(), Set.of()));
        open.removeIf(id -> {
            BacklogTask other = tasks.get(id);
            return other != null && other.status().isOver();
        });
        return List.copyOf(open);
    }

    /// The task to work on next.
    ///
    /// @param without those that somebody works on already
    public Optional<BacklogTask> next(Set<String> without) {
        return ready(without).findFirst();
    }

    /// Those that can be worked on now, in their order.
    Stream<BacklogTask> ready(Set<String> without) {
        return ready.stream()
                .map(Place::task)
                .filter(id -> !without.contains(id))
                .flatMap(id -> task(id).stream());
    }

    public Optional<BacklogTask> task(String id) {
        return Optional.ofNullable(tasks.get(id));
    }

    /// All of them, in the order in which they were created.
    public List<BacklogTask> all() {
        return List.copyOf(tasks.values());
    }

    /// What is odd about what the lines so far amount to (tasks that wait for one that is unknown, or for themselves),
    /// then about the lines. At most a thousand of each.
    public List<Problem> problems() {
        List<Problem> all = new ArrayList<>(hopeless());
        all.addAll(unusable());
        return all;
    }

    /// What is odd about the lines so far.
    public List<Problem> unusable() {
        List<Problem> all = new ArrayList<>(problems);
        if (unfinished != null) {
            all.add(unfinished);
        }
        return all;
    }

    /// What is odd about what they amount to.
    public List<Problem> hopeless() {
        List<Problem> all = new ArrayList<>();
        Set<String> over = new HashSet<>();
        for (BacklogTask task : tasks.values()) {
            if (all.size() >= MOST_PROBLEMS) {
                break;
            }
            String parent = task.parent();
            if (parent != null && !tasks.containsKey(parent)) {
                all.add(new Problem(task.line(), task.id() + " has the parent " + parent + ", which is unknown"));
            }
            unknown(task, task.blockedBy(), " is blocked by ").forEach(all::add);
            unknown(task, task.blocks(), " blocks ").forEach(all::add);
            unknown(task, task.subtasks(), " has the subtask ").forEach(all::add);
            List<String> circle = circle(task, over);
            if (!circle.isEmpty()) {
                all.add(new Problem(
                        task.line(),
                        String.join(", ", circle)
                                + (circle.size() == 1 ? " waits for itself" : " wait for each other")));
            }
        }
        return all;
    }

    private List<Problem> unknown(BacklogTask task, List<String> others, String relation) {
        return others.stream()
                .filter(other -> !tasks.containsKey(other))
                .map(other -> new Problem(task.line(), task.id() + relation + other + ", which is unknown"))
                .toList();
    }

    /// The tasks that wait for each other with this one; none where it does not wait for itself.
    public List<String> circle(String id) {
        BacklogTask task = tasks.get(id);
        List<String> circle = task == null ? List.of() : circle(task, new HashSet<>());
        return circle.contains(id) ? circle : List.of();
    }

    /// A circle of waiting that begins here, along what nobody looked at yet.
    private List<String> circle(BacklogTask from, Set<String> over) {
        List<String> path = new ArrayList<>();
        List<List<String>> left = new ArrayList<>();
        if (from.status().isOver() || !over.add(from.id())) {
            return List.of();
        }
        path.add(from.id());
        left.add(new ArrayList<>(waitsFor(from)));
        while (!path.isEmpty()) {
            List<String> here = left.getLast();
            if (here.isEmpty()) {
                path.removeLast();
                left.removeLast();
                continue;
            }
            String next = here.removeLast();
            int at = path.indexOf(next);
            if (at >= 0) {
                return List.copyOf(path.subList(at, path.size()));
            }
            BacklogTask task = tasks.get(next);
            if (task != null && !task.status().isOver() && over.add(next)) {
                path.add(next);
                left.add(new ArrayList<>(waitsFor(task)));
            }
        }
        return List.of();
    }

    private void problem(String words) {
        if (problems.size() < MOST_PROBLEMS) {
            problems.add(new Problem(lines, words));
        }
    }
}
