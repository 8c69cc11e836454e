package dev.ralph.backlog;

import dev.ralph.flow.FlowEvent;
import dev.ralph.flow.FlowTasks;
import dev.ralph.flow.TaskFacts;
import dev.ralph.flow.TaskReason;
import dev.ralph.loop.Outcome;
import dev.ralph.loop.Policy;
import dev.ralph.paths.FileErrorText;
import dev.ralph.paths.RequestRefused;
import dev.ralph.pipeline.PipelinePlan;
import dev.ralph.verify.Check;
import dev.ralph.verify.InvalidCheck;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
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
    private static final int LONGEST_SPECIFICATION = 64_000;

    private final ListedTasks list;
    private final Function<List<String>, Policy> policies;
    private final Function<TaskReason, String> words;
    private final boolean proven;
    private final SpecificationFile.Committed committed;
    private final boolean adaptive;
    private final @Nullable Tracked tracker;

    /// The tracker whose issues some of the tasks are.
    public interface Tracked {
        /// Brings in what is new there, not too often.
        ///
        /// @throws IOException what people should know; nothing is lost
        void pull() throws IOException;

        /// Tells it what became of its tasks.
        void push() throws IOException;

        /// The run is over: tells what could not be told before.
        ///
        /// @return how much still waits
        int settle() throws IOException;

        /// Files of the project that it consists of.
        default List<Path> files() {
            return List.of();
        }
    }

    /// @param policies for tasks with these checks besides those that all have
    /// @param words    why a task is not done, in a sentence
    /// @param scrubber takes secrets out of what is written for others to read
    /// @param proven   whether tasks without a completion of their own are checked, or nobody wants that
    /// @param committed whether a file is in the last commit
    /// @param adaptive whether limits follow what tasks needed so far
    /// @param tracker  null where there is none
    public BacklogTasks(
            BacklogFiles files,
            Function<List<String>, Policy> policies,
            Function<TaskReason, String> words,
            ListedTasks.Committing committing,
            UnaryOperator<String> scrubber,
            boolean proven,
            SpecificationFile.Committed committed,
            boolean adaptive,
            @Nullable Tracked tracker,
            InstantSource clock) {
        this.list = new ListedTasks(files, committing, scrubber, clock);
        this.policies = policies;
        this.words = words;
        this.proven = proven;
        this.committed = committed;
        this.adaptive = adaptive;
        this.tracker = tracker;
    }

    /// @param ids of the tasks that are worked on; none for all
    public void only(List<String> ids) {
        list.only(ids);
    }

    /// @param listener hears what is odd about a task, once
    public void anomalies(Consumer<Anomaly> listener) {
        list.anomalies(listener);
    }

    /// A tracker may bring in what the list lacks.
    @Override
    public void require() throws IOException {
        if (tracker == null) {
            TaskList now = list.look();
            List<TaskList.Problem> problems = now.all().isEmpty() ? now.problems() : List.of();
            if (!problems.isEmpty()) {
                throw new RequestRefused("no line of the list can be used. tasks.jsonl:"
                        + problems.getFirst().line() + ": "
                        + problems.getFirst().words());
            }
            list.requireWanted(now);
        }
    }

    @Override
    public String lease() {
        return ListedTasks.LEASE;
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
    public Object version() throws IOException {
        return list.version();
    }

    @Override
    public FlowEvent pick(List<String> inFlight) throws IOException {
        boolean alone = policies.apply(List.of()).commitsInPlace(); // one project, one task
        if (alone && !inFlight.isEmpty()) {
            return new FlowEvent.NoneReady(FlowEvent.Until.SOMETHING_ENDS);
        }
        TaskList now = list.look();
        if (tracker != null) { // which may have had it
            list.requireWanted(now);
        }
        List<BacklogTask> ready = list.ready(now, inFlight);
        if (ready.isEmpty()) {
            return none(now);
        }
        BacklogTask next = ready.getFirst();
        list.move(next, TaskStatus.IN_PROGRESS, null);
        return new FlowEvent.TaskPicked(next.id(), alone ? 0 : ready.size() - 1);
    }

    @Override
    public FlowEvent.NoneReady left() throws IOException {
        TaskList now = list.look();
        return !list.ready(now, List.of()).isEmpty() ? new FlowEvent.NoneReady(FlowEvent.Until.NEXT_RUN) : none(now);
    }

    private FlowEvent.NoneReady none(TaskList now) {
        boolean left = list.wanted(now).anyMatch(task -> waits(now, task));
        return new FlowEvent.NoneReady(left ? FlowEvent.Until.SOMETHING_ENDS : FlowEvent.Until.FOR_GOOD);
    }

    @Override
    public @Nullable String against(String task) throws IOException {
        BacklogTask known = list.known(task);
        String against = against(known, proven);
        SpecificationFile spec = specification(known);
        return against == null && spec != null ? spec.against() : against;
    }

    private @Nullable SpecificationFile specification(BacklogTask task) {
        String name = task.spec();
        return name == null ? null : new SpecificationFile(list.files().project(), name, committed);
    }

    @Override
    public List<String> leaves() throws IOException {
        return list.leave(tracker);
    }

    /// Files of the project that others write besides.
    private List<Path> files() {
        return tracker == null ? List.of() : tracker.files();
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
        if (completion != null) {
            return against(task.completionCheck(), completion.get("type"));
        }
        if (task.fields().get("completion") != null) {
            return "its completion is not an object like {\"type\":\"file_exists\",\"path\":\"show.sh\"}";
        }
        return proven
                ? null
                : "nothing would prove it: add a `completion`, tests, or --check 'COMMAND'; --check off trusts the agent";
    }

    private static @Nullable String against(@Nullable String check, @Nullable Object type) {
        if (!CRITERIA.contains(String.valueOf(type))) {
            return "its completion has the type '" + type + "', which is none of file_exists, test_passing, validate";
        }
        try {
            var _ = Check.of(Objects.requireNonNull(check));
            return null;
        } catch (InvalidCheck wrong) {
            return "its completion: " + wrong.getMessage();
        }
    }

    @Override
    public PipelinePlan plan(String task) throws IOException {
        BacklogTask known = list.known(task);
        String completion = known.completionCheck();
        Policy policy = policies.apply(completion == null ? List.of() : List.of(completion));
        Policy careful = list.guarding(policy, files());
        if (completion != null) { // where it holds, nobody needs to say so
            careful = careful.with(policy.conversation().decidedByChecks());
        }
        return PipelinePlan.of(
                new PipelinePlan.Stage(ROLE, adaptive ? list.adapted(careful, known.type()) : careful, null));
    }

    /// Its first line is what the commit says.
    @Override
    public String text(String task, String role) throws IOException {
        BacklogTask known = list.known(task);
        StringBuilder text = new StringBuilder(ListedTasks.title(known)).append('\n');
        if (!known.description().isBlank()) {
            text.append('\n').append(known.description().strip()).append('\n');
        }
        SpecificationFile spec = specification(known);
        if (spec != null) {
            quote(text, spec.name(), beginning(spec.read().getBytes(StandardCharsets.UTF_8), LONGEST_SPECIFICATION));
        }
        text.append(
                "\nWork on this task alone. Leave tasks.jsonl, progress.jsonl and learning.jsonl as they are: Ralph writes them.\n");
        for (String name : INDEX) {
            Path file = list.files().project().resolve(name);
            if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) { // a link of an agent's could lead to a secret
                try (var in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
                    quote(text, name, beginning(in.readNBytes(LONGEST_INDEX), LONGEST_INDEX));
                }
            }
        }
        return text.toString();
    }

    private static void quote(StringBuilder text, String name, String part) {
        text.append("\n## From ").append(name.replaceAll("\\p{Cntrl}", "?")).append("\n\n");
        part.lines().forEach(line -> text.append("> ").append(line).append('\n'));
    }

    private static String beginning(byte[] bytes, int longest) {
        if (bytes.length < longest) {
            return new String(bytes, StandardCharsets.UTF_8);
        }
        String text = new String(bytes, 0, longest, StandardCharsets.UTF_8);
        int end = text.lastIndexOf('\n') + 1;
        String whole = end > 0 ? text.substring(0, end) : text.replaceFirst("\ufffd+$", "") + "\n";
        return whole + "… (more in the file)";
    }

    @Override
    public List<String> completing(String task, String pipeline, TaskFacts facts) throws IOException {
        list.move(list.known(task), TaskStatus.DONE, null);
        try {
            return learn(list.known(task), new TaskReason.Done(pipeline), facts);
        } catch (IOException unwritable) { // no reason not to bring the work home
            return List.of("nothing is learned of " + task + ": " + FileErrorText.words(unwritable));
        }
    }

    @Override
    public void again(String task) throws IOException {
        list.move(list.known(task), TaskStatus.IN_PROGRESS, "its work could not be merged");
    }

    /// A task that somebody stopped stays in progress: it is the next one again.
    @Override
    public List<String> record(String task, TaskReason reason, TaskFacts facts) throws IOException {
        BacklogTask known = list.known(task);
        Outcome outcome = reason.outcome();
        if (outcome == Outcome.COMPLETED) {
            list.move(known, TaskStatus.DONE, null);
        } else if (outcome == Outcome.CANCELLED) {
            list.move(known, TaskStatus.CANCELLED, words.apply(reason));
        } else if (outcome != Outcome.STOPPED) {
            list.move(known, TaskStatus.BLOCKED, words.apply(reason));
        }
        List<String> odd = learn(list.known(task), reason, facts);
        list.commit(task);
        return odd;
    }

    /// Of a task that ended.
    ///
    /// @return what is odd about it, for people
    private List<String> learn(BacklogTask task, TaskReason reason, TaskFacts facts) throws IOException {
        boolean over = task.status() == TaskStatus.DONE || task.status() == TaskStatus.BLOCKED;
        return over ? list.learn(task, reason, facts) : List.of();
    }
}
