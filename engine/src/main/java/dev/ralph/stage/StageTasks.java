package dev.ralph.stage;

import dev.ralph.backlog.Anomaly;
import dev.ralph.backlog.BacklogTask;
import dev.ralph.backlog.BacklogTasks;
import dev.ralph.backlog.JsonLinesFile;
import dev.ralph.backlog.ListedTasks;
import dev.ralph.backlog.SpecificationFile;
import dev.ralph.backlog.TaskList;
import dev.ralph.backlog.TaskStatus;
import dev.ralph.config.ConfiguredStage;
import dev.ralph.flow.FlowEvent;
import dev.ralph.flow.FlowTasks;
import dev.ralph.flow.TaskFacts;
import dev.ralph.flow.TaskReason;
import dev.ralph.loop.Caps;
import dev.ralph.loop.Outcome;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Reason;
import dev.ralph.paths.FileErrorText;
import dev.ralph.paths.LenientText;
import dev.ralph.paths.RequestRefused;
import dev.ralph.paths.RunFolder;
import dev.ralph.paths.TaskFolder;
import dev.ralph.pipeline.PipelinePlan;
import dev.ralph.pipeline.PipelineReason;
import dev.ralph.verify.Check;
import dev.ralph.verify.CheckFields;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The tasks of a list as a flow brings them through the stages of specification 003.
///
/// It promises:
/// 1. A task that was picked is in progress in the list; after a crash it is the next one again.
/// 2. A task that fails or is cancelled is to be done again, with the reason, but not in the same flow: also after a
///    crash of it.
/// 3. What became of a task is written once, however often it is asked for.
public final class StageTasks implements FlowTasks {
    /// What specification 003 says of a stage that used all of its iterations.
    public static final String EXHAUSTED = "Max iterations reached without completion promise";

    /// What the metadata of a task call its last failure.
    public static final String FAILURE = "ralph_failure";

    private static final String FAILED_RUN = "failedRun";
    private static final String METADATA = "metadata";
    private static final String CODER = "coder";
    private static final int MOST_REJECTIONS = 10;
    private static final int MOST_LINES = 100;
    private static final int MOST_BYTES = 4_000;

    private final ListedTasks list;
    private final List<ConfiguredStage> stages;
    private final Function<TaskReason, String> words;
    private final boolean adaptive;
    private final BacklogTasks.@Nullable Tracked tracker;
    private final List<String> only;
    private final SpecificationFile.Committed committed;
    private Consumer<String> warnings = _ -> {};
    private List<String> odd;
    private String flow = "";

    /// @param words     why a task is not done, in a sentence
    /// @param adaptive  whether limits follow what tasks needed so far
    /// @param tracker   null where there is none
    /// @param only      ids of the tasks that are worked on; none for all
    /// @param committed whether a file is in the last commit
    public StageTasks(
            ListedTasks list,
            List<ConfiguredStage> stages,
            Function<TaskReason, String> words,
            boolean adaptive,
            BacklogTasks.@Nullable Tracked tracker,
            List<String> only,
            SpecificationFile.Committed committed) {
        this.list = list;
        this.stages = List.copyOf(stages);
        this.words = words;
        this.adaptive = adaptive;
        this.tracker = tracker;
        this.only = List.copyOf(only);
        this.committed = committed;
        this.odd = ConfiguredStage.oddities(stages);
        list.only(only);
    }

    /// @param listener hears what people should know, while tasks are picked
    public void warnings(Consumer<String> listener) {
        warnings = listener;
    }

    /// @param listener hears what is odd about a task, once
    public void anomalies(Consumer<Anomaly> listener) {
        list.anomalies(listener);
    }

    /// Before a flow is begun: every stage has an agent, and those tasks that somebody names can be worked on.
    ///
    /// @throws RequestRefused where that is not so
    @Override
    public void require() throws IOException {
        stages.forEach(stage -> {
            var _ = stage.agents();
        });
        if (!list.files().exist()) {
            throw new RequestRefused("no task list. Start one: ralph task add \"Sort the list\"");
        }
        TaskList now = list.look();
        list.requireWanted(now);
        for (String id : only) {
            BacklogTask task = list.known(id);
            boolean open = task.status() == TaskStatus.PENDING || task.status() == TaskStatus.IN_PROGRESS;
            if (!open) {
                throw new RequestRefused("task " + id + " is " + task.status().word()
                        + (task.reason().isEmpty() ? "" : " (" + task.reason() + ")")
                        + ". Reopen it: ralph task unblock " + id);
            }
        }
        requireOrder(now);
    }

    /// What the named tasks wait for is named, too, and none waits for itself.
    private void requireOrder(TaskList now) {
        for (String id : only) {
            List<String> circle = now.circle(id);
            if (!circle.isEmpty()) {
                throw new RequestRefused((circle.size() == 1
                                ? "task " + id + " waits for itself"
                                : "tasks " + String.join(", ", circle) + " wait for each other")
                        + ": correct blockedBy");
            }
            List<String> waits = now.task(id).map(now::waitsFor).orElse(List.of());
            for (String blocker : waits) {
                if (!only.contains(blocker)) {
                    throw new RequestRefused("task " + id + " waits for "
                            + (now.task(blocker).isEmpty()
                                    ? "unknown task " + blocker + ": fix blockedBy"
                                    : blocker + ", which is not done: name both, or run all tasks"));
                }
            }
        }
    }

    @Override
    public void begins(String id) {
        flow = id;
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
    public List<String> leaves() throws IOException {
        return list.leave(tracker);
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
        odd.forEach(warnings);
        odd = List.of();
        while (true) {
            TaskList now = list.look();
            Set<String> without = new HashSet<>(inFlight);
            now.all().stream().filter(this::failedHere).map(BacklogTask::id).forEach(without::add);
            List<BacklogTask> ready = list.ready(now, without);
            if (ready.isEmpty()) {
                return none(now, inFlight);
            }
            BacklogTask task = ready.getFirst();
            String against = against(task);
            if (against == null) {
                if (task.description().isBlank() && task.spec() == null) {
                    warnings.accept("task " + task.id()
                            + " has neither a description nor a spec: its agents know its title alone");
                }
                list.move(task, TaskStatus.IN_PROGRESS, null);
                return new FlowEvent.TaskPicked(task.id(), ready.size() - 1);
            }
            warnings.accept("task " + task.id() + " is blocked: " + against);
            list.move(task, TaskStatus.BLOCKED, against);
        }
    }

    @Override
    public FlowEvent.NoneReady left() throws IOException {
        TaskList now = list.look();
        List<String> tried =
                now.all().stream().filter(this::failedHere).map(BacklogTask::id).toList();
        return !list.ready(now, tried).isEmpty()
                ? new FlowEvent.NoneReady(FlowEvent.Until.NEXT_RUN)
                : none(now, List.of());
    }

    /// One may be added while others are worked on.
    private FlowEvent.NoneReady none(TaskList now, List<String> inFlight) {
        boolean later = !inFlight.isEmpty() || list.wanted(now).anyMatch(task -> waits(now, task));
        return new FlowEvent.NoneReady(later ? FlowEvent.Until.SOMETHING_ENDS : FlowEvent.Until.FOR_GOOD);
    }

    private boolean failedHere(BacklogTask task) {
        return task.status() == TaskStatus.PENDING
                && !flow.isEmpty()
                && flow.equals(task.fields().get(FAILED_RUN));
    }

    private boolean waits(TaskList now, BacklogTask task) {
        return task.status() == TaskStatus.BLOCKED
                || (task.status() == TaskStatus.PENDING
                        && !failedHere(task)
                        && !now.waitsFor(task).isEmpty());
    }

    @Override
    public @Nullable String against(String task) throws IOException {
        return against(list.known(task));
    }

    private @Nullable String against(BacklogTask task) {
        String against = BacklogTasks.against(task, true);
        String spec = task.spec();
        return against != null || spec == null ? against : specification(spec).against();
    }

    private SpecificationFile specification(String name) {
        return new SpecificationFile(list.files().project(), name, committed);
    }

    @Override
    public PipelinePlan plan(String task) throws IOException {
        BacklogTask known = list.known(task);
        List<PipelinePlan.Stage> plans = new ArrayList<>();
        boolean coded = false;
        for (ConfiguredStage stage : stages) {
            boolean first = plans.isEmpty();
            boolean last = plans.size() + 1 == stages.size();
            List<String> accepted = accepted(stage, last ? known.completionCheck() : null);
            List<Policy> ladder = new ArrayList<>();
            for (Policy rung : stage.ladder(accepted, list.files().project())) {
                ladder.add(prepared(rung, known));
            }
            String to = coded || first ? CODER : plans.getFirst().role();
            plans.add(new PipelinePlan.Stage(
                    stage.role(),
                    prepared(stage.policy(accepted, list.files().project()), known),
                    first ? null : new PipelinePlan.Rejection(to, MOST_REJECTIONS),
                    ladder,
                    stage.anew()));
            coded |= stage.role().equals(CODER);
        }
        return new PipelinePlan(plans, null, PipelinePlan.UsedUp.ASK);
    }

    /// @param completion what must hold before the task is done, besides; null for nothing
    private static List<String> accepted(ConfiguredStage stage, @Nullable String completion) {
        List<String> checks = new ArrayList<>();
        if (stage.verified()) {
            boolean known = Check.Claim.STAGES.contains(stage.role());
            CheckFields fields = known ? new CheckFields(Map.of("stage", stage.role())) : CheckFields.NONE;
            checks.add(new Check.Claim(fields).line());
        }
        if (completion != null) {
            checks.add(completion);
        }
        return checks;
    }

    /// Who reviews or tests need not change anything.
    private Policy prepared(Policy policy, BacklogTask task) throws IOException {
        Caps caps = policy.limits().caps();
        Caps still = new Caps(
                caps.attempt(), caps.loop(), caps.busyTime(), caps.leastFree(), 0, caps.limited(), caps.silentCpu());
        Policy careful =
                list.guarding(policy.with(policy.limits().with(still)), tracker == null ? List.of() : tracker.files());
        return adaptive ? list.adapted(careful, task.type()) : careful;
    }

    @Override
    public String title(String task) throws IOException {
        return ListedTasks.title(list.known(task));
    }

    @Override
    public String text(String task, String role) throws IOException {
        BacklogTask known = list.known(task);
        List<String> parts = new ArrayList<>();
        if (!known.description().isBlank()) {
            parts.add(known.description());
        }
        String spec = known.spec();
        if (spec != null) {
            parts.add(specification(spec).read());
        }
        String own = stages.stream()
                .filter(stage -> stage.role().equals(role))
                .map(ConfiguredStage::prompt)
                .flatMap(Stream::ofNullable)
                .findFirst()
                .orElse(null);
        return StagePrompt.task(ListedTasks.title(known), parts, own);
    }

    @Override
    public List<String> completing(String task, String pipeline, TaskFacts facts) throws IOException {
        done(task);
        try {
            return list.learn(list.known(task), new TaskReason.Done(pipeline), facts);
        } catch (IOException unwritable) { // no reason not to bring the work home
            return List.of("nothing is learned of " + task + ": " + FileErrorText.words(unwritable));
        }
    }

    /// What went wrong before counts no more.
    private void done(String task) throws IOException {
        BacklogTask known = list.known(task);
        Map<String, @Nullable Object> more = new LinkedHashMap<>();
        if (known.metadata().containsKey(FAILURE)) {
            Map<String, @Nullable Object> metadata = new LinkedHashMap<>(known.metadata());
            metadata.remove(FAILURE);
            more.put(METADATA, metadata);
        }
        list.move(known, TaskStatus.DONE, null, more);
    }

    @Override
    public void again(String task) throws IOException {
        list.move(list.known(task), TaskStatus.IN_PROGRESS, "its work could not be merged");
    }

    /// A task that somebody stopped stays in progress: it is the next one again.
    @Override
    public List<String> record(String task, TaskReason reason, TaskFacts facts) throws IOException {
        Outcome outcome = reason.outcome();
        List<String> told = new ArrayList<>();
        if (outcome == Outcome.COMPLETED) {
            done(task);
        } else if (outcome != Outcome.STOPPED) {
            BacklogTask known = list.known(task);
            Map<String, @Nullable Object> more = new LinkedHashMap<>();
            more.put(FAILED_RUN, flow);
            if (reason instanceof TaskReason.PipelineFailed failed && outcome != Outcome.CANCELLED) {
                Map<String, @Nullable Object> metadata = new LinkedHashMap<>(known.metadata());
                metadata.put(FAILURE, failure(failed, facts));
                more.put(METADATA, metadata);
            }
            list.move(known, TaskStatus.PENDING, words.apply(reason), more);
            told.addAll(waiting(task));
        }
        if (outcome != Outcome.STOPPED && outcome != Outcome.CANCELLED) {
            told.addAll(list.learn(list.known(task), reason, facts));
        }
        list.commit(task);
        return told;
    }

    /// Who waits for a task that is not done.
    private List<String> waiting(String task) throws IOException {
        TaskList now = list.look();
        return list.wanted(now)
                .filter(other -> !other.status().isOver() && now.waitsFor(other).contains(task))
                .map(other -> "task " + other.id() + " waits for " + task + ", which is not done")
                .toList();
    }

    private Map<String, @Nullable Object> failure(TaskReason.PipelineFailed failed, TaskFacts facts)
            throws IOException {
        Map<String, @Nullable Object> last = lastLine(failed.reason(), facts);
        PipelineReason reason = failed.reason();
        String stage = stage(reason);
        long used = last.get("ralph_iteration") instanceof Long iteration ? iteration : 0;
        boolean isLast = Long.valueOf(used).equals(last.get("ralph_max"));
        boolean all = reason instanceof PipelineReason.StageFailed ended
                && (ended.reason() instanceof Reason.AttemptsUsed
                        || (isLast
                                && (ended.reason() instanceof Reason.SameFailure
                                        || ended.reason() instanceof Reason.NoChange)));
        Map<String, @Nullable Object> failure = new LinkedHashMap<>();
        failure.put("stage", stage == null ? last.get("stage") : stage);
        failure.put("iterations_used", used);
        failure.put("last_output", lastOutput(String.valueOf(failure.get("stage")), facts));
        failure.put("reason", all ? EXHAUSTED : words.apply(failed));
        return failure;
    }

    private static @Nullable String stage(PipelineReason reason) {
        return switch (reason) {
            case PipelineReason.StageFailed failed -> failed.role();
            case PipelineReason.RejectionsUsed used -> used.role();
            case PipelineReason.Stalemate same -> same.role();
            case PipelineReason.CorrectionsUsed used -> used.role();
            case PipelineReason.GrantUsed used -> used.role();
            case PipelineReason.StagesPassed _, PipelineReason.StoppedBy _, PipelineReason.Broken _ -> null;
            case PipelineReason.Checkpoint _ -> null;
        };
    }

    /// Of the log: that of the loop that failed, else the last one; nothing where there is none.
    private static Map<String, @Nullable Object> lastLine(PipelineReason reason, TaskFacts facts) throws IOException {
        if (facts.folders().isEmpty()) {
            return Map.of();
        }
        Path file = ExecutionLog.file(new TaskFolder(facts.folders().getFirst()));
        List<Map<String, @Nullable Object>> lines = JsonLinesFile.last(file);
        String loop = reason instanceof PipelineReason.StageFailed failed ? failed.loop() : null;
        return lines.reversed().stream()
                .filter(line -> loop == null || loop.equals(line.get("loop")))
                .findFirst()
                .orElse(Map.of());
    }

    /// The end of what the agent of a stage said or printed last.
    private static String lastOutput(String stage, TaskFacts facts) throws IOException {
        String said = facts.said();
        if (said != null && !said.isBlank()) {
            return said.substring(Math.max(0, said.length() - MOST_BYTES));
        }
        TaskFolder task = facts.folders().isEmpty()
                ? null
                : new TaskFolder(facts.folders().getFirst()).stage(stage);
        if (task == null || !Files.isDirectory(task.runs(), LinkOption.NOFOLLOW_LINKS)) {
            return "";
        }
        List<Path> all;
        try (Stream<Path> found = Files.list(task.runs())) {
            all = found.sorted().toList();
        }
        for (Path run : all.reversed()) {
            RunFolder folder = new RunFolder(run, task.home());
            for (Path file : List.of(folder.output(), folder.stdout())) {
                String end = LenientText.tail(task.home(), file, MOST_LINES, MOST_BYTES);
                if (!end.isEmpty()) {
                    return end;
                }
            }
        }
        return "";
    }
}
