package dev.ralph.sim;

import dev.ralph.budget.Cost;
import dev.ralph.budget.Grant;
import dev.ralph.budget.Spent;
import dev.ralph.flow.FlowDecision;
import dev.ralph.flow.FlowEvent;
import dev.ralph.flow.FlowPlan;
import dev.ralph.flow.FlowReason;
import dev.ralph.flow.FlowState;
import dev.ralph.flow.FlowTask;
import dev.ralph.loop.Event.StopKind;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Policy.AgentCommand;
import dev.ralph.loop.Reason;
import dev.ralph.machine.IllegalEvent;
import dev.ralph.machine.MachineEvent;
import dev.ralph.machine.State;
import dev.ralph.machine.StreamHead;
import dev.ralph.pipeline.PipelineDecision;
import dev.ralph.pipeline.PipelineEvent;
import dev.ralph.pipeline.PipelinePhase;
import dev.ralph.pipeline.PipelinePlan;
import dev.ralph.pipeline.PipelinePlan.Correction;
import dev.ralph.pipeline.PipelinePlan.Rejection;
import dev.ralph.pipeline.PipelinePlan.Stage;
import dev.ralph.pipeline.PipelinePlan.UsedUp;
import dev.ralph.pipeline.PipelineReason;
import dev.ralph.pipeline.PipelineState;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/// Finds every legal arrow of pipeline and flow by asking them: from each state that can be reached, every event is
/// tried.
final class LegalArrows {
    private static final Policy POLICY = Policy.of(AgentCommand.program("agent"));
    private static final Grant LITTLE = new Grant(null, 2L, null);

    private LegalArrows() {}

    static Set<Arrow> ofPipelines() {
        Stage coder = new Stage("coder", POLICY, null);
        Stage reviewer = new Stage("reviewer", POLICY, new Rejection("coder", 1));
        Stage climber = new Stage("coder", POLICY, null, List.of(POLICY));
        Stage stubborn = new Stage("reviewer", POLICY, new Rejection("coder", 5));
        Correction correction = new Correction("corrector", POLICY, 1, 0, POLICY);
        Set<Arrow> arrows = new HashSet<>();
        for (UsedUp usedUp : UsedUp.values()) {
            for (Grant grant : List.of(Grant.UNBOUNDED, LITTLE, Grant.NOTHING)) {
                for (PipelinePlan plan : List.of(
                        new PipelinePlan(List.of(coder, reviewer), null, usedUp),
                        new PipelinePlan(List.of(climber, stubborn), null, usedUp),
                        new PipelinePlan(List.of(coder, reviewer), correction, usedUp))) {
                    explore(
                            PipelineState.begin(new PipelineEvent.PipelineStarted(plan, grant, List.of())),
                            LegalArrows::events,
                            LegalArrows::arrows,
                            arrows);
                }
            }
        }
        return arrows;
    }

    static Set<Arrow> ofFlows() {
        Set<Arrow> arrows = new HashSet<>();
        for (FlowPlan.OnFailure onFailure : FlowPlan.OnFailure.values()) {
            for (Grant grant : List.of(Grant.UNBOUNDED, LITTLE)) {
                for (List<FlowPlan.Step> steps :
                        List.<List<FlowPlan.Step>>of(List.of(), List.of(FlowPlan.Step.values()))) {
                    boolean huge = grant.equals(LITTLE) && !steps.isEmpty();
                    if (huge && onFailure != FlowPlan.OnFailure.CONTINUE && !Boolean.getBoolean("ralph.soak")) {
                        continue; // ten times the states of all others, and no arrow that these have not
                    }
                    FlowPlan plan = new FlowPlan(2, steps.isEmpty() ? 2 : 1, 2, grant, grant, onFailure, steps);
                    explore(
                            FlowState.begin(new FlowEvent.FlowStarted(plan)),
                            LegalArrows::events,
                            LegalArrows::arrows,
                            arrows);
                }
            }
        }
        return arrows;
    }

    interface Naming<S, E> {
        List<Arrow> of(S before, E event, S after);
    }

    private static <S extends State<S, E, D>, E extends MachineEvent, D> void explore(
            S first, Function<S, List<E>> events, Naming<S, E> naming, Set<Arrow> arrows) {
        Set<S> known = new HashSet<>(Set.of(first));
        ArrayDeque<S> open = new ArrayDeque<>(known);
        while (!open.isEmpty()) {
            S state = open.poll();
            for (E event : events.apply(state)) {
                try {
                    S next = state.after(event);
                    arrows.addAll(naming.of(state, event, next));
                    boolean isNewRun = event instanceof FlowEvent.FlowResumed; // which could be repeated for ever
                    if (!isNewRun && known.add(next)) {
                        open.add(next);
                    }
                } catch (IllegalEvent _) {
                    // Not legal here.
                }
            }
        }
    }

    /// Every event, in every variant that a pipeline tells apart.
    private static List<PipelineEvent> events(PipelineState state) {
        List<PipelineEvent> events = new ArrayList<>();
        events.add(new PipelineEvent.PipelineStarted(state.plan(), Grant.UNBOUNDED, List.of()));
        if (state.decision() instanceof PipelineDecision.OpenLoop open) {
            StreamHead head =
                    new StreamHead("loop", StreamHead.Kind.LOOP, "pipeline", "project", "task", open.role(), "stage");
            events.add(new PipelineEvent.StageOpened(head, open.policy(), open.grant(), List.of()));
        }
        for (Cost cost : costs(state.grants().limit())) {
            for (Reason reason : LegalTransitions.reasons()) {
                List<String> findings = reason instanceof Reason.Rejected rejected ? rejected.findings() : List.of();
                events.add(new PipelineEvent.StageEnded("loop", reason, findings, cost));
            }
        }
        events.add(new PipelineEvent.StopPassedOn("loop"));
        events.add(new PipelineEvent.FailureUnclear());
        events.add(new PipelineEvent.FailureClassified("runtime", "a cause"));
        events.add(new PipelineEvent.CorrectionApplied("a change"));
        events.add(new PipelineEvent.CorrectionRefused("it says nothing"));
        events.add(PipelineEvent.Asked.byItself("question", "how?"));
        events.add(new PipelineEvent.Asked("question", "how?", "loop"));
        for (Grant grant : List.of(state.grants().limit(), Grant.NOTHING)) {
            events.add(new PipelineEvent.Answered("question", "so", "a person", grant));
        }
        for (StopKind kind : StopKind.values()) {
            events.add(new PipelineEvent.StopRequested(kind, "me"));
        }
        events.add(new PipelineEvent.Held("me"));
        events.add(new PipelineEvent.Released("me"));
        events.add(new PipelineEvent.HoldPassedOn("loop"));
        events.add(new PipelineEvent.TroubleFound("the disk is full"));
        if (state.decision() instanceof PipelineDecision.Finish finish) {
            events.add(new PipelineEvent.PipelineEnded(finish.reason()));
        }
        return events;
    }

    /// What has no bound is never used up, and could be counted for ever.
    private static List<Cost> costs(Grant limit) {
        return limit.equals(Grant.UNBOUNDED)
                ? List.of(Cost.NOTHING)
                : List.of(Cost.NOTHING, new Cost(Spent.UNKNOWN, Duration.ZERO));
    }

    static List<Arrow> arrows(PipelineState before, PipelineEvent event, PipelineState after) {
        String kind = event.getClass().getSimpleName();
        String what = switch (event) {
            case PipelineEvent.StageEnded ended -> kind + " " + ended.outcome();
            case PipelineEvent.StopRequested stop ->
                kind + (stop.kind() == StopKind.AFTER_ATTEMPT ? " after the attempt" : "");
            default -> kind;
        };
        return List.of(new Arrow("pipeline " + name(before), what, name(after)));
    }

    private static String name(PipelineState state) {
        String kind = state.phase().getClass().getSimpleName();
        return switch (state.phase()) {
            case PipelinePhase.Opening opening -> kind + who(opening.role());
            case PipelinePhase.Awaiting awaiting ->
                kind + (state.stop() == null ? who(awaiting.role()) : " for the last time");
            case PipelinePhase.Parked parked ->
                kind + " before " + parked.back().getClass().getSimpleName();
            case PipelinePhase.Asking asking ->
                kind + " for " + asking.reason().getClass().getSimpleName();
            case PipelinePhase.Finishing finishing ->
                kind + " for " + finishing.reason().getClass().getSimpleName();
            case PipelinePhase.Classifying classifying -> kind + (classifying.asked() ? " once more" : "");
            case PipelinePhase.Stopping _, PipelinePhase.Informing _, PipelinePhase.Applying _, PipelinePhase.Ended _ ->
                kind;
        };
    }

    private static String who(String role) {
        return List.of("corrector", Correction.CLASSIFIER).contains(role) ? " the " + role : "";
    }

    /// Every event, in every variant that a flow tells apart.
    private static List<FlowEvent> events(FlowState state) {
        List<FlowEvent> events = new ArrayList<>();
        PipelinePlan coder = PipelinePlan.of(new Stage("coder", POLICY, null));
        events.add(new FlowEvent.FlowStarted(state.plan()));
        events.add(new FlowEvent.FlowResumed(state.plan()));
        events.add(new FlowEvent.TasksChanged());
        for (FlowEvent.Until until : FlowEvent.Until.values()) {
            events.add(new FlowEvent.NoneReady(until));
        }
        if (state.decision() instanceof FlowDecision.OpenPipeline open) {
            StreamHead head = new StreamHead(
                    "pipeline " + open.task(), StreamHead.Kind.PIPELINE, "flow", "project", open.task(), null, "stage");
            events.add(new FlowEvent.PipelineOpened(
                    head, new PipelineEvent.PipelineStarted(coder, open.grant(), List.of())));
        }
        for (String task : List.of("a", "b")) {
            String pipeline = "pipeline " + task;
            events.add(new FlowEvent.TaskPicked(task));
            events.add(new FlowEvent.TaskRefused(task, "its branch belongs to somebody else"));
            events.add(new FlowEvent.PipelineReturned(pipeline));
            for (Cost cost : costs(state.plan().grant())) {
                events.add(new FlowEvent.PipelineParked(pipeline, "question", cost));
                events.add(new FlowEvent.PipelineEnded(pipeline, new PipelineReason.StagesPassed(), cost));
                events.add(new FlowEvent.PipelineEnded(pipeline, new PipelineReason.GrantUsed("coder"), cost));
            }
            PipelineReason stopped = new PipelineReason.StoppedBy(StopKind.STOP, "me");
            events.add(new FlowEvent.PipelineEnded(pipeline, stopped, Cost.NOTHING));
            events.add(new FlowEvent.Integrated(task, "commit"));
            events.add(new FlowEvent.Conflicted(task, List.of()));
            events.add(new FlowEvent.IntegrationFailed(task, "the disk is full", null));
            events.add(new FlowEvent.Recorded(task));
            events.add(new FlowEvent.Synced(task));
            events.add(new FlowEvent.Learned(task));
        }
        for (StopKind kind : List.of(StopKind.STOP, StopKind.AFTER_ATTEMPT)) {
            events.add(new FlowEvent.StopRequested(kind, "me"));
        }
        events.add(new FlowEvent.StopPassedOn());
        events.add(new FlowEvent.Held("me"));
        events.add(new FlowEvent.Released("me"));
        events.add(new FlowEvent.HoldPassedOn());
        events.add(new FlowEvent.TroubleFound("the disk is full"));
        if (state.decision() instanceof FlowDecision.Finish finish) {
            events.add(new FlowEvent.FlowEnded(finish.reason()));
        }
        return events;
    }

    /// What happens to each task, whatever the others do; where nothing does, to the flow.
    static List<Arrow> arrows(FlowState before, FlowEvent event, FlowState after) {
        String kind = event.getClass().getSimpleName();
        boolean fromOutside = event instanceof FlowEvent.StopRequested || event instanceof FlowEvent.TroubleFound;
        Map<String, String> from = stands(before, !fromOutside);
        Map<String, String> to = stands(after, !fromOutside);
        Set<String> tasks = new TreeSet<>(from.keySet());
        tasks.addAll(to.keySet());
        List<Arrow> arrows = new ArrayList<>();
        for (String task : tasks) {
            String was = from.getOrDefault(task, "none");
            String is = to.getOrDefault(task, "none");
            if (!was.equals(is)) {
                arrows.add(new Arrow("task " + was, kind, is));
            }
        }
        String decision = before.decision().getClass().getSimpleName();
        return arrows.isEmpty() ? List.of(new Arrow("flow " + decision + end(before), kind, end(after))) : arrows;
    }

    private static Map<String, String> stands(FlowState state, boolean why) {
        Map<String, String> stands = new HashMap<>();
        for (FlowTask task : state.tasks()) {
            String kind = task.stand().getClass().getSimpleName();
            String stand = why && task.stand() instanceof FlowTask.Recording recording
                    ? kind + " " + recording.reason().getClass().getSimpleName()
                    : kind;
            stands.put(task.name(), stand + end(state));
        }
        return stands;
    }

    private static String end(FlowState state) {
        FlowReason end = state.end();
        return end == null || state.hasEnded()
                ? ""
                : " after " + end.getClass().getSimpleName() + (state.heard() ? "" : " that nobody heard");
    }

    /// The arrows of a stream that was really played.
    static <S extends State<S, E, D>, E extends MachineEvent, D> void walk(
            S first, List<E> events, Naming<S, E> naming, Set<Arrow> arrows) {
        S state = first;
        for (E event : events) {
            S next = state.after(event);
            arrows.addAll(naming.of(state, event, next));
            state = next;
        }
    }
}
