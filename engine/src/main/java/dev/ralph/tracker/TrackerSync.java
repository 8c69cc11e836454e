package dev.ralph.tracker;

import dev.ralph.backlog.BacklogFiles;
import dev.ralph.backlog.BacklogTask;
import dev.ralph.backlog.BacklogTasks;
import dev.ralph.backlog.ImportedTask;
import dev.ralph.backlog.JsonLinesFile;
import dev.ralph.backlog.TaskFile;
import dev.ralph.backlog.TaskList;
import dev.ralph.backlog.TaskStatus;
import dev.ralph.config.TrackerSettings;
import dev.ralph.disk.LockFile;
import dev.ralph.disk.Sha256;
import dev.ralph.paths.StateLayout;
import dev.ralph.tracker.Tracker.Act;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Keeps the list of tasks and a tracker in step: issues become tasks, and issues hear what became of their tasks.
///
/// It promises:
/// 1. Each thing is done to an issue once, by whatever process: it is written down before and after, and a comment that
///    may be there already is looked for. Who is killed in between loses and doubles nothing.
/// 2. Where both sides changed, the tracker wins for the status and Ralph for the text, and `learning.jsonl` says so.
/// 3. A tracker that fails stops no work: what could not be said is said at the next visit.
public final class TrackerSync implements BacklogTasks.Tracked, AutoCloseable {
    private static final Duration BETWEEN_PULLS = Duration.ofMinutes(1);
    private static final Duration AFTER_FAILURE = Duration.ofSeconds(30);
    private static final Duration PATIENCE_OF_A_RUN = Duration.ofSeconds(5);
    private static final Duration PATIENCE_OF_A_PERSON = Duration.ofSeconds(30);
    private static final int MOST_LOOKS = 20;
    private static final int LONGEST_REASON = 2_000;
    private static final int LONGEST_EXCERPT = 200;
    private static final String BY_TRACKER = "tracker";

    private final Tracker tracker;
    private final BacklogFiles files;
    private final TaskFile list;
    private final Path lock;
    private final InstantSource clock;
    private final List<Path> own;
    private final UnaryOperator<String> scrubber;
    private Instant nextPull = Instant.EPOCH;
    private Instant notBefore = Instant.EPOCH;
    private String told = "";
    private boolean isLimited;
    /// How much issues do not know yet, at least.
    private int behind;

    /// What a visit brought about.
    ///
    /// @param added     tasks that were not in the list
    /// @param changed   tasks whose status is another now
    /// @param conflicts how often both sides had changed
    /// @param told      what was done to issues
    /// @param waiting   what could not be done to issues yet
    /// @param trouble   why, null where everything was done
    public record Result(
            int added,
            int changed,
            int conflicts,
            int told,
            int waiting,
            @Nullable TrackerFailed trouble) {}

    /// @param own      files of the project that the tracker consists of
    /// @param scrubber takes secrets out of what others can read
    private TrackerSync(
            Tracker tracker,
            BacklogFiles files,
            Path lock,
            InstantSource clock,
            List<Path> own,
            UnaryOperator<String> scrubber) {
        this.tracker = tracker;
        this.files = files;
        this.list = new TaskFile(files.tasks());
        this.lock = lock;
        this.clock = clock;
        this.own = own;
        this.scrubber = scrubber;
    }

    /// For a run, which does not wait long.
    ///
    /// @param scrubber takes secrets out of what others can read
    public static TrackerSync ofRun(
            TrackerSettings settings,
            BacklogFiles files,
            Map<String, String> environment,
            UnaryOperator<String> scrubber) {
        return of(settings, files, environment, scrubber, PATIENCE_OF_A_RUN);
    }

    /// For a person, who does.
    ///
    /// @param scrubber takes secrets out of what others can read
    public static TrackerSync ofPerson(
            TrackerSettings settings,
            BacklogFiles files,
            Map<String, String> environment,
            UnaryOperator<String> scrubber) {
        return of(settings, files, environment, scrubber, PATIENCE_OF_A_PERSON);
    }

    private static TrackerSync of(
            TrackerSettings settings,
            BacklogFiles files,
            Map<String, String> environment,
            UnaryOperator<String> scrubber,
            Duration patience) {
        Path project = files.project();
        InstantSource clock = InstantSource.system();
        Tracker tracker = switch (settings.type()) {
            case GITHUB ->
                new GithubTracker(
                        settings.url(),
                        Objects.requireNonNull(settings.repo()),
                        settings.label(),
                        environment.get(TrackerSettings.TOKEN),
                        patience,
                        clock);
            case FILE -> new FileTracker(project, Objects.requireNonNull(settings.path()), settings.label(), clock);
        };
        Path lock = StateLayout.inProject(project).locks().resolve("tracker.lock");
        String file = settings.type() == TrackerSettings.Type.FILE ? settings.path() : null;
        return new TrackerSync(
                tracker, files, lock, clock, file == null ? List.of() : List.of(project.resolve(file)), scrubber);
    }

    /// Now, both ways; waits for another process that does the same.
    public synchronized Result now() throws IOException {
        try (LockFile _ = LockFile.lock(lock, PATIENCE_OF_A_PERSON)) {
            return new Visit().make(true);
        }
    }

    /// Before a task is picked.
    @Override
    public synchronized void pull() throws IOException {
        if (!clock.instant().isBefore(nextPull)) {
            nextPull = clock.instant().plus(BETWEEN_PULLS);
            visit(true);
        }
    }

    /// After the end of a task was written down.
    @Override
    public synchronized void push() throws IOException {
        visit(false);
    }

    /// At the end of a run: it may not live until the tracker works again.
    @Override
    public synchronized int settle() throws IOException {
        if (behind > 0 && !isLimited) {
            notBefore = Instant.EPOCH;
            visit(false);
        }
        return behind;
    }

    /// @throws IOException to be told; not where it was told before
    private void visit(boolean pulls) throws IOException {
        if (clock.instant().isBefore(notBefore)) {
            behind = new Visit().linked(list.look()).isEmpty() ? 0 : Math.max(1, behind);
            return;
        }
        Optional<LockFile> held = LockFile.tryLock(lock);
        if (held.isEmpty()) {
            return; // another process does it
        }
        try (LockFile _ = held.get()) {
            Result result = new Visit().make(pulls);
            TrackerFailed trouble = result.trouble();
            behind = result.waiting();
            if (trouble == null) {
                told = "";
                return;
            }
            Instant until = trouble.until();
            isLimited = until != null;
            notBefore = until == null ? clock.instant().plus(AFTER_FAILURE) : until;
            String words = String.valueOf(trouble.getMessage());
            if (trouble.why() != TrackerFailed.Why.LIMITED && words.equals(told)) {
                return;
            }
            told = words;
            Map<String, @Nullable Object> line = new LinkedHashMap<>();
            line.put("type", "tracker_error");
            line.put("tracker", tracker.name());
            line.put("reason", trouble.why().name().toLowerCase(Locale.ROOT));
            line.put("error", words);
            line.put("timestamp", time());
            JsonLinesFile.append(files.progress(), line);
            throw trouble;
        }
    }

    @Override
    public List<Path> files() {
        return own;
    }

    private String time() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS).toString();
    }

    @Override
    public void close() {
        tracker.close();
    }

    /// One exchange with the tracker; the lock is held.
    private final class Visit {
        private final TrackerJournal journal = new TrackerJournal(files.trackerOps(), clock);
        private int added;
        private int changed;
        private int conflicts;
        private int told;
        private int waiting;
        private @Nullable TrackerFailed trouble;

        Visit() throws IOException {}

        Result make(boolean pulls) throws IOException {
            tracker.begin();
            try {
                if (pulls) {
                    pull();
                }
            } catch (TrackerFailed failed) {
                trouble = failed;
            }
            pushAll();
            return new Result(added, changed, conflicts, told, waiting, trouble);
        }

        private void pull() throws IOException {
            List<Issue> issues = tracker.open();
            TaskList now = list.look();
            Map<String, BacklogTask> linked = linked(now);
            for (Issue issue : issues) {
                BacklogTask task = linked.remove(issue.id());
                if (task != null) {
                    compare(task, issue);
                } else if (issue.state().isOpen()) {
                    begin(issue, now.task(tracker.prefix() + issue.id()).orElse(null));
                }
            }
            int looks = 0;
            for (Map.Entry<String, BacklogTask> missing : linked.entrySet()) {
                BacklogTask task = missing.getValue();
                boolean open = task.status() == TaskStatus.BLOCKED
                        || (!task.status().isOver() && journal.state(task.id()).isOpen());
                if (open && looks++ < MOST_LOOKS) {
                    Optional<Issue> issue = tracker.issue(missing.getKey());
                    if (issue.isPresent()) {
                        compare(task, issue.get());
                    }
                }
            }
        }

        /// The tasks that are issues of the tracker, by the ids of those.
        private Map<String, BacklogTask> linked(TaskList now) {
            Map<String, BacklogTask> linked = new LinkedHashMap<>();
            for (BacklogTask task : now.all()) {
                String id = text(task, "externalId");
                String url = text(task, "externalUrl");
                boolean named = !url.isEmpty() || task.id().equals(tracker.prefix() + id);
                if (!id.isEmpty() && named && tracker.owns(id, url)) {
                    linked.putIfAbsent(id, task);
                }
            }
            return linked;
        }

        /// @param there a task with the name that it would get
        private void begin(Issue issue, @Nullable BacklogTask there) throws IOException {
            String id = tracker.prefix() + issue.id();
            if (there == null) {
                list.create(fields(id, issue), time());
                added++;
            } else if (!text(there, "externalId").isEmpty()) {
                return; // it is an issue of another tracker
            }
            String url = issue.task().externalUrl();
            list.link(id, issue.id(), url == null ? "" : url, time());
            journal.seen(id, issue.state(), issue.hash());
        }

        private Map<String, @Nullable Object> fields(String id, Issue issue) {
            ImportedTask said = issue.task();
            Instant created = issue.created();
            Map<String, @Nullable Object> fields = new LinkedHashMap<>();
            fields.put("id", id);
            fields.put("type", "task");
            fields.put("title", said.title());
            fields.put("description", said.description());
            fields.put("status", TaskStatus.PENDING.word());
            if (said.priority() != null) {
                fields.put("priority", said.priority().longValue());
            }
            if (!said.tags().isEmpty()) {
                fields.put("tags", said.tags());
            }
            fields.put(
                    "source",
                    Map.of("type", BY_TRACKER, "path", tracker.name() + "#" + issue.id(), "sha", issue.hash()));
            fields.put("createdAt", created == null ? time() : created.toString());
            fields.put("updatedAt", time());
            return fields;
        }

        /// What one side alone changed holds; where both did, the tracker's status and Ralph's text.
        private void compare(BacklogTask task, Issue issue) throws IOException {
            boolean open = !task.status().isOver();
            Issue.State before = journal.state(task.id());
            boolean differs = open != issue.state().isOpen();
            // a task whose issue was closed while an agent worked on it is not opened again because that failed
            boolean theirs = before.isOpen() != issue.state().isOpen() || task.status() == TaskStatus.BLOCKED;
            if (differs && theirs) {
                TaskStatus next = switch (issue.state()) {
                    case OPEN -> TaskStatus.PENDING;
                    case DONE -> TaskStatus.DONE;
                    case CANCELLED -> TaskStatus.CANCELLED;
                };
                move(task, next);
                if (task.status() != TaskStatus.PENDING && task.status() != TaskStatus.DISCOVERED) {
                    conflict(task, "status", task.status().word(), next.word(), BY_TRACKER);
                }
            }
            String text = journal.text(task.id());
            boolean edited = text != null
                    && !text.equals(issue.hash())
                    && !issue.hash().equals(Issue.hash(task.title(), task.description()));
            if (edited) {
                conflict(
                        task,
                        "description",
                        excerpt(task.title() + "\n" + task.description()),
                        excerpt(issue.task().title() + "\n" + issue.task().description()),
                        "ralph");
            }
            Issue.State after = !differs || theirs ? issue.state() : before;
            if (after.isOpen() != before.isOpen() || !issue.hash().equals(text)) {
                journal.seen(task.id(), after, issue.hash());
            }
        }

        private void move(BacklogTask task, TaskStatus next) throws IOException {
            String now = time();
            Map<String, @Nullable Object> changes = new LinkedHashMap<>();
            changes.put("status", next.word());
            changes.put("updatedAt", now);
            if (next == TaskStatus.DONE) {
                changes.put("completedAt", now);
            }
            list.update(task.id(), changes, BY_TRACKER, now);
            Map<String, @Nullable Object> line = new LinkedHashMap<>();
            line.put("type", "status_change");
            line.put("taskId", task.id());
            line.put("from", task.status().word());
            line.put("to", next.word());
            line.put("reason", "it is so in " + tracker.name());
            line.put("source", BY_TRACKER);
            line.put("timestamp", now);
            JsonLinesFile.append(files.progress(), line);
            changed++;
        }

        private void conflict(BacklogTask task, String field, String ralph, String theirs, String winner)
                throws IOException {
            Map<String, @Nullable Object> line = new LinkedHashMap<>();
            line.put("type", "tracker_conflict");
            line.put("taskId", task.id());
            line.put("field", field);
            line.put("ralph", ralph);
            line.put("tracker", theirs);
            line.put("winner", winner);
            line.put("timestamp", time());
            JsonLinesFile.append(files.learning(), line);
            conflicts++;
        }

        /// All that issues do not know yet. After a failure the rest is only counted.
        private void pushAll() throws IOException {
            for (Map.Entry<String, BacklogTask> linked : linked(list.look()).entrySet()) {
                try {
                    push(linked.getKey(), linked.getValue());
                } catch (TrackerFailed failed) {
                    waiting++;
                    trouble = trouble == null || trouble.why() == TrackerFailed.Why.ISSUE ? failed : trouble;
                }
            }
        }

        private void push(String issue, BacklogTask task) throws IOException {
            String id = task.id();
            boolean open = journal.state(id).isOpen();
            int times = journal.count(id, Act.CLOSE) + journal.count(id, Act.CANCEL) + journal.count(id, Act.REOPEN);
            int blocks = journal.count(id, Act.UNBLOCK);
            boolean blocked = task.status() == TaskStatus.BLOCKED;
            if (!blocked && journal.isIntended(key(id, Act.BLOCK, blocks))) {
                perform(issue, id, Act.UNBLOCK, key(id, Act.UNBLOCK, blocks), "");
            }
            if (task.status().isOver() && open) {
                boolean done = task.status() == TaskStatus.DONE;
                Act close = done ? Act.CLOSE : Act.CANCEL;
                String words = done ? "Done by Ralph as " + id + "." : "Cancelled in Ralph, where it is " + id + ".";
                perform(issue, id, Act.COMMENT, key(id, Act.COMMENT, close, times), words + reason(task));
                perform(issue, id, close, key(id, close, times), "");
            } else if (!task.status().isOver() && !blocked && !open) {
                perform(issue, id, Act.REOPEN, key(id, Act.REOPEN, times), "");
            }
            if (blocked && open) {
                String why = reason(task);
                perform(
                        issue,
                        id,
                        Act.COMMENT,
                        key(id, Act.COMMENT, Act.BLOCK, blocks, why),
                        "Ralph cannot continue with " + id + "." + why);
                perform(issue, id, Act.BLOCK, key(id, Act.BLOCK, blocks), "");
            }
        }

        private void perform(String issue, String task, Act act, String key, String text) throws IOException {
            if (journal.isDone(key)) {
                return;
            }
            if (trouble != null && trouble.why() != TrackerFailed.Why.ISSUE) {
                throw trouble;
            }
            boolean maybeDone = journal.isIntended(key);
            if (!maybeDone) {
                journal.intend(task, act, key);
            }
            String mark = "<!-- ralph " + key + " -->";
            // Looked for in any case: the note of it may be in a commit that is not checked out.
            if (act != Act.COMMENT || !tracker.hasComment(issue, mark)) {
                tracker.perform(issue, act, act == Act.COMMENT ? scrubber.apply(text) + "\n\n" + mark : "");
            }
            journal.done(task, act, key);
            told++;
        }
    }

    /// The same for the same occasion, also after a crash: no time is in it.
    private static String key(String task, Act act, Object... occasion) {
        String print = Sha256.of(task + List.of(occasion)).substring(0, 16);
        return task.replaceAll("[^A-Za-z0-9._-]", "_") + ":" + act.name().toLowerCase(Locale.ROOT) + ":" + print;
    }

    /// As code: nobody is mentioned in it, and nothing of it is markup.
    private static String reason(BacklogTask task) {
        String reason = task.reason().strip();
        String start = reason.length() <= LONGEST_REASON ? reason : reason.substring(0, LONGEST_REASON) + "…";
        return start.isEmpty() || task.status() == TaskStatus.DONE ? "" : "\n\n    " + start.replace("\n", "\n    ");
    }

    private static String excerpt(String text) {
        return text.length() <= LONGEST_EXCERPT ? text : text.substring(0, LONGEST_EXCERPT) + "…";
    }

    private static String text(BacklogTask task, String name) {
        return task.fields().get(name) instanceof String text
                ? text
                : task.fields().get(name) instanceof Long number ? number.toString() : "";
    }
}
