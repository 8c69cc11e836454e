package dev.ralph.engine;

import dev.ralph.attempt.MarkerFiles;
import dev.ralph.attempt.TaskText;
import dev.ralph.budget.Cost;
import dev.ralph.budget.Spent;
import dev.ralph.flow.FlowEvent;
import dev.ralph.flow.FlowState;
import dev.ralph.flow.FlowTask;
import dev.ralph.flow.FlowTasks;
import dev.ralph.flow.TaskFacts;
import dev.ralph.keep.TaskBranch;
import dev.ralph.loop.ConfinementPolicy;
import dev.ralph.loop.Event.StopKind;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Outcome;
import dev.ralph.loop.Policy;
import dev.ralph.loop.ProofBasis;
import dev.ralph.machine.Hold;
import dev.ralph.machine.MachineEvent;
import dev.ralph.machine.Runner;
import dev.ralph.machine.State;
import dev.ralph.machine.StreamHead;
import dev.ralph.machine.World;
import dev.ralph.paths.FileErrorText;
import dev.ralph.paths.LoopPaths;
import dev.ralph.pipeline.PipelineDecision;
import dev.ralph.pipeline.PipelineEvent;
import dev.ralph.pipeline.PipelinePlan;
import dev.ralph.pipeline.PipelineState;
import dev.ralph.proof.ProofBaseline;
import dev.ralph.store.Journal;
import dev.ralph.store.JournalEntry;
import dev.ralph.store.Leases;
import dev.ralph.store.LoopSummary;
import dev.ralph.store.Questions;
import dev.ralph.store.Requests;
import dev.ralph.store.StreamLog;
import dev.ralph.store.StreamQuery;
import dev.ralph.store.StreamSummary;
import dev.ralph.store.StreamType;
import dev.ralph.workspace.AttemptRef;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A flow this process owns, and below it the pipelines and loops that work now: one thread each.
///
/// 1. A machine runs only while its parent lists it among its workers, so what was stopped or parked stays so.
/// 2. A request to stop lies in the journal of the flow before any pipeline hears of it, in that of a pipeline before
///    its loop does; a crash in between passes it on afterwards. So it is with a hold and a release.
/// 3. What fails here leaves machines that can be resumed.
public final class ActiveFlow implements AutoCloseable {
    private static final Duration BUSY = Duration.ofMillis(500);

    private final StreamHead head;
    private final EngineOptions options;
    private final Journal journal;
    private final LoopAssembler loops;
    private final FlowTasks tasks;
    private final Leases.Lease lease;
    private final Requests requests;
    private final FlowRequests<FlowEvent> incoming;
    private final MachineThreads threads = new MachineThreads();
    private final List<Listener> listeners = new CopyOnWriteArrayList<>();
    private final List<Consumer<String>> complaints = new CopyOnWriteArrayList<>();
    /// What was said last about what the user has not committed.
    private final AtomicReference<String> remarked = new AtomicReference<>("");
    /// Knows what the user had not committed when the run began: later, it may be work that is being merged.
    private final ProofBaseline begun;

    private volatile @Nullable FlowState known;

    /// Hears every entry of the flow and of what it opened once it is durable, on the thread of its machine.
    public interface Listener {
        void heard(StreamHead head, JournalEntry<?> entry, State<?, ?, ?> next);
    }

    ActiveFlow(
            StreamHead head,
            EngineOptions options,
            Journal journal,
            LoopAssembler loops,
            FlowTasks tasks,
            Leases.Lease lease) {
        this.head = head;
        this.options = options;
        this.journal = journal;
        this.loops = loops;
        this.tasks = tasks;
        this.lease = lease;
        this.begun = new ProofBaseline(options.project(), options.layout(), options.rooms(), options.environment());
        this.requests = StateFolder.requests(options.layout());
        this.incoming = new FlowRequests<>(
                requests, head.id(), FlowEvent.StopRequested::new, FlowEvent.Held::new, FlowEvent.Released::new);
        tasks.begins(head.id());
    }

    public StreamHead head() {
        return head;
    }

    public void listen(Listener listener) {
        listeners.add(listener);
    }

    /// The tasks in flight of an earlier run that was interrupted, and that this one continues; empty for a new run.
    /// Asked before it is run.
    public Optional<List<String>> continued() {
        List<FlowEvent> past = journal.events(StreamType.FLOW, head.id());
        boolean isNew =
                past.getLast() instanceof FlowEvent.FlowStarted || past.getLast() instanceof FlowEvent.FlowResumed;
        return isNew
                ? Optional.empty()
                : Optional.of(FlowState.replay(past).tasks().stream()
                        .map(FlowTask::name)
                        .toList());
    }

    /// What could not be written or does not fit together, for a person to read.
    public void complain(Consumer<String> listener) {
        complaints.add(listener);
    }

    /// Tells those who listen.
    public void warn(String words) {
        complaints.forEach(complaint -> complaint.accept(words));
    }

    /// Runs it on this thread until it has ended, or everything that is left waits for a person.
    public FlowState run() throws InterruptedException {
        try (lease) {
            try {
                loops.watch().follow(options.layout().requests(head.id()), threads::changed);
                FlowState last = runner(
                                head,
                                StreamType.FLOW,
                                FlowState::replay,
                                new LocalFlowWorld(this, tasks, incoming),
                                incoming::journaled)
                        .run(head.id());
                leave();
                return last;
            } finally {
                loops.watch().forget(options.layout().requests(head.id()));
                threads.close();
            }
        }
    }

    private void leave() {
        try {
            tasks.leaves().forEach(this::warn);
        } catch (IOException failed) {
            warn("what the run wrote is not committed: " + FileErrorText.words(failed));
        }
    }

    /// Brings what was asked to stop, the flow or one task of it, to its end, on this thread. With a task nothing else
    /// of the flow goes on; it takes that end from the journal when somebody runs it.
    void settle(StreamHead asked) throws InterruptedException {
        if (asked.equals(head)) {
            var _ = run();
            return;
        }
        try (lease) {
            try {
                runPipeline(asked.id());
            } finally {
                threads.close();
            }
        }
    }

    /// Ends what runs, leaves the rest of the tasks.
    public void stop(StopKind kind, String by) {
        incoming.ask(new FlowEvent.StopRequested(kind, by));
        threads.changed();
    }

    /// Gives it up where it was not run.
    @Override
    public void close() {
        lease.close();
    }

    private <S extends State<S, E, D>, E extends MachineEvent, D> Runner<S, E, D> runner(
            StreamHead of, StreamType<S, E> type, Function<List<E>, S> replay, World<E, D> world, Consumer<E> heard) {
        return new Runner<>(new StreamLog<>(journal, type), replay, world, options.clock(), moved -> {
            if (moved.state() instanceof FlowState now) {
                known = now;
            }
            heard.accept(moved.event());
            JournalEntry<E> entry = JournalEntry.of(moved);
            listeners.forEach(listener -> listener.heard(of, entry, moved.state()));
        });
    }

    /// Tells people who are elsewhere.
    Notifications notifications() {
        return new Notifications(
                paths(head), options.told(), options.environment().all(), incoming::isStopWaiting, this::warn);
    }

    MachineThreads threads() {
        return threads;
    }

    Instant now() {
        return options.clock().instant();
    }

    void startPipeline(String id) {
        threads.start(id, () -> runPipeline(id));
    }

    private void runPipeline(String id) throws InterruptedException {
        StreamHead of = stream(id).head();
        try (Leases.Lease _ = own(of)) {
            FlowRequests<PipelineEvent> asked = new FlowRequests<>(
                    requests,
                    id,
                    PipelineEvent.StopRequested::new,
                    PipelineEvent.Held::new,
                    PipelineEvent.Released::new);
            loops.watch().follow(options.layout().requests(id), threads::changed);
            var _ = runner(
                            of,
                            StreamType.PIPELINE,
                            PipelineState::replay,
                            new LocalPipelineWorld(this, of, tasks, asked),
                            asked::journaled)
                    .run(id);
        } finally {
            loops.watch().forget(options.layout().requests(id));
        }
    }

    void startLoop(String id) {
        threads.start(id, () -> {
            LoopPaths paths = paths(stream(id).head());
            try (Leases.Lease mine = own(paths.head())) {
                long heard = stream(id).seq();
                if (loops.recover(paths).hasEnded()) {
                    return;
                }
                ActiveLoop loop = loops.activate(paths, mine, List.of(), heard == 1 ? 0 : heard);
                loop.complain(this::warn);
                loop.listen((entry, next) -> listeners.forEach(listener -> listener.heard(paths.head(), entry, next)));
                var _ = loop.run();
            }
        });
    }

    /// Who holds it for a while, such as `ralph verify`, delays this machine and no other.
    private Leases.Lease own(StreamHead of) throws InterruptedException {
        for (boolean told = false; ; told = true) {
            try {
                return loops.own(Leases.key(of));
            } catch (HeldByOther busy) {
                if (!told) {
                    warn(Objects.requireNonNull(busy.getMessage()));
                }
                Thread.sleep(BUSY);
            }
        }
    }

    /// Leaves a request with a child that has not ended.
    void passOn(String child, Requests.Kind kind, String by) throws IOException {
        if (!stream(child).ended()) {
            requests.send(child, kind, by);
        }
    }

    void passOn(String child, Hold hold) throws IOException {
        passOn(child, hold.on() ? Requests.Kind.HOLD : Requests.Kind.RELEASE, hold.by());
    }

    /// Makes ready what a loop needs before it begins.
    ///
    /// @return the policy with what is fixed from now on
    Policy prepare(StreamHead child, Policy wanted, String text) throws IOException {
        StartConditions conditions = new StartConditions(options);
        conditions.requireSandbox(wanted);
        conditions.requirePlace(wanted.confinement().workspace());
        conditions.requireDiscard(wanted);
        if (child.parent() != null) {
            PipelineWork work = work(child.parent());
            if (state().plan().branches()) {
                work.begin(child, wanted);
            }
            work.takeBack(child, wanted)
                    .ifPresent(names -> warn(child.task()
                            + ": could not undo the previous stage; these files are in the way: " + names));
            if (seesCorrections(child, wanted)) {
                work.showOurs();
            }
        }
        ProofBaseline baseline =
                new ProofBaseline(options.project(), options.layout(), options.rooms(), options.environment());
        begun.remark(wanted)
                .filter(words -> !words.equals(remarked.getAndSet(words)))
                .ifPresent(this::warn);
        LoopPaths paths = paths(child);
        TaskText task = new TaskText(paths, wanted.mode());
        task.renew(text);
        MarkerFiles markers = new MarkerFiles(paths.task(), options.clock());
        markers.clearStops();
        markers.clearWait(); // what an earlier loop of this stage left says nothing of this one
        var _ = markers.refuse(0);
        ProofBasis fixed =
                child.parent() == null || seesCorrections(child, wanted) ? null : fixed(child, wanted, baseline);
        return task.pinned(
                fixed == null
                        ? baseline.begin(baseline.of(wanted), child.workspace())
                        : baseline.again(wanted, fixed)); // what a stage before it changed is part of the work
    }

    /// What was fixed for the loops before it; null where nothing was. What a person changed in place while the
    /// pipeline waited for an answer is fixed with the answer.
    private @Nullable ProofBasis fixed(StreamHead child, Policy wanted, ProofBaseline baseline) throws IOException {
        String pipeline = Objects.requireNonNull(child.parent());
        ProofBasis fixed = null;
        boolean answered = false;
        for (PipelineEvent event : journal.events(StreamType.PIPELINE, pipeline)) {
            answered = event instanceof PipelineEvent.Answered
                    || (answered && !(event instanceof PipelineEvent.StageEnded));
            if (event instanceof PipelineEvent.StageOpened opened) {
                ProofBasis proof = opened.policy().proof();
                fixed = proof.baseline() != null && (fixed == null || answered) ? proof : fixed;
                answered = false;
            }
        }
        List<LoopSummary> before = loops.stages(pipeline);
        boolean inPlace = wanted.confinement().workspace() == ConfinementPolicy.Workspace.IN_PLACE;
        if (fixed == null || !answered || !inPlace || before.isEmpty()) {
            return fixed;
        }
        LoopSummary last = before.getLast();
        AttemptRef attempt = new AttemptRef(last.head().id(), last.attempts());
        return baseline.answered(wanted, fixed, attempt, child.workspace());
    }

    /// Whether corrections change the project below its work, so that it begins on what is there now.
    private boolean seesCorrections(StreamHead child, Policy wanted) {
        PipelinePlan.Correction correction =
                child.parent() == null ? null : pipeline(child.parent()).plan().correction();
        return correction != null
                && !correction.role().equals(child.role())
                && wanted.confinement().workspace() == ConfinementPolicy.Workspace.OVERLAY;
    }

    /// What the stages of a pipeline did.
    PipelineWork work(String pipeline) {
        return new PipelineWork(options, journal, loops, tasks, stream(pipeline).head());
    }

    /// What a new pipeline of a task begins with.
    Optional<PreviousResult> earlier(TaskBranch branch) throws IOException {
        Optional<PreviousResult> work = PreviousResult.of(branch, journal, loops, null);
        String ref = work.isEmpty() ? null : work.get().ref();
        if (ref != null) {
            warn(branch.task() + " continues with its unfinished work, " + ref);
        }
        return work;
    }

    /// What was done for a task of it.
    TaskFacts facts(String task) {
        return new TaskWork(options, journal, loops, head.id(), task).facts();
    }

    EngineOptions options() {
        return options;
    }

    Journal journal() {
        return journal;
    }

    /// Where it stands, by its journal. That is long in a flow of many tasks, so it is read only until this process has
    /// written to it.
    public FlowState state() {
        FlowState last = known;
        return last == null ? journal.state(StreamType.FLOW, head.id()) : last;
    }

    /// Why the last pipeline of a task failed, for the one after it; nothing where none did.
    List<String> failure(String task) {
        return journal.streams(StreamQuery.below(head.id(), task)).stream()
                .findFirst()
                .map(last -> pipeline(last.head().id()))
                .filter(last -> last.decision() instanceof PipelineDecision.Ended ended
                        && ended.reason().outcome() != Outcome.COMPLETED)
                .map(PipelineState::findings)
                .orElse(List.of());
    }

    /// In place, before something else begins there: what the last pipeline of a task left and nobody accepted.
    void clearProject(String task) throws IOException {
        List<StreamSummary> pipelines = journal.streams(StreamQuery.below(head.id(), task));
        if (!pipelines.isEmpty()) {
            work(pipelines.getFirst().head().id()).clearProject().ifPresent(this::warn);
        }
    }

    /// Those of a task that is through.
    void removeWorkspaces(String task) throws IOException {
        for (StreamSummary pipeline : journal.streams(StreamQuery.below(head.id(), task))) {
            work(pipeline.head().id()).removeWorkspace();
        }
    }

    PipelineState pipeline(String id) {
        return journal.state(StreamType.PIPELINE, id);
    }

    /// What a pipeline has used so far.
    Cost cost(PipelineState pipeline) {
        Cost cost = pipeline.grants().cost();
        for (String loop : pipeline.grants().open().keySet()) {
            cost = cost.plus(counted(loop(loop), pipeline));
        }
        return cost;
    }

    /// What counts of the cost of a loop: what nobody can price is not held against a limit in dollars, else one stage
    /// without a price would use it up. Where tokens are limited, what nobody tells counts.
    static Cost counted(LoopState loop, PipelineState of) {
        Cost cost = loop.cost();
        boolean priced = loop.usage().unpriced() == 0
                && loop.policy().agents().stream().allMatch(agent -> agent.kind() == Policy.AgentCommand.Kind.KNOWN);
        if (priced || of.grants().limit().tokens() != null) {
            return cost;
        }
        Spent spent = cost.spent();
        BigDecimal dollars = spent.dollars() == null && !spent.models().isEmpty() ? BigDecimal.ZERO : spent.dollars();
        return new Cost(new Spent(spent.models(), dollars, true), cost.time(), cost.attempts());
    }

    LoopState loop(String id) {
        return journal.state(id);
    }

    /// Whether there is something to do for a parked machine: an answer, or a request to stop.
    boolean hasNews(String stream, String question) {
        return answer(question).isPresent() || isStopWaiting(stream);
    }

    /// Whether somebody asks a pipeline to stop, also one that has ended.
    boolean isStopWaiting(String pipeline) {
        return FlowRequests.isStopWaiting(requests, pipeline);
    }

    /// A question that somebody has answered.
    Optional<Questions.Question> answer(String question) {
        return AgentQuestion.answer(journal, question);
    }

    private StreamSummary stream(String id) {
        return Objects.requireNonNull(journal.stream(id).orElse(null), () -> "the journal has no stream " + id);
    }

    LoopPaths paths(StreamHead of) {
        return new LoopPaths(options.layout(), options.project(), of);
    }
}
