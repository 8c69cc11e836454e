package dev.ralph.engine;

import dev.ralph.config.Profile;
import dev.ralph.flow.FailedStage;
import dev.ralph.flow.FlowTasks;
import dev.ralph.flow.ProposedCorrection;
import dev.ralph.flow.UnknownTask;
import dev.ralph.loop.AttemptFailure;
import dev.ralph.loop.Decision;
import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Reason;
import dev.ralph.machine.StreamHead;
import dev.ralph.machine.World;
import dev.ralph.paths.FileErrorText;
import dev.ralph.paths.RequestRefused;
import dev.ralph.paths.RunIds;
import dev.ralph.pipeline.PipelineDecision;
import dev.ralph.pipeline.PipelineDecision.AwaitLoop;
import dev.ralph.pipeline.PipelineEvent;
import dev.ralph.pipeline.PipelinePlan;
import dev.ralph.pipeline.PipelineReason;
import dev.ralph.pipeline.PipelineState;
import dev.ralph.store.JournalEntry;
import dev.ralph.store.LoopSummary;
import dev.ralph.store.Questions;
import dev.ralph.store.StreamQuery;
import dev.ralph.store.StreamType;
import dev.ralph.wording.Amount;
import dev.ralph.wording.Wording;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/// The real world of one pipeline: loops that work in threads of this process, one after the other.
record LocalPipelineWorld(ActiveFlow flow, StreamHead head, FlowTasks tasks, FlowRequests<PipelineEvent> requests)
        implements World<PipelineEvent, PipelineDecision> {
    private static final Duration POLL = Duration.ofSeconds(1);

    @Override
    public boolean isReady(PipelineDecision decision) {
        return requests.isStopWaiting()
                || switch (decision) {
                    case PipelineDecision.AwaitRelease _ -> requests.isWaiting();
                    case AwaitLoop await -> news(await.loop()).isPresent();
                    case PipelineDecision.AwaitAnswer await ->
                        flow.answer(await.question()).isPresent();
                    case PipelineDecision.OpenLoop _, PipelineDecision.StopChild _, PipelineDecision.Classify _ -> true;
                    case PipelineDecision.HoldChild _ -> true;
                    case PipelineDecision.ApplyCorrection _, PipelineDecision.Ask _ -> true;
                    case PipelineDecision.Finish _, PipelineDecision.Ended _ -> true;
                };
    }

    @Override
    public PipelineEvent perform(PipelineDecision decision) throws InterruptedException {
        while (true) {
            long seen = flow.threads().changes();
            PipelineEvent asked = requests.next();
            if (asked != null) {
                return asked;
            }
            if (decision instanceof AwaitLoop await) {
                Optional<PipelineEvent> news = news(await.loop());
                if (news.isPresent()) {
                    if (news.get() instanceof PipelineEvent.StageEnded ended) {
                        tellChecks(ended.loop());
                    }
                    return news.get();
                }
                flow.startLoop(await.loop());
            } else if (!(decision instanceof PipelineDecision.AwaitRelease)) {
                return act(decision);
            }
            flow.threads().await(seen, POLL);
        }
    }

    private void tellChecks(String loop) {
        try {
            for (JournalEntry<Event> entry : flow.journal().entries(loop)) {
                if (entry.event() instanceof Event.ChecksEnded checked) {
                    tasks.checked(head.task(), checked.verdict(), entry.at());
                }
            }
        } catch (IOException unwritten) { // what they said is in the journal
            flow.warn(FileErrorText.words(unwritten));
        }
    }

    private PipelineEvent act(PipelineDecision decision) {
        try {
            return switch (decision) {
                case PipelineDecision.OpenLoop open -> open(open);
                case PipelineDecision.StopChild stop -> {
                    flow.passOn(stop.loop(), FlowRequests.kind(stop.kind()), stop.by());
                    yield new PipelineEvent.StopPassedOn(stop.loop());
                }
                case PipelineDecision.HoldChild tell -> {
                    flow.passOn(tell.loop(), tell.hold());
                    yield new PipelineEvent.HoldPassedOn(tell.loop());
                }
                case PipelineDecision.Classify due -> {
                    FlowTasks.Opinion opinion = due.asked()
                            ? new FlowTasks.Opinion(
                                    due.loop(), output(due.loop()).words())
                            : null;
                    yield tasks.classify(head.task(), failed(due.role()), opinion);
                }
                case PipelineDecision.ApplyCorrection apply -> tasks.correct(head.task(), proposed(apply));
                case PipelineDecision.Ask ask -> PipelineEvent.Asked.byItself(RunIds.next(flow.now()), asked(ask));
                case PipelineDecision.AwaitAnswer await -> {
                    Questions.Question answered = flow.answer(await.question()).orElseThrow();
                    tellOfAgent();
                    tasks.answered(head.task());
                    yield new PipelineEvent.Answered(
                            answered.id(),
                            Objects.requireNonNull(answered.answer()),
                            Objects.requireNonNull(answered.by()),
                            flow.state().grants().granted(head.id()));
                }
                case PipelineDecision.Finish finish -> new PipelineEvent.PipelineEnded(finish.reason());
                case AwaitLoop _, PipelineDecision.AwaitRelease _, PipelineDecision.Ended _ ->
                    throw new IllegalStateException("nothing to perform");
            };
        } catch (IOException trouble) {
            if (decision instanceof PipelineDecision.StopChild
                    || decision
                            instanceof PipelineDecision.HoldChild) { // it is asked for again when the flow is resumed
                throw new UncheckedIOException(trouble);
            }
            return new PipelineEvent.TroubleFound(FileErrorText.words(trouble));
        } catch (RequestRefused refused) {
            return new PipelineEvent.TroubleFound(Objects.requireNonNull(refused.getMessage()));
        }
    }

    /// A loop keeps its agent, whichever this run was given. Who corrects or classifies does not work on the task.
    private void tellOfAgent() throws IOException {
        PipelinePlan.Correction correction = flow.pipeline(head.id()).plan().correction();
        List<LoopSummary> loops = flow.journal().loops(StreamQuery.below(head.id())).stream()
                .filter(loop -> correction == null
                        || !correction.has(String.valueOf(loop.head().role())))
                .toList();
        if (loops.isEmpty()) { // a checkpoint, where no agent asks
            return;
        }
        LoopSummary last = loops.getFirst();
        List<Policy.AgentCommand> agents = flow.loop(last.head().id()).policy().agents();
        boolean another;
        try {
            another = tasks.plan(head.task()).stages().stream()
                    .filter(stage -> stage.role().equals(last.head().role()))
                    .noneMatch(stage -> stage.policy().agents().equals(agents));
        } catch (UnknownTask gone) { // who goes on says so
            another = false;
        }
        if (another) {
            flow.warn(head.task() + " continues with the agent that asked: "
                    + String.join(" ", agents.getFirst().words()));
        }
    }

    private PipelineEvent open(PipelineDecision.OpenLoop open) throws IOException {
        StreamHead child = new StreamHead(
                RunIds.next(flow.now()),
                StreamHead.Kind.LOOP,
                head.id(),
                head.project(),
                head.task(),
                open.role(),
                head.profile());
        PipelineState state = flow.pipeline(head.id());
        PipelinePlan.Correction correction = state.plan().correction();
        String text;
        if (correction == null || !correction.has(open.role())) {
            text = tasks.text(head.task(), open.role());
        } else if (correction.role().equals(open.role())) {
            text = tasks.correctorText(
                    head.task(), classified(), state.setbacks().corrections());
        } else {
            String failed = state.plan().stages().get(state.at()).role();
            text = tasks.classifierText(head.task(), failed(failed), child.id());
        }
        Policy policy = flow.prepare(child, open.policy(), text);
        return new PipelineEvent.StageOpened(child, policy, open.grant(), open.findings());
    }

    /// The failure that is being corrected.
    private PipelineEvent.FailureClassified classified() {
        return flow.journal().events(StreamType.PIPELINE, head.id()).reversed().stream()
                .filter(PipelineEvent.FailureClassified.class::isInstance)
                .map(PipelineEvent.FailureClassified.class::cast)
                .findFirst()
                .orElseThrow();
    }

    /// The last loop of a stage, which failed.
    private FailedStage failed(String role) throws IOException {
        String last = flow.journal().loops(StreamQuery.below(head.id())).stream()
                .map(LoopSummary::head)
                .filter(loop -> role.equals(loop.role()))
                .findFirst()
                .orElseThrow()
                .id();
        return output(last).failed(role);
    }

    private LoopOutput output(String loop) {
        return new LoopOutput(flow.paths(stream(loop)), flow.journal(), flow.options());
    }

    private ProposedCorrection proposed(PipelineDecision.ApplyCorrection apply) throws IOException {
        LoopOutput said = output(apply.corrector());
        int number = flow.pipeline(head.id()).setbacks().corrections() + 1;
        return new ProposedCorrection(
                apply.corrector(), said.words(), classified(), number, apply.answer(), said.endedAt());
    }

    private String asked(PipelineDecision.Ask ask) throws IOException {
        String own = null;
        if (ask.reason() instanceof PipelineReason.CorrectionsUsed used) {
            own = tasks.escalate(head.task(), used.allowed(), failed(used.role()));
        }
        return own == null ? words(ask.reason()) : own;
    }

    private StreamHead stream(String id) {
        return flow.journal().stream(id).orElseThrow().head();
    }

    /// What can be said of the loop now; nothing while its thread works.
    private Optional<PipelineEvent> news(String id) {
        if (flow.threads().runs(id)) {
            return Optional.empty();
        }
        LoopState loop = flow.loop(id);
        if (loop.decision() instanceof Decision.Ended ended) {
            return Optional.of(new PipelineEvent.StageEnded(
                    id,
                    ended.reason(),
                    findings(loop, ended.reason()),
                    ActiveFlow.counted(loop, flow.pipeline(head.id()))));
        }
        if (loop.reason() instanceof Reason.AgentAsks asks && !flow.hasNews(id, asks.question())) {
            return Optional.of(new PipelineEvent.Asked(asks.question(), asks.text(), id));
        }
        return Optional.empty();
    }

    /// What the loop that follows is told: why the work is sent back, or what failed.
    private static List<String> findings(LoopState loop, Reason reason) {
        if (reason instanceof Reason.Rejected rejected) {
            return rejected.findings();
        }
        return switch (reason.outcome()) {
            case EXHAUSTED, FAILED, BLOCKED -> {
                Wording wording = Profile.of(loop.policy()).wording();
                Reason.Refusal refused = loop.refusal();
                AttemptFailure failed = loop.failure().what();
                List<String> all = new ArrayList<>(List.of(wording.of(reason)));
                if (refused != null && !refused.equals(reason)) {
                    all.add(wording.of(refused));
                }
                if (failed != null && !all.getFirst().contains(wording.of(failed))) {
                    all.add("the last attempt failed: " + wording.of(failed));
                }
                yield all;
            }
            case COMPLETED, REJECTED, STOPPED, CANCELLED, WAITING, FATAL -> List.of();
        };
    }

    private static String words(PipelineReason reason) {
        return switch (reason) {
            case PipelineReason.RejectionsUsed used ->
                used.role() + " rejected the work " + (used.allowed() + 1)
                        + " times. Answer with what to do; the task continues.";
            case PipelineReason.Stalemate same ->
                same.role() + " reported the same finding " + same.times() + " times: " + same.finding()
                        + "\nAnswer with what to do; the task continues.";
            case PipelineReason.CorrectionsUsed used ->
                used.role() + " still fails after " + Amount.of(used.allowed(), "correction")
                        + ". Answer with what to do; the task continues.";
            case PipelineReason.Checkpoint checkpoint ->
                checkpoint.words() + "\nAnswer to continue; the agent reads your answer.";
            case PipelineReason.StagesPassed _, PipelineReason.StageFailed _, PipelineReason.GrantUsed _ ->
                throw new IllegalStateException("nobody is asked about " + reason);
            case PipelineReason.StoppedBy _, PipelineReason.Broken _ ->
                throw new IllegalStateException("nobody is asked about " + reason);
        };
    }
}
