package dev.ralph.backlog;

import dev.ralph.budget.Grant;
import dev.ralph.flow.FlowEvent;
import dev.ralph.flow.FlowTasks;
import dev.ralph.flow.TaskFacts;
import dev.ralph.flow.TaskReason;
import dev.ralph.json.JsonText;
import dev.ralph.loop.Outcome;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Signal;
import dev.ralph.paths.FileErrorText;
import dev.ralph.pipeline.PipelinePlan;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The tasks of `tasks.jsonl` as a flow works on them: one loop each, and what became of it is appended to the list and
/// to `progress.jsonl`, and committed.
///
/// It promises:
/// 1. A task that was picked is in progress in the list; after a crash it is the next one again.
/// 2. What became of a task is written once, however often it is asked for.
public final class BacklogTasks implements FlowTasks {
    private static final String ROLE = "agent";
    private static final Set<String> CRITERIA = Set.of("file_exists", "test_passing", "validate");
    private static final List<String> INDEX = List.of("AGENTS.md", "implementation-plan.md");
    private static final int LONGEST_INDEX = 8_000;

    private final BacklogFiles files;
    private final TaskFile list;
    private final Function<List<String>, Policy> policies;
    private final Function<TaskReason, String> words;
    private final Committing committing;
    private final Learning learning;
    private final boolean proven;
    private final boolean adaptive;
    private final @Nullable Tracked tracker;
    private Consumer<Anomaly> anomalies = _ -> {};
    private final InstantSource clock;

    /// Brings files of the project into its history.
    @FunctionalInterface
    public interface Committing {
        /// Does nothing where that was done before.
        ///
        /// @param paths of the files, those that exist
        /// @param key   tells this commit from every other
        void commit(List<Path> paths, String message, String key) throws IOException;
    }

    /// The tracker whose issues some of the tasks are.
    public interface Tracked {
        /// Brings in what is new there, not too often.
        ///
        /// @throws IOException what people should know; nothing is lost
        void pull() throws IOException;

        /// Tells it what became of its tasks.
        void push() throws IOException;

        /// Files of the project that it consists of.
        default List<Path> files() {
            return List.of();
        }
    }

    /// @param policies for tasks with these checks besides those that all have
    /// @param words    why a task is not done, in a sentence
    /// @param proven   whether tasks without a completion of their own are checked, or nobody wants that
    /// @param adaptive whether limits follow what tasks needed so far
    /// @param tracker  null where there is none
    public BacklogTasks(
            BacklogFiles files,
            Function<List<String>, Policy> policies,
            Function<TaskReason, String> words,
            Committing committing,
            boolean proven,
            boolean adaptive,
            @Nullable Tracked tracker,
            InstantSource clock) {
        this.files = files;
        this.list = new TaskFile(files.tasks());
        this.policies = policies;
        this.words = words;
        this.committing = committing;
        this.learning = new Learning(files.learning());
        this.proven = proven;
        this.adaptive = adaptive;
        this.tracker = tracker;
        this.clock = clock;
    }

    /// @param listener hears what is odd about a task, once
    public void anomalies(Consumer<Anomaly> listener) {
        anomalies = listener;
    }

    @Override
    public void pull() throws IOException {
        if (tracker != null) {
            tracker.pull();
        }
    }

    @Override
    public void sync(String task, TaskReason reason) throws IOException {
        if (tracker != null) {
            tracker.push();
        }
    }

    @Override
    public FlowEvent pick(List<String> inFlight) throws IOException {
        while (true) {
            TaskList now = list.look();
            Optional<BacklogTask> next = now.next(new HashSet<>(inFlight));
            if (next.isEmpty()) {
                boolean left = now.all().stream().anyMatch(task -> waits(now, task));
                return new FlowEvent.NoneReady(left ? FlowEvent.Until.SOMETHING_ENDS : FlowEvent.Until.FOR_GOOD);
            }
            BacklogTask task = next.get();
            String against = against(task, proven);
            if (against == null) {
                move(task, TaskStatus.IN_PROGRESS, null);
                return new FlowEvent.TaskPicked(task.id());
            }
            move(task, TaskStatus.BLOCKED, against);
        }
    }

    private static boolean waits(TaskList now, BacklogTask task) {
        return task.status() == TaskStatus.BLOCKED
                || (task.status() == TaskStatus.PENDING && !now.waitsFor(task).isEmpty());
    }

    /// Why nobody can work on a task, null where somebody can.
    ///
    /// @param proven whether tasks without a completion of their own are checked, or nobody wants that
    public static @Nullable String against(BacklogTask task, boolean proven) {
        if (!task.id().matches("[A-Za-z0-9][A-Za-z0-9._-]{0,99}")) {
            return "its id cannot be the name of a folder: use letters, digits, dots and hyphens";
        }
        Map<String, @Nullable Object> completion = task.completion();
        if (completion == null && !proven) {
            return "nothing would prove it: give it a completion, or the project tests, or say --check";
        }
        return completion == null || CRITERIA.contains(String.valueOf(completion.get("type")))
                ? null
                : "its completion has the type '" + completion.get("type")
                        + "', which is none of file_exists, test_passing, validate";
    }

    @Override
    public PipelinePlan plan(String task) throws IOException {
        BacklogTask known = known(task);
        Map<String, @Nullable Object> completion = known.completion();
        Policy policy = policies.apply(completion == null ? List.of() : List.of(check(completion)));
        Policy careful = policy.with(policy.confinement().withOurs(ours()));
        if (completion != null) { // where it holds, nobody needs to say so
            Set<Signal> signals = EnumSet.of(Signal.ENDED);
            signals.addAll(policy.conversation().signals());
            careful = careful.with(policy.conversation().with(signals));
        }
        return PipelinePlan.of(new PipelinePlan.Stage(ROLE, adapted(careful, known.type()), null));
    }

    /// Also where they are not: a list of an agent's own at the root would come before the one in `state`.
    private List<String> ours() {
        Stream<Path> all = Stream.of(files, new BacklogFiles(files.project(), files.project()))
                .flatMap(where -> where.all().stream());
        Stream<Path> tracked = tracker == null ? Stream.empty() : tracker.files().stream();
        return Stream.concat(all, tracked)
                .map(file -> files.project().relativize(file).toString())
                .distinct()
                .toList();
    }

    /// What tasks of this type needed so far, where that is less than what they may use.
    private Policy adapted(Policy policy, String type) throws IOException {
        Optional<TaskHistory.Need> found = adaptive ? learning.history().need(type) : Optional.empty();
        if (found.isEmpty()) {
            return policy;
        }
        TaskHistory.Need need = found.get();
        Policy.Limits limits = policy.limits();
        return policy.with(limits.withAttempts(Math.min(limits.attempts(), need.iterations()))
                .with(limits.caps().within(new Grant(need.dollars(), null, need.time()))));
    }

    /// In one line; its type comes first, whatever the order in the file: so a check is told from a shell line.
    private static String check(Map<String, @Nullable Object> completion) {
        Map<String, @Nullable Object> ordered = new LinkedHashMap<>();
        ordered.put("type", completion.get("type"));
        ordered.putAll(completion);
        return JsonText.of(ordered);
    }

    private BacklogTask known(String id) throws IOException {
        return list.look()
                .task(id)
                .orElseThrow(() -> new IOException("task " + id + " is not in " + files.tasks() + " any more"));
    }

    /// Its first line is what the commit says.
    @Override
    public String text(String task, String role) throws IOException {
        BacklogTask known = known(task);
        StringBuilder text = new StringBuilder(title(known)).append('\n');
        if (!known.description().isBlank()) {
            text.append('\n').append(known.description().strip()).append('\n');
        }
        text.append(
                "\nWork on this task alone. Leave tasks.jsonl, progress.jsonl and learning.jsonl as they are: Ralph writes them.\n");
        for (String name : INDEX) {
            Path file = files.project().resolve(name);
            if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) { // a link of an agent's could lead to a secret
                text.append("\n## From ").append(name).append("\n\n");
                beginning(file)
                        .lines()
                        .forEach(line -> text.append("> ").append(line).append('\n'));
            }
        }
        return text.toString();
    }

    private static String title(BacklogTask task) {
        String title = task.title().isBlank()
                ? "do what its description says"
                : task.title().strip();
        return task.id() + ": " + title.replaceAll("\\s+", " ");
    }

    private static String beginning(Path file) throws IOException {
        try (var in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            byte[] bytes = in.readNBytes(LONGEST_INDEX);
            String text = new String(bytes, StandardCharsets.UTF_8);
            return bytes.length < LONGEST_INDEX
                    ? text
                    : text.substring(0, text.lastIndexOf('\n') + 1) + "… (more in the file)";
        }
    }

    @Override
    public List<String> completing(String task, String pipeline, TaskFacts facts) throws IOException {
        move(known(task), TaskStatus.DONE, null);
        try {
            return learn(known(task), new TaskReason.Done(pipeline), facts);
        } catch (IOException unwritable) { // no reason not to bring the work home
            return List.of("nothing is learned of " + task + ": " + FileErrorText.words(unwritable));
        }
    }

    @Override
    public void again(String task) throws IOException {
        move(known(task), TaskStatus.IN_PROGRESS, "its work could not be merged");
    }

    /// A task that somebody stopped stays in progress: it is the next one again.
    @Override
    public List<String> record(String task, TaskReason reason, TaskFacts facts) throws IOException {
        BacklogTask known = known(task);
        Outcome outcome = reason.outcome();
        if (outcome == Outcome.COMPLETED) {
            move(known, TaskStatus.DONE, null);
        } else if (outcome == Outcome.CANCELLED) {
            move(known, TaskStatus.CANCELLED, words.apply(reason));
        } else if (outcome != Outcome.STOPPED) {
            move(known, TaskStatus.BLOCKED, words.apply(reason));
        }
        BacklogTask now = known(task);
        List<String> odd = learn(now, reason, facts);
        List<Path> there = files.all().stream()
                .filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
                .toList();
        committing.commit(
                there,
                title(now) + " (" + now.status().word() + ")",
                task + ":" + now.status().word() + ":" + now.fields().get("updatedAt"));
        return odd;
    }

    /// Of a task that ended.
    ///
    /// @return what is odd about it, for people
    private List<String> learn(BacklogTask task, TaskReason reason, TaskFacts facts) throws IOException {
        if (task.status() != TaskStatus.DONE && task.status() != TaskStatus.BLOCKED) {
            return List.of();
        }
        List<String> words = new ArrayList<>();
        for (Anomaly anomaly : learning.learn(task, reason, facts, list.look().all(), clock.instant())) {
            anomalies.accept(anomaly);
            words.add(anomaly.task() + " " + anomaly.words() + " ("
                    + anomaly.kind().word() + "); `ralph learn` says more");
        }
        return words;
    }

    /// Into the list, and into the history beside it; nothing where it stands there already.
    private void move(BacklogTask task, TaskStatus next, @Nullable String why) throws IOException {
        if (task.status() == next) {
            if (!isTold(task)) { // who wrote the one died before the other
                tell(task.id(), null, next, why, String.valueOf(task.fields().get("updatedAt")));
            }
            return;
        }
        String now = clock.instant().truncatedTo(ChronoUnit.MILLIS).toString();
        Map<String, Object> changes = new LinkedHashMap<>();
        changes.put("status", next.word());
        changes.put("updatedAt", now);
        if (next == TaskStatus.IN_PROGRESS) {
            changes.put("startedAt", now);
        } else if (next == TaskStatus.DONE) {
            changes.put("completedAt", now);
        }
        if (why != null) {
            changes.put("reason", why);
        }
        list.update(task.id(), changes, "agent", now);
        tell(task.id(), task.status(), next, why, now);
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
        line.put("from", from == null ? null : from.word());
        line.put("to", to.word());
        line.put("reason", why);
        line.put("source", "agent");
        line.put("timestamp", now);
        JsonLinesFile.append(files.progress(), line);
    }
}
