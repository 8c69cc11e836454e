package dev.ralph.engine;

import dev.ralph.attempt.MarkerFiles;
import dev.ralph.attempt.RootRunner;
import dev.ralph.attempt.TaskText;
import dev.ralph.environment.Confinement;
import dev.ralph.fault.FaultPoint;
import dev.ralph.flow.FlowEvent;
import dev.ralph.flow.FlowPlan;
import dev.ralph.flow.FlowState;
import dev.ralph.flow.FlowTasks;
import dev.ralph.git.Repository;
import dev.ralph.keep.StaleSignal;
import dev.ralph.loop.ConfinementPolicy;
import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Phase;
import dev.ralph.loop.Policy;
import dev.ralph.loop.UnansweredSignal;
import dev.ralph.machine.StreamHead;
import dev.ralph.paths.FileErrorText;
import dev.ralph.paths.LenientText;
import dev.ralph.paths.LoopPaths;
import dev.ralph.paths.RequestRefused;
import dev.ralph.paths.RunIds;
import dev.ralph.paths.TaskFolder;
import dev.ralph.paths.TaskId;
import dev.ralph.process.ContainmentTier;
import dev.ralph.process.Supervisor;
import dev.ralph.projection.PublicFiles;
import dev.ralph.proof.PinnedConfiguration;
import dev.ralph.proof.ProofBaseline;
import dev.ralph.proof.ReverificationResult;
import dev.ralph.store.Journal;
import dev.ralph.store.JournalEntry;
import dev.ralph.store.Leases;
import dev.ralph.store.LoopSummary;
import dev.ralph.store.OwnerProcess;
import dev.ralph.store.Questions;
import dev.ralph.store.Requests;
import dev.ralph.store.SqliteJournal;
import dev.ralph.store.StreamQuery;
import dev.ralph.store.StreamSummary;
import dev.ralph.store.StreamType;
import dev.ralph.workspace.RewindResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Runs loops of one project in this process, and whatever jobs their agents start.
///
/// The engine promises:
/// 1. A loop runs in at most one process.
/// 2. What a dead engine left running is ended before anything new starts.
/// 3. Closing it ends every agent it started, and leaves loops that can be resumed.
public final class Engine implements AutoCloseable {
    private static final String AGAIN = "a new start after an interruption";

    private final EngineOptions options;
    private final Journal journal;
    private final Supervisor supervisor;
    private final LoopAssembler assembler;

    private Engine(EngineOptions options, Journal journal, Supervisor supervisor, LoopAssembler assembler) {
        this.options = options;
        this.journal = journal;
        this.supervisor = supervisor;
        this.assembler = assembler;
    }

    /// @param root runs attempts inside this program; null to start the policy's command
    public static Engine open(EngineOptions options, @Nullable RootRunner root) throws IOException {
        StateFolder.make(options);
        FaultPoint.SWEEP.before();
        Supervisor.sweep(options.layout().leases());
        FaultPoint.SWEEP.after();
        Journal journal = SqliteJournal.open(options.layout().journal()).showing(StatusLines::of);
        try {
            new LeftoverWorkspaces(options, journal).sweep();
            Supervisor supervisor = Supervisor.open(
                    options.containment(), options.layout().leases(), Confinement.tried(options.workspaces()));
            try {
                return new Engine(options, journal, supervisor, new LoopAssembler(options, journal, supervisor, root));
            } catch (RuntimeException | IOException failed) {
                supervisor.close();
                throw failed;
            }
        } catch (RuntimeException | IOException failed) {
            journal.close();
            throw failed;
        }
    }

    /// The containment in force.
    public ContainmentTier tier() {
        return supervisor.tier();
    }

    /// What an interrupted loop goes on with.
    public enum Interrupted {
        /// What is ordered now, unless an agent may have rewritten the configuration.
        AS_ORDERED,
        /// What it began with.
        AS_IT_BEGAN
    }

    /// Takes a name for a task that has none, so that nobody else gets it.
    public static TaskId reserve(EngineOptions options, String text) throws IOException {
        StateFolder.make(options);
        try {
            return TaskId.of(text, id -> !isNew(options.layout().task(id).path()));
        } catch (UncheckedIOException cannot) {
            throw Objects.requireNonNull(cannot.getCause());
        }
    }

    private static boolean isNew(Path folder) {
        try {
            Files.createDirectory(folder);
            return true;
        } catch (FileAlreadyExistsException taken) {
            return false;
        } catch (IOException cannot) {
            throw new UncheckedIOException(cannot);
        }
    }

    /// Of a task that did not begin.
    public static void giveBack(EngineOptions options, TaskId name) throws IOException {
        try {
            Files.deleteIfExists(options.layout().task(name).path());
        } catch (DirectoryNotEmptyException used) {
            return; // it has begun
        }
    }

    /// A new loop; or, where the task's last loop was interrupted, that one under the new policy.
    public ActiveLoop start(LoopOrder order) throws IOException {
        return start(order, ignored -> order.policy(), Interrupted.AS_ORDERED);
    }

    /// The same for a policy of the configuration, which an agent may have rewritten before it killed its engine.
    ///
    /// @param own what an interrupted loop goes on with, by its old policy, where the configuration is not what it
    ///            was when that loop began
    public ActiveLoop start(LoopOrder order, UnaryOperator<Policy> own, Interrupted interrupted) throws IOException {
        admission().requireSandbox(order.policy());
        StreamHead fresh = JobHandover.head(options, order, order.parent());
        Leases.Lease lease = assembler.own(Leases.key(fresh));
        try {
            Optional<LoopSummary> last =
                    order.policy().mode() == Policy.Mode.LOOP ? newest(order.task()) : Optional.empty();
            List<String> news = List.of();
            last.map(LoopSummary::head).ifPresent(Engine::requireNoStage);
            if (last.isPresent()) {
                StreamHead head = last.get().head();
                LoopState state = assembler.recover(paths(head));
                if (!state.hasEnded()) {
                    Policy old = state.policy();
                    boolean keeps = interrupted == Interrupted.AS_IT_BEGAN
                            || configuration().isChanged(old.proof());
                    Policy wanted = keeps ? own.apply(old) : order.policy();
                    TaskText text = new TaskText(paths(head), wanted.mode());
                    List<String> remarks =
                            goOn(head, old, text.pinned(groundwork().again(wanted, old.proof())), AGAIN);
                    text.store(order.prompt()).ifPresent(remarks::add);
                    return assembler.activate(
                            paths(head), lease, remarks, last.get().seq());
                }
                news = configuration().remark(state).stream().toList();
            }
            return begin(order, fresh, lease, news);
        } catch (RuntimeException | IOException failed) {
            lease.close();
            throw failed;
        }
    }

    private ActiveLoop begin(LoopOrder order, StreamHead head, Leases.Lease lease, List<String> news)
            throws IOException {
        if (order.policy().keep() != Policy.Keep.IN_PLACE) {
            admission().requireClean(order.policy());
        }
        admission().requirePlace(order.policy().confinement().workspace());
        admission().requireFinished(order.policy());
        admission().requireDiscard(order.policy());
        ProofBaseline groundwork = groundwork();
        Policy policy = groundwork.of(order.policy());
        LoopPaths paths = paths(head);
        TaskText text = new TaskText(paths, order.policy().mode());
        text.requireOpen(order.prompt());
        List<String> remarks = new ArrayList<>(news);
        groundwork.remark(policy).ifPresent(remarks::add);
        text.store(order.prompt()).ifPresent(remarks::add);
        JobHandover.record(options, journal, head, text.pinned(groundwork.begin(policy, head.id())));
        new MarkerFiles(paths.task(), options.clock()).clearStops();
        return assembler.activate(paths, lease, remarks, 0);
    }

    /// A new flow; or, where the last one of that name was interrupted, that one with the plan that it had. One that
    /// waits for answers looks for tasks again, under the new plan. A stop that it was asked for before
    /// still holds.
    public ActiveFlow startFlow(String name, String profile, FlowPlan plan, FlowTasks tasks) {
        StreamHead fresh = new StreamHead(
                RunIds.next(options.clock().instant()),
                StreamHead.Kind.FLOW,
                null,
                options.projectId().value(),
                new TaskId(name).value(),
                null,
                profile);
        Leases.Lease lease = own(fresh, tasks);
        try {
            StreamHead head = journal.streams(StreamQuery.of(name).of(StreamHead.Kind.FLOW)).stream()
                    .filter(flow -> !flow.ended())
                    .map(StreamSummary::head)
                    .findFirst()
                    .orElse(fresh);
            List<FlowEvent> past = head.equals(fresh) ? List.of() : journal.events(StreamType.FLOW, head.id());
            FlowState before = past.isEmpty() ? null : FlowState.replay(past);
            if (before == null || before.isParked()) {
                if (plan.steps().contains(FlowPlan.Step.PULL_REQUEST)) {
                    PullRequest.require(options);
                }
                if (past.isEmpty()) {
                    journal.begin(head);
                }
                FlowEvent start = past.isEmpty() ? new FlowEvent.FlowStarted(plan) : new FlowEvent.FlowResumed(plan);
                journal.append(
                        head.id(),
                        List.of(new JournalEntry<>(
                                past.size() + 1, options.clock().instant(), start)));
            } else {
                requireSameEnd(head, before.plan(), plan);
            }
            return new ActiveFlow(head, options, journal, assembler, tasks, lease);
        } catch (RuntimeException failed) {
            lease.close();
            throw failed;
        } catch (IOException unreadable) {
            lease.close();
            throw new RequestRefused(FileErrorText.words(unreadable));
        }
    }

    /// An interrupted flow keeps its plan: who asks for pull requests must not find the work merged instead.
    private static void requireSameEnd(StreamHead flow, FlowPlan old, FlowPlan wanted) {
        boolean opens = old.steps().contains(FlowPlan.Step.PULL_REQUEST);
        if (opens != wanted.steps().contains(FlowPlan.Step.PULL_REQUEST)) {
            throw new RequestRefused("a run was interrupted that "
                    + (opens ? "opens pull requests: continue it with" : "merges its tasks: continue it without")
                    + " --pull-request, or end it first (`ralph stop --task " + flow.task() + "`)");
        }
    }

    private Leases.Lease own(StreamHead flow, FlowTasks tasks) {
        Leases.Lease own = assembler.own(Leases.key(flow));
        String more = tasks.lease();
        if (more == null) {
            return own;
        }
        try {
            return new BothLeases(own, assembler.own(more));
        } catch (RuntimeException held) {
            own.close();
            throw held;
        }
    }

    /// That of a flow, and that of what it works on.
    private record BothLeases(Leases.Lease flow, Leases.Lease tasks) implements Leases.Lease {
        @Override
        public OwnerProcess holder() {
            return flow.holder();
        }

        @Override
        public boolean intact() {
            return flow.intact() && tasks.intact();
        }

        @Override
        public void close() {
            try (flow) {
                tasks.close();
            }
        }
    }

    /// Ends a flow that no process runs, or one task of it, as the request that it has says. What has ended meanwhile
    /// stays so.
    public void settleFlow(StreamHead flow, StreamHead asked, FlowTasks tasks) throws InterruptedException {
        Leases.Lease lease = assembler.own(Leases.key(flow));
        new ActiveFlow(flow, options, journal, assembler, tasks, lease).settle(asked);
    }

    /// The task's last loop goes on, counting what was already spent. One that was completed stays so.
    public ActiveLoop resume(TaskId task, UnaryOperator<Policy> change, String by) throws IOException {
        Leases.Lease lease = assembler.own(task.lock());
        try {
            LoopSummary last = newest(task)
                    .orElseThrow(() -> new RequestRefused(
                            "nothing to resume for task " + task + ". Start it: ralph run --task " + task));
            StreamHead head = last.head();
            requireNoStage(head);
            LoopState state = assembler.recover(paths(head));
            List<String> remarks = new ArrayList<>();
            if (!(state.phase() instanceof Phase.Ended ended) || ended.outcome().resumable()) {
                Policy wanted = change.apply(state.policy());
                Policy changed = new TaskText(paths(head), wanted.mode())
                        .pinned(groundwork().again(wanted, wanted.proof()));
                remarks = goOn(head, state.policy(), changed, by);
            }
            return assembler.activate(paths(head), lease, remarks, last.seq());
        } catch (RuntimeException | IOException failed) {
            lease.close();
            throw failed;
        }
    }

    /// What a pipeline opened runs within its grant, and its end is taken once.
    private static void requireNoStage(StreamHead loop) {
        if (loop.isStage()) {
            throw new RequestRefused("task " + loop.task()
                    + " belongs to a task list. Continue the list (ralph resume " + loop.task()
                    + "), or use another task name");
        }
    }

    /// @return what the user should know
    private List<String> goOn(StreamHead head, Policy old, Policy next, String by) throws IOException {
        admission().requireSandbox(next);
        admission().requireDiscard(next);
        List<String> remarks = configuration().remark(head.task(), old.proof(), next).stream()
                .collect(Collectors.toCollection(ArrayList::new));
        List<Event> past = journal.events(head.id());
        MarkerFiles signals = MarkerFiles.of(paths(head), next, options.environment(), options.clock());
        Optional<String> withdrawn = new StaleSignal(assembler.workspace(paths(head), old, quiet(head)), signals, next)
                .of(UnansweredSignal.of(past));
        note(head, withdrawn.isPresent() ? UnansweredSignal.withdrawn(next, by) : Event.LoopResumed.of(past, next, by));
        withdrawn.ifPresent(why -> {
            remarks.add(why);
            quiet(head).say("INFO", why);
        });
        signals.clearStops();
        return remarks;
    }

    /// Ends a loop that no engine runs, as somebody asked; one that is merely held, or told something, stays as it is.
    /// Of a task that has only jobs, its last job.
    public void settle(TaskId task, Requests.Kind kind, String text) throws IOException {
        try (Leases.Lease lease = assembler.own(task.lock())) {
            StreamHead head = newest(task)
                    .or(() -> journal.loopsOf(task.value()).stream().findFirst())
                    .orElseThrow(() -> new RequestRefused("task " + task + " has no loop"))
                    .head();
            LoopState state = assembler.recover(paths(head));
            if (!state.hasEnded() && lease.intact()) {
                note(
                        head,
                        switch (kind) {
                            case HOLD -> new Event.Held(text);
                            case TELL -> new Event.Told(text);
                            case CANCEL -> new Event.StopRequested(Event.StopKind.CANCEL, text);
                            case STOP, STOP_AFTER_ATTEMPT, RELEASE, ADOPT ->
                                new Event.StopRequested(Event.StopKind.STOP, text);
                        });
                assembler.recover(paths(head));
            }
        }
    }

    /// What the machines of this project ask people, and the way to answer; a machine that nobody runs goes on when
    /// somebody starts or resumes it.
    public Questions questions() {
        return journal.questions();
    }

    /// Makes the workspace of a task, or the project itself, what it was at the end of an attempt of its last
    /// loop. What is there now is conserved first. A loop whose engine died is stopped: it would go on with what
    /// is not there any more.
    public RewindResult rewind(TaskId task, int attempt) throws IOException {
        try (Leases.Lease _ = assembler.own(task.lock())) {
            StreamHead head = last(task);
            requireNoStage(head);
            LoopState state = assembler.recover(paths(head));
            rewinding(head, state).require(attempt);
            if (!state.hasEnded()) {
                note(head, new Event.StopRequested(Event.StopKind.STOP, "ralph rewind"));
                state = assembler.recover(paths(head));
            }
            return rewinding(head, state).rewind(attempt);
        }
    }

    /// Makes the checks of a task's last loop again, in a clean room; the loop stays as it is.
    ///
    /// @param revision what git understands as a commit; null for that of the last verdict
    /// @param told     hears of each check as soon as it is known
    public ReverificationResult verify(
            TaskId task, @Nullable String revision, Consumer<ReverificationResult.Repeated> told)
            throws IOException, InterruptedException {
        try (Leases.Lease _ = assembler.own(task.lock())) {
            return assembler.reverification(paths(last(task))).at(revision, told);
        }
    }

    /// The receipts of a loop, next to what the journal says of them.
    public LoopReceipts receipts(StreamHead loop) {
        return LoopReceipts.read(
                options.layout(), journal, journal.loop(loop.id()).orElseThrow());
    }

    private PinnedConfiguration configuration() {
        return new PinnedConfiguration(options.project());
    }

    private ProofBaseline groundwork() {
        return new ProofBaseline(options.project(), options.layout(), options.rooms(), options.environment());
    }

    private StreamHead last(TaskId task) {
        return newest(task)
                .orElseThrow(() -> new RequestRefused("task " + task + " has no loop; `ralph status` lists the tasks"))
                .head();
    }

    private LoopRewind rewinding(StreamHead head, LoopState state) {
        int attempts = journal.attempts(head.id()).size();
        return new LoopRewind(options, assembler, paths(head), state, attempts);
    }

    /// A new task that begins with what an attempt of another one left, be that one running or not; it runs when
    /// it is resumed.
    ///
    /// @param to   its name, which nobody has yet
    /// @param kind where its agents work; null for the same kind, where that is a workspace of its own
    /// @return that kind
    public ConfinementPolicy.Workspace fork(
            TaskId from, int attempt, TaskId to, ConfinementPolicy.@Nullable Workspace kind) throws IOException {
        try (Leases.Lease _ = assembler.own(to.lock())) {
            StreamHead other = last(from);
            List<Event> events = journal.events(other.id());
            LoopRewind source = rewinding(other, LoopState.replay(events));
            Policy old = source.state().policy();
            ConfinementPolicy.Workspace chosen = kind == null ? usual(old) : kind;
            Policy policy = groundwork().of(old.with(old.confinement().with(chosen)));
            String text = new TaskText(source.paths(), old.mode()).read();
            requireFree(to, text);
            LoopOrder order = new LoopOrder(to, policy, text, null);
            StreamHead head = JobHandover.head(options, order, order.parent());
            LeftoverWorkspaces half = new LeftoverWorkspaces(options, journal);
            half.announce(head.id(), to);
            source.fork(attempt, head, policy);
            new TaskText(paths(head), policy.mode()).store(text);
            JobHandover.record(options, journal, head, groundwork().begin(policy, head.id()));
            half.isKnown(head.id());
            return chosen;
        }
    }

    /// A text that is the same was left by somebody who died on his way.
    private void requireFree(TaskId task, String text) throws IOException {
        Path file = options.layout().task(task).taskFile();
        boolean isAnother = Files.exists(file, LinkOption.NOFOLLOW_LINKS)
                && !LenientText.read(options.layout().tasks(), file, TaskFolder.LONGEST_TEXT)
                        .equals(text);
        if (isAnother || !journal.loopsOf(task.value()).isEmpty()) {
            throw new RequestRefused("there is a task " + task + " already: give another name with --as");
        }
    }

    /// Two tasks cannot work in the same place.
    private ConfinementPolicy.Workspace usual(Policy old) throws IOException {
        ConfinementPolicy.Workspace kind = old.confinement().workspace();
        if (kind != ConfinementPolicy.Workspace.IN_PLACE) {
            return kind;
        }
        Repository repository = Repository.at(options.project()).orElse(null);
        boolean has = repository != null && repository.head().commit() != null;
        return has ? ConfinementPolicy.Workspace.WORKTREE : ConfinementPolicy.Workspace.OVERLAY;
    }

    private Optional<LoopSummary> newest(TaskId task) {
        return journal.loopsOf(task.value()).stream()
                .filter(loop -> !loop.head().isJob())
                .findFirst();
    }

    /// Journals what somebody asked of a loop that nobody runs, and tells it as the loop's runner would.
    private void note(StreamHead head, Event event) {
        List<JournalEntry<Event>> entries = journal.entries(head.id());
        LoopState next = journal.state(head.id()).after(event);
        JournalEntry<Event> entry =
                new JournalEntry<>(entries.getLast().seq() + 1, options.clock().instant(), event);
        journal.append(head.id(), List.of(entry));
        PublicFiles files = quiet(head);
        files.remember(entries);
        files.tell(entry, next);
    }

    private PublicFiles quiet(StreamHead head) {
        return new PublicFiles(paths(head), options.clock(), ignored -> {});
    }

    private StartConditions admission() {
        return new StartConditions(options);
    }

    private LoopPaths paths(StreamHead head) {
        return new LoopPaths(options.layout(), options.project(), head);
    }

    @Override
    public void close() throws IOException {
        try (journal) {
            assembler.close();
        }
    }
}
