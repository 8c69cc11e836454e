package dev.ralph.engine;

import dev.ralph.flow.FlowDecision;
import dev.ralph.flow.FlowDecision.AwaitAny;
import dev.ralph.flow.FlowEvent;
import dev.ralph.flow.FlowPlan;
import dev.ralph.flow.FlowReason;
import dev.ralph.flow.FlowTasks;
import dev.ralph.flow.UnknownTask;
import dev.ralph.git.Repository;
import dev.ralph.keep.TaskBranch;
import dev.ralph.loop.ConfinementPolicy.Workspace;
import dev.ralph.loop.Event.StopKind;
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
import org.jspecify.annotations.Nullable;

/// The real world of one flow: its task list, and pipelines that work in threads of this process.
final class LocalFlowWorld implements World<FlowEvent, FlowDecision> {
    private static final Duration POLL = Duration.ofSeconds(1);

    private final ActiveFlow flow;
    private final FlowTasks tasks;
    private final FlowRequests<FlowEvent> requests;
    private final CheckedTrees checkedTrees = new CheckedTrees(this::isStopped);
    private final @Nullable String target;
    private @Nullable String merging;
    private boolean toldShort;

    /// The list as it was when a task was picked last.
    private Object seen = "";

    LocalFlowWorld(ActiveFlow flow, FlowTasks tasks, FlowRequests<FlowEvent> requests) {
        this.flow = flow;
        this.tasks = tasks;
        this.requests = requests;
        this.target = target(flow.options());
    }

    /// The branch that tasks are merged into: the one that is checked out when the run begins; null for none.
    private static @Nullable String target(EngineOptions options) {
        try {
            Repository repository = Repository.at(options.project()).orElse(null);
            return repository == null ? null : repository.head().branch();
        } catch (IOException unreadable) { // who opens a workspace says why
            return null;
        }
    }

    @Override
    public boolean isReady(FlowDecision decision) {
        return requests.isWaiting()
                || !(decision instanceof AwaitAny await)
                || news(await).isPresent()
                || isChanged();
    }

    private boolean isChanged() {
        try {
            return flow.state().mayLookAgain() && !tasks.version().equals(seen);
        } catch (IOException unreadable) { // who picks says why
            return false;
        }
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
            if (isChanged()) {
                return new FlowEvent.TasksChanged();
            }
            tellIfShort();
            await.running().forEach(flow::startPipeline);
            flow.threads().await(seen, POLL);
        }
    }

    private FlowEvent act(FlowDecision decision) throws InterruptedException {
        try {
            return switch (decision) {
                case FlowDecision.Pick pick -> {
                    attempt(tasks::pull, "could not pull issues");
                    seen = tasks.version();
                    yield tasks.pick(pick.inFlight());
                }
                case FlowDecision.LookForMore _ -> tasks.left();
                case FlowDecision.OpenPipeline open -> open(open);
                case FlowDecision.Integrate due -> {
                    Optional<FlowEvent> ended = ended(flow.state().workers());
                    yield ended.isPresent() ? published(ended.get()) : integrateUnlessStopped(due);
                }
                case FlowDecision.RecordTask due -> {
                    if (due.reason().outcome() != Outcome.COMPLETED) {
                        attempt(() -> flow.clearProject(due.task()), "could not clean up after " + due.task());
                    }
                    recorded(due);
                    flow.notifications().tell(due.task(), due.reason());
                    attempt(() -> flow.removeWorkspaces(due.task()), "could not remove the workspace of " + due.task());
                    if (plan().branches() && target != null) {
                        removeMerged(target);
                    }
                    yield new FlowEvent.Recorded(due.task());
                }
                case FlowDecision.Sync due -> {
                    attempt(() -> tasks.sync(due.task(), due.reason()), "sync failed");
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

    private void removeMerged(String into) {
        attempt(
                () -> TaskBranch.removeMerged(flow.options().project(), into).forEach(flow::warn),
                "branches whose work is merged stay");
    }

    /// Once: why a slot is free although tasks may be ready.
    private void tellIfShort() {
        if (!toldShort && flow.state().isShort()) {
            toldShort = true;
            flow.warn("Waiting: running tasks have reserved the rest of the run's limits. Raise --max-run-cost or lower"
                    + " --max-cost to work on more at once");
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
            flow.warn(
                    FileErrorText.words(gone) + "; its result is not recorded. See its work: ralph diff " + due.task());
        }
    }

    private FlowPlan plan() {
        return flow.state().plan();
    }

    /// What would have to be checked first is not merged any more once the flow is stopped, and nothing is once the
    /// task is cancelled; it stays on its branch.
    private FlowEvent integrateUnlessStopped(FlowDecision.Integrate due) throws IOException, InterruptedException {
        merging = due.pipeline();
        try {
            FlowEvent merged = isCancelled(due.pipeline()) ? cancelled(due) : integrate(due);
            if (merged instanceof FlowEvent.Integrated kept) {
                kept.left().forEach(words -> flow.warn(due.task() + ": not kept: " + words));
            }
            boolean late = merged instanceof FlowEvent.Conflicted && isCancelled(due.pipeline());
            return late ? cancelled(due) : merged;
        } catch (CheckedTrees.Stopped heard) {
            if (isCancelled(due.pipeline())) {
                return cancelled(due);
            }
            FlowEvent asked = isStopWaiting() ? requests.next() : null;
            return asked != null
                    ? asked
                    : new FlowEvent.Conflicted(due.task(), List.of("the run was stopped before the work was checked"));
        } finally {
            merging = null;
        }
    }

    private FlowEvent cancelled(FlowDecision.Integrate due) {
        return new FlowEvent.IntegrationFailed(
                due.task(), "it was cancelled", flow.work(due.pipeline()).name());
    }

    /// What was merged together with another cannot be cancelled any more.
    private boolean isCancelled(String pipeline) throws IOException {
        return flow.isStopWaiting(pipeline) && !flow.work(pipeline).isMerged();
    }

    private boolean isStopped() {
        String now = merging;
        return isStopWaiting()
                || (now != null && flow.isStopWaiting(now))
                || (flow.state().end() instanceof FlowReason.StoppedBy stop && stop.kind() != StopKind.AFTER_ATTEMPT);
    }

    private boolean isStopWaiting() {
        return requests.isWaiting(
                event -> event instanceof FlowEvent.StopRequested stop && stop.kind() != StopKind.AFTER_ATTEMPT);
    }

    private FlowEvent integrate(FlowDecision.Integrate due) throws IOException, InterruptedException {
        PipelineWork work = flow.work(due.pipeline());
        if (plan().steps().contains(FlowPlan.Step.PULL_REQUEST)) {
            List<String> against = work.against(checkedTrees);
            if (!against.isEmpty()) {
                return new FlowEvent.Conflicted(due.task(), against);
            }
            List<String> left = work.left();
            String opened = new PullRequest(flow.options(), flow.journal(), work).open();
            return opened == null && !left.isEmpty()
                    ? work.nothingKept(left)
                    : new FlowEvent.Integrated(due.task(), null, opened, left);
        }
        FlowEvent merged = tasks.integrate(due.task(), due.pipeline());
        if (merged == null) {
            List<PipelineWork> others = due.others().stream()
                    .filter(other -> !flow.isStopWaiting(other))
                    .map(flow::work)
                    .toList();
            merged = work.integrate(
                    others,
                    checkedTrees,
                    () -> tasks.completing(due.task(), due.pipeline(), flow.facts(due.task()))
                            .forEach(flow::warn));
        }
        if (!(merged instanceof FlowEvent.Integrated)) {
            attempt(() -> tasks.again(due.task()), "could not reopen " + due.task());
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
            attempt(() -> tasks.again(due.task()), "could not reopen " + due.task());
            return new FlowEvent.IntegrationFailed(
                    due.task(), words, flow.work(due.pipeline()).name());
        }
        String all =
                decision instanceof FlowDecision.RecordTask due ? due.task() + " is not recorded: " + words : words;
        flow.warn(all);
        return new FlowEvent.TroubleFound(all);
    }

    private FlowEvent open(FlowDecision.OpenPipeline open) throws IOException {
        String never = tasks.against(open.task());
        if (never != null) {
            return new FlowEvent.TaskRefused(open.task(), never);
        }
        PipelinePlan plan = tasks.plan(open.task());
        requireWorkspace(plan);
        flow.clearProject(open.task());
        StartConditions conditions = new StartConditions(flow.options());
        conditions.requireUnchanged(plan.stages().getFirst().policy());
        if (plan().steps().contains(FlowPlan.Step.INTEGRATE)) {
            conditions.requireFinished(plan.stages().getFirst().policy());
        }
        List<String> findings =
                new ArrayList<>(open.findings().isEmpty() ? flow.failure(open.task()) : open.findings());
        if (plan().branches() && workspace(plan) != Workspace.IN_PLACE) {
            TaskBranch branch = TaskBranch.of(flow.options().project(), open.task());
            String against = branch.against();
            if (against != null) {
                return new FlowEvent.TaskRefused(open.task(), against);
            }
            flow.earlier(branch).ifPresent(work -> findings.add(work.words(workspace(plan))));
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
        } catch (UnknownTask gone) {
            // Said where what became of it is recorded.
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
            if (flow.threads().runs(id)) {
                continue;
            }
            PipelineState pipeline = flow.pipeline(id);
            String question = pipeline.question();
            if (question != null && !flow.hasNews(id, question)) {
                return Optional.of(new FlowEvent.PipelineParked(id, question, flow.cost(pipeline)));
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
