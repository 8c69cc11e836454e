package dev.ralph.engine;

import dev.ralph.flow.FlowDecision;
import dev.ralph.flow.FlowDecision.AwaitAny;
import dev.ralph.flow.FlowEvent;
import dev.ralph.flow.FlowPlan;
import dev.ralph.flow.FlowTasks;
import dev.ralph.flow.UnknownTask;
import dev.ralph.keep.TaskBranch;
import dev.ralph.loop.ConfinementPolicy.Workspace;
import dev.ralph.loop.Outcome;
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
import dev.ralph.store.Questions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// The real world of one flow: its task list, and pipelines that work in threads of this process.
final class LocalFlowWorld implements World<FlowEvent, FlowDecision> {
    private static final Duration POLL = Duration.ofSeconds(1);

    private final ActiveFlow flow;
    private final FlowTasks tasks;
    private final FlowRequests<FlowEvent> requests;
    private final CheckedTrees checkedTrees = new CheckedTrees();

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
                tellOf(news.get());
                return published(news.get());
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
                    Optional<FlowEvent> ended = ended(flow.state().workers());
                    yield ended.isPresent() ? published(ended.get()) : integrate(due);
                }
                case FlowDecision.RecordTask due -> {
                    recorded(due);
                    flow.notifications().tell(due.task(), due.reason());
                    attempt(() -> flow.removeWorkspaces(due.task()), "the workspace of " + due.task() + " stays");
                    if (plan().branches()) {
                        attempt(
                                () -> TaskBranch.removeMerged(flow.options().project())
                                        .forEach(flow::warn),
                                "branches whose work is merged stay");
                    }
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
                case FlowDecision.Finish finish -> {
                    flow.notifications().tell(finish.reason());
                    yield new FlowEvent.FlowEnded(finish.reason());
                }
                case AwaitAny _, FlowDecision.Ended _ -> throw new IllegalStateException("nothing to perform");
            };
        } catch (UnknownTask gone) {
            return decision instanceof FlowDecision.OpenPipeline open
                    ? new FlowEvent.TaskRefused(open.task(), FileErrorText.words(gone))
                    : failed(decision, FileErrorText.words(gone));
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

    /// Before it is in the journal, so that nobody has to look for what was not sent.
    private void tellOf(FlowEvent news) throws InterruptedException {
        if (news instanceof FlowEvent.PipelineParked parked) {
            Optional<Questions.Question> asked = flow.journal().questions().question(parked.question());
            if (asked.isPresent()) {
                String task = flow.work(parked.pipeline()).pipeline().task();
                flow.notifications().tellAsked(task, asked.get());
            }
        }
    }

    /// What became of a task that is gone from the list is said, and the others are worked on.
    private void recorded(FlowDecision.RecordTask due) throws IOException {
        try {
            tasks.record(due.task(), due.reason(), flow.facts(due.task())).forEach(flow::warn);
        } catch (UnknownTask gone) {
            flow.warn(FileErrorText.words(gone) + ", so what became of it is not written there; its work, if any, stays"
                    + " where it is conserved: `ralph diff " + due.task() + "`");
        }
    }

    private FlowPlan plan() {
        return flow.state().plan();
    }

    private FlowEvent integrate(FlowDecision.Integrate due) throws IOException, InterruptedException {
        if (plan().steps().contains(FlowPlan.Step.PULL_REQUEST)) {
            PullRequest request = new PullRequest(flow.options(), flow.journal(), flow.work(due.pipeline()));
            return new FlowEvent.Integrated(due.task(), null, request.open());
        }
        tasks.completing(due.task(), due.pipeline(), flow.facts(due.task())).forEach(flow::warn);
        FlowEvent merged = tasks.integrate(due.task(), due.pipeline());
        if (merged == null) {
            List<PipelineWork> others = due.others().stream().map(flow::work).toList();
            merged = flow.work(due.pipeline()).integrate(others, checkedTrees);
        }
        if (!(merged instanceof FlowEvent.Integrated)) {
            attempt(() -> tasks.again(due.task()), due.task() + " is not marked as open again");
        }
        return merged;
    }

    /// What a pipeline completed is on the branch of its task before anybody hears of its end: a stop, too, leaves it
    /// there.
    private FlowEvent published(FlowEvent news) {
        if (news instanceof FlowEvent.PipelineEnded ended
                && ended.outcome() == Outcome.COMPLETED
                && plan().branches()) {
            PipelineWork work = flow.work(ended.pipeline());
            attempt(
                    () -> {
                        var _ = work.publish();
                    },
                    "the work of " + work.pipeline().task() + " has no branch");
        }
        return news;
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
        PipelinePlan plan = tasks.plan(open.task());
        requireWorkspace(plan);
        List<String> findings = new ArrayList<>(open.findings());
        if (plan().branches() && workspace(plan) != Workspace.IN_PLACE) {
            TaskBranch branch = TaskBranch.of(flow.options().project(), open.task());
            String against = branch.against();
            if (against != null) {
                return new FlowEvent.TaskRefused(open.task(), against);
            }
            PipelineWork.words(branch, workspace(plan)).ifPresent(findings::add);
        }
        StreamHead parent = flow.head();
        StreamHead head = new StreamHead(
                RunIds.next(flow.now()),
                StreamHead.Kind.PIPELINE,
                parent.id(),
                parent.project(),
                new TaskId(open.task()).value(),
                null,
                parent.profile());
        return new FlowEvent.PipelineOpened(head, new PipelineStarted(plan, open.grant(), findings));
    }

    private static Workspace workspace(PipelinePlan plan) {
        return plan.stages().getFirst().policy().confinement().workspace();
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
        if (keeps && !plan().integrates()) {
            throw new RequestRefused("the work of a task is to be kept, and the flow has no step that integrates it");
        }
        if (plan().steps().contains(FlowPlan.Step.PULL_REQUEST) && workspace(plan) == Workspace.IN_PLACE) {
            throw new RequestRefused("a pull request is of work that was done apart from the project: give --workspace"
                    + " worktree, or leave out --pull-request");
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
        Optional<FlowEvent> ended = ended(await.running());
        if (ended.isPresent()) {
            return ended;
        }
        for (String id : await.running()) {
            String question = flow.threads().runs(id) ? null : flow.pipeline(id).question();
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

    /// The end of one of them, where its thread has left it.
    private Optional<FlowEvent> ended(List<String> running) {
        for (String id : running) {
            if (!flow.threads().runs(id)) {
                PipelineState pipeline = flow.pipeline(id);
                if (pipeline.decision() instanceof PipelineDecision.Ended ended) {
                    return Optional.of(new FlowEvent.PipelineEnded(
                            id, ended.reason(), pipeline.grants().cost()));
                }
            }
        }
        return Optional.empty();
    }
}
