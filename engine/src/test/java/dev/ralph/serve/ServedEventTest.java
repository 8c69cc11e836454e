package dev.ralph.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.budget.Cost;
import dev.ralph.budget.Grant;
import dev.ralph.config.Profile;
import dev.ralph.flow.FlowEvent;
import dev.ralph.flow.FlowPlan;
import dev.ralph.flow.FlowReason;
import dev.ralph.flow.FlowState;
import dev.ralph.json.JsonText;
import dev.ralph.loop.AttemptFailure;
import dev.ralph.loop.AttemptReport;
import dev.ralph.loop.Event;
import dev.ralph.loop.Event.StopKind;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Reason;
import dev.ralph.loop.Signal;
import dev.ralph.loop.Verdict;
import dev.ralph.machine.MachineEvent;
import dev.ralph.machine.State;
import dev.ralph.machine.StreamHead;
import dev.ralph.pipeline.PipelineEvent;
import dev.ralph.pipeline.PipelinePlan;
import dev.ralph.pipeline.PipelineReason;
import dev.ralph.pipeline.PipelineState;
import dev.ralph.store.JournalEntry;
import dev.ralph.store.PositionedEntry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ServedEventTest {
    private static final Instant AT = Instant.parse("2026-01-19T13:45:00.123Z");
    private static final Policy POLICY = Policy.of(Policy.AgentCommand.program("agent"));
    private static final StreamHead LOOP = head("loop-1", StreamHead.Kind.LOOP, "pipe-1", "fix", "execute");
    private static final StreamHead PIPELINE = head("pipe-1", StreamHead.Kind.PIPELINE, "run-1", "fix", null);
    private static final StreamHead FLOW = head("run-1", StreamHead.Kind.FLOW, null, "nightly", null);
    private static final PipelinePlan HEAL = new PipelinePlan(
            List.of(new PipelinePlan.Stage("execute", POLICY, null)),
            new PipelinePlan.Correction("correct", POLICY, 3, 0, POLICY),
            PipelinePlan.UsedUp.ASK);
    private static final PipelineEvent.PipelineStarted STARTED =
            new PipelineEvent.PipelineStarted(HEAL, Grant.UNBOUNDED, List.of());
    private static final FlowPlan PLAN = new FlowPlan(
            5, 2, 2, Grant.UNBOUNDED, Grant.UNBOUNDED, FlowPlan.OnFailure.CONTINUE, List.of(FlowPlan.Step.values()));
    private static final Cost NOTHING = Cost.NOTHING;

    private static StreamHead head(
            String id, StreamHead.Kind kind, @Nullable String parent, String task, @Nullable String role) {
        return new StreamHead(id, kind, parent, "project", task, role, "restart");
    }

    private static ServedEvent served(StreamHead head, MachineEvent event, @Nullable State<?, ?, ?> before) {
        State<?, ?, ?> after = switch (head.kind()) {
            case LOOP -> LoopState.replay(List.of(new Event.LoopStarted(POLICY)));
            case PIPELINE -> PipelineState.begin(STARTED);
            case FLOW -> FlowState.begin(new FlowEvent.FlowStarted(PLAN));
        };
        return ServedEvent.of(
                new PositionedEntry(7, head, new JournalEntry<>(1, AT, event)),
                before,
                after,
                Profile.of("restart").wording());
    }

    private static String name(MachineEvent event) {
        StreamHead head = event instanceof Event ? LOOP : event instanceof PipelineEvent ? PIPELINE : FLOW;
        return event.getClass().getSimpleName() + " "
                + served(head, event, null).type().word();
    }

    private static List<String> names(Class<?> events, MachineEvent... all) {
        Set<Class<?>> given = Stream.of(all).map(Object::getClass).collect(Collectors.toSet());
        assertThat(given).as("one of every event there is").isEqualTo(Set.of(events.getPermittedSubclasses()));
        return Stream.of(all).map(ServedEventTest::name).toList();
    }

    @Test
    void every_event_of_a_loop_has_its_name() {
        AttemptReport report = AttemptReport.bare(
                AttemptReport.How.EXITED, 1, null, new AttemptFailure.ExitCode(1), AT, Duration.ZERO, "gone");
        assertThat(names(
                        Event.class,
                        new Event.LoopStarted(POLICY),
                        new Event.LoopResumed(POLICY, "ann", false),
                        new Event.AttemptStarted(1, "run"),
                        new Event.AttemptTimedOut(
                                1, new AttemptFailure.TimedOut(AttemptFailure.Timer.SILENCE, Duration.ofMinutes(1))),
                        new Event.AttemptEnded(1, report),
                        new Event.AttemptLost(1, AT),
                        new Event.SignalSeen(Signal.DONE, AT),
                        new Event.AgentFinished(1, AT),
                        new Event.NothingSeen(),
                        new Event.RestEnded(),
                        new Event.ChecksTried(List.of()),
                        new Event.Told("Mind the index"),
                        new Event.LimitEnded(AT),
                        new Event.ChildrenEnded(0, List.of()),
                        new Event.ChecksEnded(new Verdict(List.of())),
                        new Event.SignalRefused("", AT),
                        new Event.BranchMoved(),
                        new Event.WorkKept("0123abc"),
                        new Event.WorkDiscarded("refs/ralph/1"),
                        new Event.Asked("q", "Which table?"),
                        new Event.Answered("q", "The second", "ann"),
                        new Event.Held("ann"),
                        new Event.Released("ann"),
                        new Event.TermsChanged(3, null, "ann"),
                        new Event.StopRequested(StopKind.STOP, "ann"),
                        new Event.TroubleFound(new Reason.Broken("no disk")),
                        new Event.LoopEnded(new Reason.Proven())))
                .containsExactly(
                        "LoopStarted ralph_loop_started",
                        "LoopResumed ralph_loop_continued",
                        "AttemptStarted attempt_started",
                        "AttemptTimedOut attempt_timed_out",
                        "AttemptEnded attempt_ended",
                        "AttemptLost attempt_lost",
                        "SignalSeen signal_seen",
                        "AgentFinished agent_finished",
                        "NothingSeen signal_missing",
                        "RestEnded rest_ended",
                        "ChecksTried test_baseline",
                        "Told message_told",
                        "LimitEnded limit_ended",
                        "ChildrenEnded children_ended",
                        "ChecksEnded test_completed",
                        "SignalRefused signal_refused",
                        "BranchMoved branch_moved",
                        "WorkKept work_kept",
                        "WorkDiscarded work_discarded",
                        "Asked question_asked",
                        "Answered question_answered",
                        "Held ralph_loop_paused",
                        "Released ralph_loop_released",
                        "TermsChanged ralph_loop_changed",
                        "StopRequested ralph_loop_stopping",
                        "TroubleFound ralph_loop_trouble",
                        "LoopEnded ralph_loop_completed");
    }

    @Test
    void every_event_of_a_pipeline_has_its_name() {
        assertThat(names(
                        PipelineEvent.class,
                        STARTED,
                        new PipelineEvent.StageOpened(LOOP, POLICY, Grant.UNBOUNDED, List.of()),
                        new PipelineEvent.StageEnded("loop-1", new Reason.Proven(), List.of(), NOTHING),
                        new PipelineEvent.StopPassedOn("loop-1"),
                        new PipelineEvent.FailureUnclear(),
                        new PipelineEvent.FailureClassified("test_failure", "the property is too strict"),
                        new PipelineEvent.CorrectionApplied("design.md, Property 5"),
                        new PipelineEvent.CorrectionRefused("it changed nothing"),
                        PipelineEvent.Asked.byItself("q", "What now?"),
                        new PipelineEvent.Answered("q", "Go on", "ann"),
                        new PipelineEvent.StopRequested(StopKind.STOP, "ann"),
                        new PipelineEvent.Held("ann"),
                        new PipelineEvent.Released("ann"),
                        new PipelineEvent.HoldPassedOn("loop-1"),
                        new PipelineEvent.TroubleFound("no disk"),
                        ended(new PipelineReason.StagesPassed()),
                        ended(new PipelineReason.CorrectionsUsed("execute", 3)),
                        ended(new PipelineReason.StoppedBy(StopKind.CANCEL, "ann")),
                        ended(new PipelineReason.StageFailed("execute", "loop-1", new Reason.Broken("no disk"))),
                        ended(new PipelineReason.RejectionsUsed("review", 2)),
                        ended(new PipelineReason.Stalemate("review", "no test", 3)),
                        ended(new PipelineReason.GrantUsed("execute")),
                        ended(new PipelineReason.Checkpoint("tests pass")),
                        ended(new PipelineReason.Broken("no disk"))))
                .containsExactly(
                        "PipelineStarted task_started",
                        "StageOpened task_progress",
                        "StageEnded task_progress",
                        "StopPassedOn task_passed_on",
                        "FailureUnclear task_progress",
                        "FailureClassified ralph_loop_activated",
                        "CorrectionApplied ralph_loop_resumed",
                        "CorrectionRefused correction_refused",
                        "Asked question_asked",
                        "Answered question_answered",
                        "StopRequested task_stopping",
                        "Held task_paused",
                        "Released task_released",
                        "HoldPassedOn task_passed_on",
                        "TroubleFound task_trouble",
                        "PipelineEnded task_completed",
                        "PipelineEnded ralph_loop_exhausted",
                        "PipelineEnded task_stopped",
                        "PipelineEnded task_failed",
                        "PipelineEnded task_failed",
                        "PipelineEnded task_failed",
                        "PipelineEnded task_failed",
                        "PipelineEnded task_failed",
                        "PipelineEnded task_failed");
    }

    private static PipelineEvent ended(PipelineReason reason) {
        return new PipelineEvent.PipelineEnded(reason);
    }

    @Test
    void every_event_of_a_run_has_its_name() {
        assertThat(names(
                        FlowEvent.class,
                        new FlowEvent.FlowStarted(PLAN),
                        new FlowEvent.FlowResumed(PLAN),
                        new FlowEvent.TaskPicked("fix"),
                        new FlowEvent.NoneReady(FlowEvent.Until.FOR_GOOD),
                        new FlowEvent.TasksChanged(),
                        new FlowEvent.PipelineOpened(PIPELINE, STARTED),
                        new FlowEvent.TaskRefused("fix", "no text"),
                        new FlowEvent.PipelineParked("pipe-1", "q", Cost.NOTHING),
                        new FlowEvent.PipelineReturned("pipe-1"),
                        new FlowEvent.PipelineEnded("pipe-1", new PipelineReason.StagesPassed(), NOTHING),
                        new FlowEvent.Integrated("fix", "0123abc"),
                        new FlowEvent.Conflicted("fix", List.of("README.md")),
                        new FlowEvent.IntegrationFailed("fix", "no disk", null),
                        new FlowEvent.Recorded("fix"),
                        new FlowEvent.Synced("fix"),
                        new FlowEvent.Learned("fix"),
                        new FlowEvent.StopRequested(StopKind.STOP, "ann"),
                        new FlowEvent.StopPassedOn(),
                        new FlowEvent.Held("ann"),
                        new FlowEvent.Released("ann"),
                        new FlowEvent.HoldPassedOn(),
                        new FlowEvent.TroubleFound("no disk"),
                        new FlowEvent.FlowEnded(new FlowReason.AllDone(1))))
                .containsExactly(
                        "FlowStarted execution_started",
                        "FlowResumed execution_continued",
                        "TaskPicked task_queued",
                        "NoneReady execution_waiting",
                        "TasksChanged tasks_changed",
                        "PipelineOpened task_assigned",
                        "TaskRefused task_refused",
                        "PipelineParked task_parked",
                        "PipelineReturned task_returned",
                        "PipelineEnded task_left_stages",
                        "Integrated task_merged",
                        "Conflicted task_conflicted",
                        "IntegrationFailed task_merge_failed",
                        "Recorded task_recorded",
                        "Synced task_synced",
                        "Learned task_learned",
                        "StopRequested execution_stopping",
                        "StopPassedOn execution_passed_on",
                        "Held execution_paused",
                        "Released execution_released",
                        "HoldPassedOn execution_passed_on",
                        "TroubleFound execution_trouble",
                        "FlowEnded execution_completed");
    }

    /// As specification 000 has its messages: activation, resumption, and after three corrections a human is needed.
    @Test
    void a_task_that_heals_tells_of_activation_resumption_and_exhaustion() {
        List<PipelineEvent> events = new ArrayList<>(List.of(STARTED));
        for (int i = 1; i <= 3; i++) {
            events.addAll(loop("execute", "execute-" + i, new Reason.AttemptsUsed(1)));
            events.add(new PipelineEvent.FailureClassified("test_failure", "Property 5 is too strict"));
            events.addAll(loop("correct", "correct-" + i, new Reason.Proven()));
            events.add(new PipelineEvent.CorrectionApplied("design.md, Property 5, change " + i));
        }
        events.addAll(loop("execute", "execute-4", new Reason.AttemptsUsed(1)));
        events.add(PipelineEvent.Asked.byItself("q-1", "How shall it go on?"));

        List<ServedEvent> served = new ArrayList<>();
        PipelineState state = null;
        for (PipelineEvent event : events) {
            PipelineState next = state == null ? PipelineState.begin(STARTED) : state.after(event);
            served.add(ServedEvent.of(
                    new PositionedEntry(served.size() + 1, PIPELINE, new JournalEntry<>(1, AT, event)),
                    state,
                    next,
                    Profile.of("restart").wording()));
            state = next;
        }

        assertThat(served.stream().map(event -> event.type().word()).filter(type -> type.startsWith("ralph_loop")))
                .containsExactly(
                        "ralph_loop_activated",
                        "ralph_loop_resumed",
                        "ralph_loop_activated",
                        "ralph_loop_resumed",
                        "ralph_loop_activated",
                        "ralph_loop_resumed",
                        "ralph_loop_exhausted");
        String last = new String(served.getLast().encoded(), StandardCharsets.UTF_8);
        assertThat(last)
                .startsWith("id: " + served.size() + "\nevent: ralph_loop_exhausted\ndata: {")
                .endsWith("}\n\n");
        assertThat(JsonText.object(last.lines().toList().get(2).substring("data: ".length())))
                .containsEntry("type", "ralph_loop_exhausted")
                .containsEntry("taskId", "fix")
                .containsEntry("message", "Unable to auto-correct after 3 attempts")
                .containsEntry("requiresHuman", true)
                .containsEntry("timestamp", "2026-01-19T13:45:00.123Z")
                .hasEntrySatisfying("data", data -> assertThat(data).asString().contains("How shall it go on?"))
                .containsEntry("task", "fix")
                .hasSize(12);
    }

    private static List<PipelineEvent> loop(String role, String id, Reason reason) {
        StreamHead head = head(id, StreamHead.Kind.LOOP, "pipe-1", "fix", role);
        return List.of(
                new PipelineEvent.StageOpened(head, POLICY, Grant.UNBOUNDED, List.of()),
                new PipelineEvent.StageEnded(id, reason, List.of(), NOTHING));
    }

    @Test
    void what_a_run_says_of_a_pipeline_is_about_its_task() {
        FlowState state = FlowState.begin(new FlowEvent.FlowStarted(PLAN));
        state = state.after(new FlowEvent.TaskPicked("fix"));
        state = state.after(new FlowEvent.PipelineOpened(PIPELINE, STARTED));

        ServedEvent event =
                served(FLOW, new FlowEvent.PipelineEnded("pipe-1", new PipelineReason.StagesPassed(), NOTHING), state);

        assertThat(event.task()).isEqualTo("fix");
        assertThat(event.data()).containsEntry("outcome", "completed");
        assertThat(served(FLOW, new FlowEvent.TasksChanged(), state).task()).isEqualTo("nightly");
    }

    @Test
    void progress_is_how_many_stages_are_through() {
        PipelinePlan two = new PipelinePlan(
                List.of(new PipelinePlan.Stage("coder", POLICY, null), new PipelinePlan.Stage("tester", POLICY, null)),
                null,
                PipelinePlan.UsedUp.END);
        PipelineState state = PipelineState.begin(new PipelineEvent.PipelineStarted(two, Grant.UNBOUNDED, List.of()));
        List<@Nullable Integer> progress = new ArrayList<>();
        List<PipelineEvent> events = new ArrayList<>(loop("coder", "loop-1", new Reason.Proven()));
        events.addAll(loop("tester", "loop-2", new Reason.Proven()));
        events.add(ended(new PipelineReason.StagesPassed()));
        for (PipelineEvent event : events) {
            PipelineState next = state.after(event);
            progress.add(ServedEvent.of(
                            new PositionedEntry(1, PIPELINE, new JournalEntry<>(1, AT, event)),
                            state,
                            next,
                            Profile.of("restart").wording())
                    .progress());
            state = next;
        }

        assertThat(progress).containsExactly(0, 50, 50, 50, 100);
        assertThat(state.hasEnded()).isTrue();
    }

    @Test
    void an_event_of_many_megabytes_is_told_without_its_data() {
        ServedEvent event = served(LOOP, new Event.WorkDiscarded("x".repeat(3 << 20)), null);

        String encoded = new String(event.encoded(), StandardCharsets.UTF_8);

        assertThat(encoded.length()).isLessThan(1000);
        assertThat(encoded).contains("\"data\":{\"omitted\":true}");
    }

    @Test
    void every_name_is_used_and_can_be_asked_for() {
        assertThat(EnumSet.allOf(ServedEvent.Type.class))
                .allSatisfy(type -> assertThat(ServedEvent.Type.of(type.word())).contains(type));
        assertThat(ServedEvent.Type.of("TASK_STARTED")).isEmpty();
    }
}
