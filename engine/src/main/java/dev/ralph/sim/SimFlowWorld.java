package dev.ralph.sim;

import dev.ralph.budget.Cost;
import dev.ralph.flow.FlowDecision;
import dev.ralph.flow.FlowDecision.*;
import dev.ralph.flow.FlowEvent;
import dev.ralph.flow.FlowPlan;
import dev.ralph.flow.FlowState;
import dev.ralph.flow.TaskReason;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Outcome;
import dev.ralph.machine.Hold;
import dev.ralph.machine.StreamHead;
import dev.ralph.machine.World;
import dev.ralph.pipeline.PipelineEvent.PipelineStarted;
import dev.ralph.pipeline.PipelinePlan;
import dev.ralph.pipeline.PipelineState;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Picks tasks from a list in memory, reads the ends of pipelines from the journal, and merges as the dice say.
record SimFlowWorld(FlowSituation scene, String flow, Supplier<PipelinePlan> plans)
        implements World<FlowEvent, FlowDecision> {

    @Override
    public boolean isReady(FlowDecision decision) {
        return scene.requests.containsKey(flow)
                || scene.holds.containsKey(flow)
                || !(decision instanceof AwaitAny await)
                || !news(await).isEmpty();
    }

    @Override
    public FlowEvent perform(FlowDecision decision) {
        scene.crashes.step();
        scene.visit(flow, decision);
        FlowEvent.StopRequested asked = scene.requests.get(flow);
        Hold hold = scene.holds.get(flow);
        FlowEvent event = asked != null ? asked : hold != null ? event(hold) : act(decision);
        scene.crashes.step();
        return event;
    }

    private static FlowEvent event(Hold hold) {
        return hold.on() ? new FlowEvent.Held(hold.by()) : new FlowEvent.Released(hold.by());
    }

    private FlowEvent act(FlowDecision decision) {
        return switch (decision) {
            case Pick pick -> scene.chance(scene.troubles) ? trouble() : pick(pick);
            case LookForMore _ -> scene.chance(scene.troubles) ? trouble() : left();
            case OpenPipeline open -> {
                if (scene.chance(4)) {
                    yield new FlowEvent.TaskRefused(open.task(), "its branch belongs to somebody else");
                }
                yield scene.chance(scene.troubles) ? trouble() : open(open);
            }
            case Integrate integrate -> {
                List<FlowEvent> ended = ended(state().workers());
                if (!ended.isEmpty() && scene.chance(80)) {
                    yield scene.oneOf(ended);
                }
                yield scene.chance(5 + scene.troubles)
                        ? new FlowEvent.IntegrationFailed(integrate.task(), "the disk is full", null)
                        : integrate(integrate);
            }
            case RecordTask due -> {
                int most = scene.crowded ? scene.troubles > 0 ? 20 : 0 : 4 + scene.troubles;
                yield scene.chance(most) ? trouble() : list(due);
            }
            case Sync sync -> new FlowEvent.Synced(sync.task());
            case Learn learn -> new FlowEvent.Learned(learn.task());
            case AwaitAny await -> {
                boolean changes = state().mayLookAgain() && scene.chance(10);
                yield changes ? change() : scene.oneOf(news(await));
            }
            case StopChildren stop -> {
                stop.pipelines().forEach(child -> scene.passOn(child, stop.kind(), stop.by()));
                yield new FlowEvent.StopPassedOn();
            }
            case HoldChildren tell -> {
                tell.pipelines().forEach(child -> scene.passOn(child, tell.hold()));
                yield new FlowEvent.HoldPassedOn();
            }
            case Finish finish -> new FlowEvent.FlowEnded(finish.reason());
            case Ended _ -> throw new IllegalStateException("nothing is left to perform");
        };
    }

    private FlowEvent pick(Pick pick) {
        List<String> ready = new ArrayList<>();
        boolean left = false;
        for (String task : scene.tasks.keySet()) {
            if (!scene.listed.containsKey(task) && !pick.inFlight().contains(task)) {
                left = true;
                boolean free =
                        Objects.requireNonNull(scene.tasks.get(task)).stream().allMatch(this::isDone);
                if (free) {
                    ready.add(task);
                }
            }
        }
        if (!ready.isEmpty()) {
            return new FlowEvent.TaskPicked(scene.oneOf(ready), ready.size() - 1);
        }
        return new FlowEvent.NoneReady(left ? FlowEvent.Until.SOMETHING_ENDS : FlowEvent.Until.FOR_GOOD);
    }

    private FlowEvent left() {
        FlowEvent found = pick(new Pick(List.of()));
        return found instanceof FlowEvent.NoneReady ? found : new FlowEvent.NoneReady(FlowEvent.Until.NEXT_RUN);
    }

    /// Somebody edits the list, and maybe adds a task.
    private FlowEvent change() {
        if (scene.chance(50)) {
            scene.tasks.put("task-" + (scene.tasks.size() + 1), List.of());
        }
        return new FlowEvent.TasksChanged();
    }

    private boolean isDone(String task) {
        TaskReason reason = scene.listed.get(task);
        return reason != null && reason.outcome() == Outcome.COMPLETED;
    }

    private FlowEvent open(OpenPipeline open) {
        StreamHead parent = scene.streams.head(flow);
        StreamHead head = new StreamHead(
                scene.newId("pipeline"),
                StreamHead.Kind.PIPELINE,
                flow,
                parent.project(),
                open.task(),
                null,
                parent.profile());
        return new FlowEvent.PipelineOpened(head, new PipelineStarted(plans.get(), open.grant(), open.findings()));
    }

    private FlowState state() {
        return scene.state(flow, FlowState.class);
    }

    /// Those that wait may be merged with it, up to the first that does not merge.
    private FlowEvent integrate(Integrate integrate) {
        String commit = merge(integrate.task(), integrate.pipeline());
        if (commit == null) {
            return new FlowEvent.Conflicted(integrate.task(), List.of("a conflict"));
        }
        if (state().plan().steps().contains(FlowPlan.Step.PULL_REQUEST)) {
            return new FlowEvent.Integrated(integrate.task(), null, "https://forge.example/" + integrate.task(), null);
        }
        for (String other : scene.chance(70) ? integrate.others() : List.<String>of()) {
            if (merge(scene.streams.head(other).task(), other) == null) {
                break;
            }
        }
        return new FlowEvent.Integrated(integrate.task(), commit);
    }

    /// Null where there is a conflict.
    private @Nullable String merge(String task, String pipeline) {
        String commit = scene.merged.get(pipeline);
        if (commit == null) {
            scene.facts.add(new FlowFact.MergeBegan(task));
            scene.crashes.step();
            if (scene.chance(scene.conflicts)) {
                scene.facts.add(new FlowFact.MergeEnded(task, pipeline, false));
                return null;
            }
            commit = "commit of " + pipeline;
            scene.merged.put(pipeline, commit);
            scene.facts.add(new FlowFact.MergeEnded(task, pipeline, true));
        }
        return commit;
    }

    private FlowEvent list(RecordTask due) {
        if (!due.reason().equals(scene.listed.put(due.task(), due.reason()))) {
            scene.facts.add(new FlowFact.TaskListed(due.task(), due.reason()));
        }
        return new FlowEvent.Recorded(due.task());
    }

    /// What can be said of the open pipelines now.
    private List<FlowEvent> news(AwaitAny await) {
        List<FlowEvent> news = ended(await.running());
        for (String id : await.running()) {
            PipelineState pipeline = scene.state(id, PipelineState.class);
            if (pipeline.isParked() && !scene.isReady(id)) {
                news.add(new FlowEvent.PipelineParked(id, Objects.requireNonNull(pipeline.question()), cost(pipeline)));
            }
        }
        await.parked().keySet().stream()
                .filter(id -> scene.isReady(id)
                        || !scene.state(id, PipelineState.class).isParked())
                .map(FlowEvent.PipelineReturned::new)
                .forEach(news::add);
        return news;
    }

    /// What it has used so far.
    private Cost cost(PipelineState pipeline) {
        return pipeline.grants().open().keySet().stream()
                .map(loop -> scene.state(loop, LoopState.class).cost())
                .reduce(pipeline.grants().cost(), Cost::plus);
    }

    private List<FlowEvent> ended(List<String> running) {
        List<FlowEvent> ends = new ArrayList<>();
        for (String id : running) {
            PipelineState pipeline = scene.state(id, PipelineState.class);
            if (pipeline.decision() instanceof dev.ralph.pipeline.PipelineDecision.Ended ended) {
                ends.add(new FlowEvent.PipelineEnded(
                        id, ended.reason(), pipeline.grants().cost()));
            }
        }
        return ends;
    }

    private static FlowEvent trouble() {
        return new FlowEvent.TroubleFound("the disk is full");
    }
}
