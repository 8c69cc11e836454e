package dev.ralph.backlog;

import dev.ralph.budget.Grant;
import dev.ralph.config.NearestName;
import dev.ralph.flow.TaskFacts;
import dev.ralph.flow.TaskReason;
import dev.ralph.flow.UnknownTask;
import dev.ralph.json.JsonText;
import dev.ralph.loop.Policy;
import dev.ralph.paths.FileErrorText;
import dev.ralph.paths.RequestRefused;
import dev.ralph.wording.Amount;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The list of tasks and the history beside it, as flows write to them.
///
/// It promises: where a task stands is written once, into the list and then into the history, however often it is
/// asked for.
public final class ListedTasks {
    /// Two flows over one list would pick the same task.
    public static final String LEASE = "tasks.jsonl";

    /// As many as could ever begin at once: a list may have a million.
    private static final int MOST_READY = 100;

    private final BacklogFiles files;
    private final TaskFile list;
    private final Learning learning;
    private final Committing committing;
    private final UnaryOperator<String> scrubber;
    private final InstantSource clock;
    private Set<String> only = Set.of();
    private Consumer<Anomaly> anomalies = _ -> {};

    /// Brings files of the project into its history.
    @FunctionalInterface
    public interface Committing {
        /// Does nothing where that was done before.
        ///
        /// @param paths of the files, those that exist
        /// @param key   tells this commit from every other
        void commit(List<Path> paths, String message, String key) throws IOException;
    }

    /// @param scrubber takes secrets out of what agents say: the files are committed, and others read them
    public ListedTasks(BacklogFiles files, Committing committing, UnaryOperator<String> scrubber, InstantSource clock) {
        this.files = files;
        this.list = new TaskFile(files.tasks());
        this.learning = new Learning(files.learning(), scrubber);
        this.committing = committing;
        this.scrubber = scrubber;
        this.clock = clock;
    }

    public BacklogFiles files() {
        return files;
    }

    /// @param ids of the tasks that are worked on; none for all
    public void only(Collection<String> ids) {
        only = Set.copyOf(ids);
    }

    /// Refuses a name that no task has.
    public void requireWanted(TaskList now) {
        for (String id : only) {
            if (now.task(id).isEmpty()) {
                List<String> known = now.all().stream().map(BacklogTask::id).toList();
                String hint = NearestName.hint(id, known);
                throw new RequestRefused(
                        "no task " + id + " in " + files.tasks() + (hint.isEmpty() ? ". See: ralph task list" : hint));
            }
        }
    }

    /// Those that are worked on if they are ready.
    public Stream<BacklogTask> wanted(TaskList now) {
        return now.all().stream().filter(task -> only.isEmpty() || only.contains(task.id()));
    }

    /// The tasks that can be worked on now, the next one first.
    ///
    /// @param without those that somebody works on already
    public List<BacklogTask> ready(TaskList now, Collection<String> without) {
        Set<String> others = new HashSet<>(without);
        if (!only.isEmpty()) {
            now.all().stream()
                    .map(BacklogTask::id)
                    .filter(id -> !only.contains(id))
                    .forEach(others::add);
        }
        return now.ready(others).limit(MOST_READY).toList();
    }

    /// Differs once the file has changed. It costs nothing to look at.
    public Object version() throws IOException {
        if (!Files.exists(files.tasks())) {
            return "";
        }
        BasicFileAttributes now = Files.readAttributes(files.tasks(), BasicFileAttributes.class);
        return List.of(now.size(), now.lastModifiedTime());
    }

    /// As the file is now.
    public TaskList look() throws IOException {
        return list.look();
    }

    public BacklogTask known(String id) throws IOException {
        return look().task(id)
                .orElseThrow(() -> new UnknownTask("task " + id + " is not in " + files.tasks() + " any more"));
    }

    /// In one line, with its id: what a commit says.
    public static String title(BacklogTask task) {
        String title = task.title().isBlank()
                ? "do what its description says"
                : task.title().strip();
        return task.id() + ": " + title.replaceAll("\\s+", " ");
    }

    /// The policy with the list and what belongs to it as Ralph's own. Also where they are not: a list of an agent's
    /// own at the root would come before the one in `state`.
    ///
    /// @param others that are ours, too
    public Policy guarding(Policy policy, List<Path> others) {
        Stream<Path> all = Stream.of(files, new BacklogFiles(files.project(), files.project()))
                .flatMap(where -> where.all().stream());
        List<String> ours = Stream.concat(all, others.stream())
                .map(file -> files.project().relativize(file).toString())
                .distinct()
                .toList();
        return policy.with(policy.confinement().withOurs(ours));
    }

    /// Into the list, and into the history beside it; nothing where it stands there already.
    public void move(BacklogTask task, TaskStatus next, @Nullable String why) throws IOException {
        move(task, next, why, Map.of());
    }

    /// @param more fields that change with it
    public void move(BacklogTask task, TaskStatus next, @Nullable String why, Map<String, ?> more) throws IOException {
        boolean same = more.entrySet().stream().allMatch(field -> has(task, field.getKey(), field.getValue()));
        if (task.status() == next && same) { // a person may have set it meanwhile, without the rest
            if (!isTold(task)) { // who wrote the one died before the other
                String at = task.fields().get("updatedAt") instanceof String time ? time : now();
                tell(task.id(), null, next, why == null ? null : scrubber.apply(why), at);
            }
            return;
        }
        String now = now();
        String said = why == null ? null : scrubber.apply(why);
        Map<String, @Nullable Object> changes = new LinkedHashMap<>();
        changes.put("status", next.word());
        changes.put("updatedAt", now);
        if (next == TaskStatus.IN_PROGRESS) {
            changes.put("startedAt", now);
        } else if (next == TaskStatus.DONE) {
            changes.put("completedAt", now);
        }
        if (said != null) {
            changes.put("reason", said);
        }
        more.forEach((name, value) -> changes.put(name, scrubbed(value)));
        list.update(task.id(), changes, TaskList.BY_FLOW, now);
        tell(task.id(), task.status(), next, said, now);
    }

    private String now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS).toString();
    }

    private boolean has(BacklogTask task, String name, @Nullable Object value) {
        return JsonText.of(scrubbed(value)).equals(JsonText.of(task.fields().get(name)));
    }

    private @Nullable Object scrubbed(@Nullable Object value) {
        return switch (value) {
            case String words -> scrubber.apply(words);
            case Map<?, ?> object -> {
                Map<String, @Nullable Object> clean = new LinkedHashMap<>();
                object.forEach((name, one) -> clean.put(String.valueOf(name), scrubbed(one)));
                yield clean;
            }
            case List<?> all -> {
                List<@Nullable Object> clean = new ArrayList<>();
                all.forEach(one -> clean.add(scrubbed(one)));
                yield clean;
            }
            case null -> null;
            default -> value; // numbers and the like
        };
    }

    private boolean isTold(BacklogTask task) throws IOException {
        for (Map<String, @Nullable Object> line :
                JsonLinesFile.last(files.progress()).reversed()) {
            if ("status_change".equals(line.get("type")) && task.id().equals(line.get("taskId"))) {
                return task.status().word().equals(line.get("to"));
            }
        }
        return false;
    }

    private void tell(String task, @Nullable TaskStatus from, TaskStatus to, @Nullable String why, String now)
            throws IOException {
        Map<String, @Nullable Object> line = new LinkedHashMap<>();
        line.put("type", "status_change");
        line.put("taskId", task);
        if (from != null) {
            line.put("from", from.word());
        }
        line.put("to", to.word());
        line.put("reason", why);
        line.put("source", TaskList.BY_FLOW);
        line.put("timestamp", now);
        JsonLinesFile.append(files.progress(), line);
    }

    /// @param listener hears what is odd about a task, once
    public void anomalies(Consumer<Anomaly> listener) {
        anomalies = listener;
    }

    /// Of a task that ended.
    ///
    /// @param task as the list has it now
    /// @return what is odd about it, for people
    public List<String> learn(BacklogTask task, TaskReason reason, TaskFacts facts) throws IOException {
        List<String> words = new ArrayList<>();
        for (Anomaly anomaly : learning.learn(task, reason, facts, look().all(), clock.instant())) {
            anomalies.accept(anomaly);
            words.add(anomaly.task() + ": " + anomaly.words() + "; `ralph learn` says more");
        }
        return words;
    }

    /// What tasks of this type needed so far, where that is less than what they may use.
    public Policy adapted(Policy policy, String type) throws IOException {
        Optional<TaskHistory.Need> found = learning.history().need(type);
        if (found.isEmpty()) {
            return policy;
        }
        TaskHistory.Need need = found.get();
        Policy.Limits limits = policy.limits();
        return policy.with(limits.withAttempts(Math.min(limits.attempts(), need.iterations()))
                .with(limits.caps().within(new Grant(need.dollars(), null, need.time()))));
    }

    /// What the files say now becomes part of the project's history, where it is not yet.
    ///
    /// @param others files that belong to them
    private void commit(List<Path> others) throws IOException {
        String now = now();
        committing.commit(there(others), "Task list of " + now, "list:" + now);
    }

    /// The flow is over: its tracker hears the rest, and what the files say now becomes part of the project's history.
    ///
    /// @param tracker null for none
    /// @return what people should know of it
    public List<String> leave(BacklogTasks.@Nullable Tracked tracker) throws IOException {
        List<String> words = new ArrayList<>();
        try {
            int waiting = tracker == null ? 0 : tracker.settle();
            if (waiting > 0) {
                words.add(Amount.of(waiting, "change") + (waiting == 1 ? " waits" : " wait")
                        + " for the tracker: `ralph sync`");
            }
        } catch (IOException unreachable) {
            words.add("not synced: " + FileErrorText.words(unreachable) + "; `ralph sync` tries again");
        }
        commit(tracker == null ? List.of() : tracker.files());
        return words;
    }

    private List<Path> there(List<Path> others) {
        return Stream.concat(files.all().stream(), others.stream())
                .filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
                .toList();
    }

    /// What the files say of a task now becomes part of the project's history.
    public void commit(String task) throws IOException {
        BacklogTask now = known(task);
        String word = now.status().word();
        committing.commit(
                there(List.of()),
                title(now) + " (" + word + ")",
                task + ":" + word + ":" + now.fields().get("updatedAt"));
    }
}
