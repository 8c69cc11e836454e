package dev.ralph.serve;

import dev.ralph.config.Profile;
import dev.ralph.flow.FlowEvent;
import dev.ralph.flow.FlowReason;
import dev.ralph.flow.FlowState;
import dev.ralph.flow.FlowTask;
import dev.ralph.json.JsonText;
import dev.ralph.loop.Activity;
import dev.ralph.loop.AttemptFailure;
import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Outcome;
import dev.ralph.loop.Verdict;
import dev.ralph.machine.MachineEvent;
import dev.ralph.machine.State;
import dev.ralph.machine.StreamHead;
import dev.ralph.pipeline.PipelineDecision;
import dev.ralph.pipeline.PipelineEvent;
import dev.ralph.pipeline.PipelineReason;
import dev.ralph.pipeline.PipelineState;
import dev.ralph.store.EventFields;
import dev.ralph.store.PositionedEntry;
import dev.ralph.wording.Amount;
import dev.ralph.wording.Wording;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// An entry of the journal as `ralph serve` publishes it. Every entry has exactly one.
///
/// @param task          whose it is; of what concerns a whole run, the name of the run
/// @param message       for people
/// @param progress      0 to 100, null where nobody knows
/// @param requiresHuman it waits for a person
/// @param data          the event itself
public record ServedEvent(
        long position,
        Type type,
        String task,
        String message,
        @Nullable Integer progress,
        boolean requiresHuman,
        Instant at,
        StreamHead head,
        Map<String, @Nullable Object> data) {
    private static final int LONGEST = 1 << 20;
    private static final int ALL = 100;

    /// Its name on the stream, there in lower case.
    public enum Type {
        EXECUTION_STARTED,
        EXECUTION_CONTINUED,
        EXECUTION_WAITING,
        EXECUTION_PAUSED,
        EXECUTION_RELEASED,
        EXECUTION_STOPPING,
        EXECUTION_PASSED_ON,
        EXECUTION_TROUBLE,
        EXECUTION_COMPLETED,
        TASKS_CHANGED,
        TASK_QUEUED,
        TASK_ASSIGNED,
        TASK_REFUSED,
        TASK_STARTED,
        TASK_PROGRESS,
        TASK_PARKED,
        TASK_RETURNED,
        TASK_PAUSED,
        TASK_RELEASED,
        TASK_STOPPING,
        TASK_PASSED_ON,
        TASK_TROUBLE,
        TASK_COMPLETED,
        TASK_FAILED,
        TASK_STOPPED,
        TASK_LEFT_STAGES,
        TASK_MERGED,
        TASK_CONFLICTED,
        TASK_MERGE_FAILED,
        TASK_RECORDED,
        TASK_SYNCED,
        TASK_LEARNED,
        RALPH_LOOP_ACTIVATED,
        RALPH_LOOP_RESUMED,
        RALPH_LOOP_EXHAUSTED,
        CORRECTION_REFUSED,
        RALPH_LOOP_STARTED,
        RALPH_LOOP_CONTINUED,
        RALPH_LOOP_PAUSED,
        RALPH_LOOP_RELEASED,
        RALPH_LOOP_CHANGED,
        RALPH_LOOP_STOPPING,
        RALPH_LOOP_TROUBLE,
        RALPH_LOOP_COMPLETED,
        ATTEMPT_STARTED,
        ATTEMPT_TIMED_OUT,
        ATTEMPT_ENDED,
        ATTEMPT_LOST,
        AGENT_FINISHED,
        SIGNAL_SEEN,
        SIGNAL_MISSING,
        SIGNAL_REFUSED,
        REST_ENDED,
        LIMIT_ENDED,
        CHILDREN_ENDED,
        TEST_BASELINE,
        TEST_STARTED,
        TEST_COMPLETED,
        BRANCH_MOVED,
        WORK_KEPT,
        WORK_DISCARDED,
        MESSAGE_TOLD,
        QUESTION_ASKED,
        QUESTION_ANSWERED;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        public static Optional<Type> of(String word) {
            return List.of(values()).stream()
                    .filter(type -> type.word().equals(word))
                    .findFirst();
        }
    }

    /// How an event is told.
    private record Told(Type type, String message, boolean requiresHuman) {
        Told(Type type, String message) {
            this(type, message, false);
        }
    }

    /// @param before where its machine stood, null at the beginning
    /// @param after  where it stands now
    public static ServedEvent of(
            PositionedEntry entry, @Nullable State<?, ?, ?> before, State<?, ?, ?> after, Wording wording) {
        MachineEvent event = entry.entry().event();
        Told told = switch (event) {
            case Event loop -> of(loop, (LoopState) after, wording);
            case PipelineEvent pipeline ->
                of(pipeline, before == null ? null : ((PipelineState) before).decision(), wording);
            case FlowEvent flow -> of(flow, wording);
            default -> throw new IllegalArgumentException("no machine of Ralph's has events like " + event);
        };
        Map<String, @Nullable Object> data = new LinkedHashMap<>(EventFields.of((Record) event));
        Outcome outcome = outcome(event);
        if (outcome != null) {
            data.put("outcome", outcome.name().toLowerCase(Locale.ROOT));
        }
        return new ServedEvent(
                entry.position(),
                told.type(),
                event instanceof FlowEvent flow
                        ? task(flow, (FlowState) (before == null ? after : before), entry.head())
                        : entry.head().task(),
                told.message(),
                progress(event, after),
                told.requiresHuman(),
                entry.entry().at(),
                entry.head(),
                data);
    }

    private static Told of(Event event, LoopState after, Wording wording) {
        boolean checks = after.activity() == Activity.CHECKING;
        return switch (event) {
            case Event.LoopStarted _ -> new Told(Type.RALPH_LOOP_STARTED, "the loop starts");
            case Event.LoopResumed resumed ->
                new Told(Type.RALPH_LOOP_CONTINUED, "the loop is resumed by " + resumed.by());
            case Event.AttemptStarted started ->
                new Told(Type.ATTEMPT_STARTED, "attempt " + started.attempt() + " starts");
            case Event.AttemptTimedOut late ->
                new Told(Type.ATTEMPT_TIMED_OUT, "attempt " + late.attempt() + ": " + wording.of(late.failure()));
            case Event.AttemptEnded ended -> {
                AttemptFailure failure = ended.report().told();
                yield new Told(
                        Type.ATTEMPT_ENDED,
                        "attempt " + ended.attempt() + " ended" + (failure == null ? "" : ": " + wording.of(failure)));
            }
            case Event.AttemptLost lost ->
                new Told(Type.ATTEMPT_LOST, "attempt " + lost.attempt() + " lost: Ralph was killed");
            case Event.SignalSeen seen -> new Told(Type.SIGNAL_SEEN, wording.of(seen.signal()));
            case Event.AgentFinished finished ->
                new Told(Type.AGENT_FINISHED, "attempt " + finished.attempt() + ": agent finished");
            case Event.NothingSeen _ -> new Told(Type.SIGNAL_MISSING, "no signal after the last attempt");
            case Event.RestEnded _ -> new Told(Type.REST_ENDED, "the pause between attempts is over");
            case Event.ChecksTried tried ->
                new Told(Type.TEST_BASELINE, Amount.of(tried.checks().size(), "check") + " tried before the work");
            case Event.Told said -> new Told(Type.MESSAGE_TOLD, said.text());
            case Event.LimitEnded _ -> new Told(Type.LIMIT_ENDED, "the wait for the provider is over");
            case Event.ChildrenEnded _ ->
                checks ? testing(after) : new Told(Type.CHILDREN_ENDED, "all child processes ended");
            case Event.ChecksEnded ended -> tested(ended.verdict());
            case Event.SignalRefused refused -> new Told(Type.SIGNAL_REFUSED, wording.of(refused));
            case Event.BranchMoved _ ->
                checks ? testing(after) : new Told(Type.BRANCH_MOVED, "the branch moved during the checks");
            case Event.WorkKept kept ->
                new Told(
                        Type.WORK_KEPT,
                        kept.commit() == null ? "nothing to commit" : "the work is commit " + kept.commit());
            case Event.WorkDiscarded _ -> new Told(Type.WORK_DISCARDED, "the work of the last attempt is discarded");
            case Event.Asked asked -> new Told(Type.QUESTION_ASKED, asked.text(), true);
            case Event.Answered answered -> answered(answered.text(), answered.by());
            case Event.Held held -> new Told(Type.RALPH_LOOP_PAUSED, "paused by " + held.by());
            case Event.Released released -> new Told(Type.RALPH_LOOP_RELEASED, "released by " + released.by());
            case Event.TermsChanged changed -> new Told(Type.RALPH_LOOP_CHANGED, Wording.of(changed));
            case Event.StopRequested request -> new Told(Type.RALPH_LOOP_STOPPING, stopping(request.by()));
            case Event.TroubleFound trouble -> new Told(Type.RALPH_LOOP_TROUBLE, wording.of(trouble.trouble()));
            case Event.LoopEnded ended -> new Told(Type.RALPH_LOOP_COMPLETED, wording.of(ended.reason()));
        };
    }

    private static Told of(PipelineEvent event, @Nullable PipelineDecision awaited, Wording wording) {
        return switch (event) {
            case PipelineEvent.PipelineStarted _ -> new Told(Type.TASK_STARTED, "the task starts");
            case PipelineEvent.StageOpened opened ->
                new Told(Type.TASK_PROGRESS, opened.head().role() + " starts");
            case PipelineEvent.StageEnded ended ->
                new Told(Type.TASK_PROGRESS, "a stage ended: " + wording.of(ended.reason()));
            case PipelineEvent.StopPassedOn _ -> new Told(Type.TASK_PASSED_ON, "stop sent to the stage");
            case PipelineEvent.FailureUnclear _ -> new Told(Type.TASK_PROGRESS, "what failed is unclear");
            case PipelineEvent.FailureClassified classified ->
                new Told(Type.RALPH_LOOP_ACTIVATED, classified.kind() + ": " + classified.cause());
            case PipelineEvent.CorrectionApplied applied -> new Told(Type.RALPH_LOOP_RESUMED, applied.change());
            case PipelineEvent.CorrectionRefused refused -> new Told(Type.CORRECTION_REFUSED, refused.why());
            case PipelineEvent.Asked asked ->
                asked.loop() == null
                                && awaited instanceof PipelineDecision.Ask ask
                                && ask.reason() instanceof PipelineReason.CorrectionsUsed used
                        ? exhausted(used)
                        : new Told(Type.QUESTION_ASKED, asked.text(), true);
            case PipelineEvent.Answered answered -> answered(answered.text(), answered.by());
            case PipelineEvent.StopRequested request -> new Told(Type.TASK_STOPPING, stopping(request.by()));
            case PipelineEvent.Held held -> new Told(Type.TASK_PAUSED, "paused by " + held.by());
            case PipelineEvent.Released released -> new Told(Type.TASK_RELEASED, "released by " + released.by());
            case PipelineEvent.HoldPassedOn _ -> new Told(Type.TASK_PASSED_ON, "pause or resume sent to the stage");
            case PipelineEvent.TroubleFound trouble -> new Told(Type.TASK_TROUBLE, trouble.words());
            case PipelineEvent.PipelineEnded ended ->
                switch (ended.reason()) {
                    case PipelineReason.StagesPassed passed -> new Told(Type.TASK_COMPLETED, wording.of(passed));
                    case PipelineReason.CorrectionsUsed used -> exhausted(used);
                    case PipelineReason.StoppedBy stopped -> new Told(Type.TASK_STOPPED, wording.of(stopped));
                    case PipelineReason.StageFailed _, PipelineReason.RejectionsUsed _, PipelineReason.Stalemate _ ->
                        failed(ended.reason(), wording);
                    case PipelineReason.GrantUsed _, PipelineReason.Checkpoint _, PipelineReason.Broken _ ->
                        failed(ended.reason(), wording);
                };
        };
    }

    private static Told of(FlowEvent event, Wording wording) {
        return switch (event) {
            case FlowEvent.FlowStarted _ -> new Told(Type.EXECUTION_STARTED, "the run starts");
            case FlowEvent.FlowResumed _ -> new Told(Type.EXECUTION_CONTINUED, "the run is started again");
            case FlowEvent.TaskPicked _ -> new Told(Type.TASK_QUEUED, "the task is next");
            case FlowEvent.NoneReady none ->
                new Told(
                        Type.EXECUTION_WAITING,
                        switch (none.until()) {
                            case SOMETHING_ENDS -> "no task is ready: the remaining ones wait for others";
                            case FOR_GOOD -> "no task is left to start";
                            case NEXT_RUN -> "a limit of the run leaves tasks to the next one";
                        });
            case FlowEvent.TasksChanged _ -> new Told(Type.TASKS_CHANGED, "the list of tasks changed");
            case FlowEvent.PipelineOpened _ -> new Told(Type.TASK_ASSIGNED, "the task has a slot");
            case FlowEvent.TaskRefused refused -> new Told(Type.TASK_REFUSED, refused.words());
            case FlowEvent.PipelineParked _ -> new Told(Type.TASK_PARKED, "the task waits for an answer", true);
            case FlowEvent.PipelineReturned _ -> new Told(Type.TASK_RETURNED, "the task gets the next free slot");
            case FlowEvent.PipelineEnded ended -> new Told(Type.TASK_LEFT_STAGES, wording.of(ended.reason()));
            case FlowEvent.Integrated merged ->
                new Told(
                        Type.TASK_MERGED,
                        merged.pullRequest() != null
                                ? "pull request " + merged.pullRequest()
                                : merged.commit() == null ? "nothing to merge" : "merged as " + merged.commit());
            case FlowEvent.Conflicted conflict ->
                new Told(Type.TASK_CONFLICTED, String.join("; ", conflict.findings()));
            case FlowEvent.IntegrationFailed failed -> new Told(Type.TASK_MERGE_FAILED, failed.words());
            case FlowEvent.Recorded _ -> new Told(Type.TASK_RECORDED, "task list updated");
            case FlowEvent.Synced _ -> new Told(Type.TASK_SYNCED, "tracker updated");
            case FlowEvent.Learned _ -> new Told(Type.TASK_LEARNED, "what the task taught is written down");
            case FlowEvent.StopRequested request -> new Told(Type.EXECUTION_STOPPING, stopping(request.by()));
            case FlowEvent.StopPassedOn _ -> new Told(Type.EXECUTION_PASSED_ON, "stop sent to all tasks");
            case FlowEvent.Held held -> new Told(Type.EXECUTION_PAUSED, "paused by " + held.by());
            case FlowEvent.Released released -> new Told(Type.EXECUTION_RELEASED, "released by " + released.by());
            case FlowEvent.HoldPassedOn _ -> new Told(Type.EXECUTION_PASSED_ON, "pause or resume sent to all tasks");
            case FlowEvent.TroubleFound trouble -> new Told(Type.EXECUTION_TROUBLE, trouble.words());
            case FlowEvent.FlowEnded ended -> new Told(Type.EXECUTION_COMPLETED, wording.of(ended.reason()));
        };
    }

    private static Told failed(PipelineReason reason, Wording wording) {
        return new Told(Type.TASK_FAILED, wording.of(reason));
    }

    private static Told exhausted(PipelineReason.CorrectionsUsed used) {
        return new Told(
                Type.RALPH_LOOP_EXHAUSTED,
                "Unable to auto-correct after " + Amount.of(used.allowed(), "attempt"),
                true);
    }

    private static Told testing(LoopState state) {
        return new Told(
                Type.TEST_STARTED, Amount.of(state.policy().checks().size(), "check") + " of what the agent claims");
    }

    private static Told tested(Verdict verdict) {
        return new Told(
                Type.TEST_COMPLETED,
                verdict.passed()
                        ? "every check passed"
                        : verdict.results().stream()
                                .filter(result -> !result.passed())
                                .map(Wording::against)
                                .findFirst()
                                .orElse("a check failed"));
    }

    private static Told answered(String text, String by) {
        return new Told(Type.QUESTION_ANSWERED, by + ": " + text);
    }

    private static String stopping(String by) {
        return by + " asks it to stop";
    }

    private static @Nullable Outcome outcome(MachineEvent event) {
        return switch (event) {
            case Event.LoopEnded ended -> ended.outcome();
            case PipelineEvent.StageEnded ended -> ended.outcome();
            case PipelineEvent.PipelineEnded ended -> ended.reason().outcome();
            case FlowEvent.PipelineEnded ended -> ended.outcome();
            case FlowEvent.FlowEnded ended -> ended.reason().outcome();
            default -> null;
        };
    }

    /// The task that an event of a run is about, else the run itself.
    private static String task(FlowEvent event, FlowState before, StreamHead run) {
        return switch (event) {
            case FlowEvent.TaskPicked picked -> picked.task();
            case FlowEvent.PipelineOpened opened -> opened.head().task();
            case FlowEvent.TaskRefused refused -> refused.task();
            case FlowEvent.PipelineParked parked -> taskOf(parked.pipeline(), before, run);
            case FlowEvent.PipelineReturned returned -> taskOf(returned.pipeline(), before, run);
            case FlowEvent.PipelineEnded ended -> taskOf(ended.pipeline(), before, run);
            case FlowEvent.Integrated merged -> merged.task();
            case FlowEvent.Conflicted conflict -> conflict.task();
            case FlowEvent.IntegrationFailed failed -> failed.task();
            case FlowEvent.Recorded recorded -> recorded.task();
            case FlowEvent.Synced synced -> synced.task();
            case FlowEvent.Learned learned -> learned.task();
            case FlowEvent.FlowStarted _, FlowEvent.FlowResumed _, FlowEvent.FlowEnded _ -> run.task();
            case FlowEvent.NoneReady _, FlowEvent.TasksChanged _, FlowEvent.TroubleFound _ -> run.task();
            case FlowEvent.StopRequested _, FlowEvent.StopPassedOn _ -> run.task();
            case FlowEvent.Held _, FlowEvent.Released _, FlowEvent.HoldPassedOn _ -> run.task();
        };
    }

    private static String taskOf(String pipeline, FlowState before, StreamHead run) {
        return before.tasks().stream()
                .filter(task -> pipeline.equals(task.pipeline()))
                .map(FlowTask::name)
                .findFirst()
                .orElse(run.task());
    }

    /// A task has come as far as its stages; of a loop and of a run only the good end is known.
    private static @Nullable Integer progress(MachineEvent event, State<?, ?, ?> after) {
        if (event instanceof PipelineEvent.PipelineEnded ended
                && ended.reason() instanceof PipelineReason.StagesPassed) {
            return ALL;
        }
        if (after instanceof PipelineState pipeline) {
            return ALL * pipeline.at() / pipeline.plan().stages().size();
        }
        boolean good = event instanceof FlowEvent.FlowEnded over
                ? over.reason() instanceof FlowReason.AllDone
                : event instanceof Event.LoopEnded ended && ended.outcome() == Outcome.COMPLETED;
        return good ? ALL : null;
    }

    /// As the stream has it.
    public byte[] encoded() {
        byte[] json = json(data).getBytes(StandardCharsets.UTF_8);
        if (json.length > LONGEST) {
            Map<String, @Nullable Object> left = new LinkedHashMap<>();
            left.put("omitted", true);
            json = json(left).getBytes(StandardCharsets.UTF_8);
        }
        byte[] head = ("id: " + position + "\nevent: " + type.word() + "\ndata: ").getBytes(StandardCharsets.UTF_8);
        byte[] all = new byte[head.length + json.length + 2];
        System.arraycopy(head, 0, all, 0, head.length);
        System.arraycopy(json, 0, all, head.length, json.length);
        all[all.length - 2] = '\n';
        all[all.length - 1] = '\n';
        return all;
    }

    /// The task as its own document calls it.
    String taskId() {
        boolean isRun = head.kind() == StreamHead.Kind.FLOW && head.task().equals(task);
        return isRun ? task : Profile.of(head.profile()).taskId(task);
    }

    private String json(Map<String, @Nullable Object> event) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("type", type.word());
        fields.put("taskId", taskId());
        fields.put("message", message);
        fields.put("progress", progress);
        if (requiresHuman) {
            fields.put("requiresHuman", true);
        }
        fields.put("timestamp", at.toString());
        fields.put("position", position);
        fields.put("stream", head.id());
        fields.put("kind", head.kind().name().toLowerCase(Locale.ROOT));
        fields.put("role", head.role());
        fields.put("task", task);
        fields.put("data", event);
        return JsonText.of(fields);
    }
}
