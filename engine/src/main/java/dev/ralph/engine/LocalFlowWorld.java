package dev.ralph.engine;

import dev.ralph.flow.FlowDecision;
import dev.ralph.flow.FlowDecision.AwaitAny;
import dev.ralph.flow.FlowEvent;
import dev.ralph.flow.FlowTasks;
import dev.ralph.machine.StreamHead;
import dev.ralph.machine.World;
import dev.ralph.paths.FileErrorText;
import dev.ralph.paths.RequestRefused;
import dev.ralph.paths.RunIds;
import dev.ralph.paths.TaskId;
import dev.ralph.pipeline.PipelineDecision;
import dev.ralph.pipeline.PipelineEvent.PipelineStarted;
import dev.ralph.pipeline.PipelinePlan;
import dev.ralph.pipeline.PipelineState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// The real world of one flow: its task list, and pipelines that work in threads of this process.
final class LocalFlowWorld implements World<FlowEvent, FlowDecision> {
    private static final Duration POLL = Duration.ofSeconds(1);

    private final ActiveFlow flow;
    private final FlowTasks tasks;
    private final FlowRequests<FlowEvent> requests;

    LocalFlowWorld(ActiveFlow flow, FlowTasks tasks, FlowRequests<FlowEvent> requests) {
        this.flow = flow;
        this.tasks = tasks;
        this.requests = requests;
    }

    @Override
    public boolean isReady(FlowDecision decision) {
        return requests.isWaiting()
                || !(decision instanceof AwaitAny await)
                || news(await).isPresent();
    }

    @Override
    public FlowEvent perform(FlowDecision decision) throws InterruptedException {
        while (true) {
            long seen = flow.threads().changes();
            FlowEvent asked = requests.next();
            if (asked != null) {
                return asked;
            }
            if (!(decision instanceof AwaitAny await)) {
                return act(decision);
            }
            Optional<FlowEvent> news = news(await);
            if (news.isPresent()) {
                return news.get();
            }
            await.running().forEach(flow::startPipeline);
            flow.threads().await(seen, POLL);
        }
    }

    private FlowEvent act(FlowDecision decision) throws InterruptedException {
        try {
            return switch (decision) {
                case FlowDecision.Pick pick -> {
                    attempt(tasks::pull, "the list may be old");
                    yield tasks.pick(pick.inFlight());
                }
                case FlowDecision.OpenPipeline open -> open(open);
                case FlowDecision.Integrate due -> {
                    tasks.completing(due.task(), due.pipeline(), flow.facts(due.task()))
                            .forEach(flow::warn);
                    FlowEvent merged = tasks.integrate(due.task(), due.pipeline());
                    merged = merged != null ? merged : flow.work(due.pipeline()).integrate();
                    if (merged instanceof FlowEvent.Conflicted) {
                        tasks.again(due.task());
                    }
                    yield merged;
                }
                case FlowDecision.RecordTask due -> {
                    tasks.record(due.task(), due.reason(), flow.facts(due.task()))
                            .forEach(flow::warn);
                    attempt(() -> flow.removeWorkspaces(due.task()), "the workspace of " + due.task() + " stays");
                    yield new FlowEvent.Recorded(due.task());
                }
                case FlowDecision.Sync due -> {
                    attempt(() -> tasks.sync(due.task(), due.reason()), "not synced");
                    yield new FlowEvent.Synced(due.task());
                }
                case FlowDecision.Learn due -> {
                    attempt(() -> tasks.learn(due.task(), due.reason()), "nothing learned");
                    yield new FlowEvent.Learned(due.task());
                }
                case FlowDecision.StopChildren stop -> {
                    for (String pipeline : stop.pipelines()) {
                        flow.passOn(pipeline, FlowRequests.kind(stop.kind()), stop.by());
                    }
                    yield new FlowEvent.StopPassedOn();
                }
                case FlowDecision.HoldChildren tell -> {
                    for (String pipeline : tell.pipelines()) {
                        flow.passOn(pipeline, tell.hold());
                    }
                    yield new FlowEvent.HoldPassedOn();
                }
                case FlowDecision.Finish finish -> new FlowEvent.FlowEnded(finish.reason());
                case AwaitAny _, FlowDecision.Ended _ -> throw new IllegalStateException("nothing to perform");
            };
        } catch (IOException trouble) {
            if (decision instanceof FlowDecision.StopChildren
                    || decision
                            instanceof FlowDecision.HoldChildren) { // it is asked for again when the flow is resumed
                throw new UncheckedIOException(trouble);
            }
            return failed(decision, FileErrorText.words(trouble));
        } catch (RequestRefused refused) {
            return failed(decision, Objects.requireNonNull(refused.getMessage()));
        }
    }

    private FlowEvent failed(FlowDecision decision, String words) {
        if (decision instanceof FlowDecision.Integrate due) {
            attempt(() -> tasks.again(due.task()), due.task() + " is not marked as open again");
            return new FlowEvent.IntegrationFailed(
                    due.task(), words, flow.work(due.pipeline()).name());
        }
        String all =
                decision instanceof FlowDecision.RecordTask due ? due.task() + " is not recorded: " + words : words;
        flow.warn(all);
        return new FlowEvent.TroubleFound(all);
    }

    private FlowEvent open(FlowDecision.OpenPipeline open) throws IOException {
        StreamHead parent = flow.head();
        StreamHead head = new StreamHead(
                RunIds.next(flow.now()),
                StreamHead.Kind.PIPELINE,
                parent.id(),
                parent.project(),
                new TaskId(open.task()).value(),
                null,
                parent.profile());
        PipelinePlan plan = tasks.plan(open.task());
        requireWorkspace(plan);
        return new FlowEvent.PipelineOpened(head, new PipelineStarted(plan, open.grant(), open.findings()));
    }

    /// One workspace for all stages, and somebody who brings the work home.
    private void requireWorkspace(PipelinePlan plan) {
        long kinds = plan.stages().stream()
                .map(stage -> stage.policy().confinement().workspace())
                .distinct()
                .count();
        if (kinds > 1) {
            throw new RequestRefused("the stages of a task share one workspace: give all of them the same kind");
        }
        boolean keeps = plan.stages().stream().anyMatch(stage -> stage.policy().keeps());
        if (keeps && !flow.integrates()) {
            throw new RequestRefused("the work of a task is to be kept, and the flow has no step that integrates it");
        }
    }

    private interface Step {
        void run() throws IOException;
    }

    /// A tracker that does not answer stops no work.
    private void attempt(Step step, String otherwise) {
        try {
            step.run();
        } catch (IOException failed) {
            flow.warn(otherwise + ": " + FileErrorText.words(failed));
        }
    }

    /// What can be said of the open pipelines now.
    private Optional<FlowEvent> news(AwaitAny await) {
        for (String id : await.running()) {
            if (flow.threads().runs(id)) {
                continue;
            }
            PipelineState pipeline = flow.pipeline(id);
            if (pipeline.decision() instanceof PipelineDecision.Ended ended) {
                return Optional.of(new FlowEvent.PipelineEnded(
                        id, ended.reason(), pipeline.grants().cost()));
            }
            String question = pipeline.question();
            if (question != null && !flow.hasNews(id, question)) {
                return Optional.of(new FlowEvent.PipelineParked(id, question));
            }
        }
        for (Map.Entry<String, String> parked : await.parked().entrySet()) {
            boolean moved =
                    !parked.getValue().equals(flow.pipeline(parked.getKey()).question());
            if (moved || flow.hasNews(parked.getKey(), parked.getValue())) {
                return Optional.of(new FlowEvent.PipelineReturned(parked.getKey()));
            }
        }
        return Optional.empty();
    }
}
