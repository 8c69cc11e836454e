package dev.ralph.run;

import dev.ralph.fault.FaultPoint;
import dev.ralph.git.Repository;
import dev.ralph.loop.Confines;
import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.OpenClaim;
import dev.ralph.loop.Phase;
import dev.ralph.loop.Policy;
import dev.ralph.machine.StreamHead;
import dev.ralph.process.Supervisor;
import dev.ralph.process.Tier;
import dev.ralph.store.Entry;
import dev.ralph.store.FileLeases;
import dev.ralph.store.Journal;
import dev.ralph.store.Leases;
import dev.ralph.store.LoopSummary;
import dev.ralph.store.Requests;
import dev.ralph.store.SqliteJournal;
import dev.ralph.task.Layout;
import dev.ralph.task.TaskId;
import dev.ralph.workspace.Rewound;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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

    private final Setup setup;
    private final Journal journal;
    private final Supervisor supervisor;
    private final Workshop workshop;

    private Engine(Setup setup, Journal journal, Supervisor supervisor, Workshop workshop) {
        this.setup = setup;
        this.journal = journal;
        this.supervisor = supervisor;
        this.workshop = workshop;
    }

    /// @param root runs attempts inside this program; null to start the policy's command
    public static Engine open(Setup setup, @Nullable RootRunner root) throws IOException {
        StateFolder.make(setup);
        FaultPoint.SWEEP.before();
        Supervisor.sweep(setup.layout().leases());
        FaultPoint.SWEEP.after();
        Journal journal = SqliteJournal.open(setup.layout().journal()).showing(StatusLines::of);
        try {
            new LeftOvers(setup, journal).sweep();
            Supervisor supervisor =
                    Supervisor.open(setup.containment(), setup.layout().leases());
            try {
                return new Engine(setup, journal, supervisor, new Workshop(setup, journal, supervisor, root));
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
    public Tier tier() {
        return supervisor.tier();
    }

    /// A new loop; or, where the task's last loop was interrupted, that one under the new policy.
    public ActiveLoop start(Order order) throws IOException {
        return start(order, ignored -> order.policy());
    }

    /// The same for a policy of the configuration, which an agent may have rewritten before it killed its engine.
    ///
    /// @param own what an interrupted loop goes on with, by its old policy, where the configuration is not what it
    ///            was when that loop began
    public ActiveLoop start(Order order, UnaryOperator<Policy> own) throws IOException {
        admission().requireSandbox(order.policy());
        StreamHead fresh = Handover.head(setup, order, order.parent());
        Leases.Lease lease = workshop.own(Leases.key(fresh));
        try {
            Optional<LoopSummary> last =
                    order.policy().mode() == Policy.Mode.LOOP ? newest(order.task()) : Optional.empty();
            List<String> news = List.of();
            if (last.isPresent()) {
                StreamHead head = last.get().head();
                LoopState state = workshop.recover(site(head));
                if (!state.hasEnded()) {
                    Policy old = state.policy();
                    Policy wanted = rulebook().isChanged(old.proof()) ? own.apply(old) : order.policy();
                    TaskText text = new TaskText(site(head), wanted.mode());
                    List<String> remarks =
                            goOn(head, old, text.pinned(groundwork().again(wanted, old.proof())), AGAIN);
                    text.store(order.prompt()).ifPresent(remarks::add);
                    return workshop.activate(
                            site(head), lease, remarks, last.get().seq());
                }
                news = rulebook().remark(state).stream().toList();
            }
            return begin(order, fresh, lease, news);
        } catch (RuntimeException | IOException failed) {
            lease.close();
            throw failed;
        }
    }

    private ActiveLoop begin(Order order, StreamHead head, Leases.Lease lease, List<String> news) throws IOException {
        if (order.policy().keep() == Policy.Keep.COMMIT) {
            admission().requireClean();
        }
        admission().requirePlace(order.policy().confines().workspace());
        Policy policy = groundwork().of(order.policy());
        Site site = site(head);
        TaskText text = new TaskText(site, order.policy().mode());
        text.requireOpen(order.prompt());
        List<String> remarks = new ArrayList<>(news);
        groundwork().remark(policy).ifPresent(remarks::add);
        text.store(order.prompt()).ifPresent(remarks::add);
        Handover.record(setup, journal, head, text.pinned(groundwork().begin(policy, head.id())));
        new Signals(site.task(), setup.clock()).clearStops();
        return workshop.activate(site, lease, remarks, 0);
    }

    /// The task's last loop goes on, counting what was already spent. One that was completed stays so.
    public ActiveLoop resume(TaskId task, UnaryOperator<Policy> change, String by) throws IOException {
        Leases.Lease lease = workshop.own(task.lock());
        try {
            LoopSummary last = newest(task)
                    .orElseThrow(() -> new Refused(
                            "task " + task + " has no loop to resume: start one with `ralph run --task " + task + "`"));
            StreamHead head = last.head();
            LoopState state = workshop.recover(site(head));
            List<String> remarks = new ArrayList<>();
            if (!(state.phase() instanceof Phase.Ended ended) || ended.outcome().resumable()) {
                Policy wanted = change.apply(state.policy());
                Policy changed = new TaskText(site(head), wanted.mode())
                        .pinned(groundwork().again(wanted, wanted.proof()));
                remarks = goOn(head, state.policy(), changed, by);
            }
            return workshop.activate(site(head), lease, remarks, last.seq());
        } catch (RuntimeException | IOException failed) {
            lease.close();
            throw failed;
        }
    }

    /// @return what the user should know
    private List<String> goOn(StreamHead head, Policy old, Policy next, String by) throws IOException {
        admission().requireSandbox(next);
        List<String> remarks = rulebook().remark(head.task(), old.proof(), next).stream()
                .collect(Collectors.toCollection(ArrayList::new));
        List<Event> past = journal.entries(head.id()).stream().map(Entry::event).toList();
        Signals signals = new Signals(site(head).task(), setup.clock());
        Optional<String> withdrawn =
                new Withdrawal(workshop.workplace(site(head), old, quiet(head)), signals, next).of(OpenClaim.of(past));
        note(head, withdrawn.isPresent() ? OpenClaim.withdrawn(next, by) : Event.LoopResumed.of(past, next, by));
        withdrawn.ifPresent(why -> {
            remarks.add(why);
            quiet(head).say("INFO", why);
        });
        signals.clearStops();
        return remarks;
    }

    /// Ends a loop that no engine runs, as somebody asked; one that is merely held stays as it is. Of a task that has
    /// only jobs, its last job.
    public void settle(TaskId task, Requests.Kind kind, String by) throws IOException {
        try (Leases.Lease lease = workshop.own(task.lock())) {
            StreamHead head = newest(task)
                    .or(() -> journal.loopsOf(task.value()).stream().findFirst())
                    .orElseThrow(() -> new Refused("task " + task + " has no loop"))
                    .head();
            LoopState state = workshop.recover(site(head));
            if (!state.hasEnded() && lease.intact()) {
                note(
                        head,
                        kind == Requests.Kind.HOLD
                                ? new Event.Held(by)
                                : new Event.StopRequested(
                                        kind == Requests.Kind.CANCEL ? Event.StopKind.CANCEL : Event.StopKind.STOP,
                                        by));
                workshop.recover(site(head));
            }
        }
    }

    /// Makes the workspace of a task, or the project itself, what it was at the end of an attempt of its last loop.
    /// What is there now is conserved first. A loop whose engine died is stopped: it would go on with what is not
    /// there any more.
    public Rewound rewind(TaskId task, int attempt) throws IOException {
        try (Leases.Lease _ = workshop.own(task.lock())) {
            StreamHead head = last(task);
            LoopState state = workshop.recover(site(head));
            rewinding(head, state).require(attempt);
            if (!state.hasEnded()) {
                note(head, new Event.StopRequested(Event.StopKind.STOP, "ralph rewind"));
                state = workshop.recover(site(head));
            }
            return rewinding(head, state).rewind(attempt);
        }
    }

    /// Makes the checks of a task's last loop again, in a clean room; the loop stays as it is.
    ///
    /// @param revision what git understands as a commit; null for that of the last verdict
    /// @param told     hears of each check as soon as it is known
    public Reverified verify(TaskId task, @Nullable String revision, Consumer<Reverified.Repeated> told)
            throws IOException, InterruptedException {
        try (Leases.Lease _ = workshop.own(task.lock())) {
            return workshop.reverification(site(last(task))).at(revision, told);
        }
    }

    private Rulebook rulebook() {
        return new Rulebook(setup.project());
    }

    private Groundwork groundwork() {
        return new Groundwork(setup.project(), setup.layout());
    }

    private StreamHead last(TaskId task) {
        return newest(task)
                .orElseThrow(() -> new Refused("task " + task + " has no loop; `ralph status` lists the tasks"))
                .head();
    }

    private Rewinding rewinding(StreamHead head, LoopState state) {
        int attempts = journal.attempts(head.id()).size();
        return new Rewinding(setup, workshop, site(head), state, attempts);
    }

    /// A new task that begins with what an attempt of another one left, be that one running or not; it runs when it
    /// is resumed.
    ///
    /// @param to   its name, which nobody has yet
    /// @param kind where its agents work; null for the same kind, where that is a workspace of its own
    /// @return that kind
    public Confines.Workspace fork(TaskId from, int attempt, TaskId to, Confines.@Nullable Workspace kind)
            throws IOException {
        try (Leases.Lease _ = workshop.own(to.lock())) {
            StreamHead other = last(from);
            List<Event> events =
                    journal.entries(other.id()).stream().map(Entry::event).toList();
            Rewinding source = rewinding(other, LoopState.replay(events));
            Policy old = source.state().policy();
            Confines.Workspace chosen = kind == null ? usual(old) : kind;
            Policy policy = groundwork().of(old.with(old.confines().with(chosen)));
            String text = new TaskText(source.site(), old.mode()).read();
            requireFree(to, text);
            Order order = new Order(to, policy, text, null);
            StreamHead head = Handover.head(setup, order, order.parent());
            LeftOvers half = new LeftOvers(setup, journal);
            half.announce(head.id(), to);
            source.fork(attempt, head, policy);
            new TaskText(site(head), policy.mode()).store(text);
            Handover.record(setup, journal, head, groundwork().begin(policy, head.id()));
            half.isKnown(head.id());
            return chosen;
        }
    }

    /// A text that is the same was left by somebody who died on his way.
    private void requireFree(TaskId task, String text) throws IOException {
        Path file = setup.layout().task(task).taskFile();
        boolean isAnother = Files.exists(file) && !LenientText.read(file).equals(text);
        if (isAnother || !journal.loopsOf(task.value()).isEmpty()) {
            throw new Refused("there is a task " + task + " already: give another name with --as");
        }
    }

    /// Two tasks cannot work in the same place.
    private Confines.Workspace usual(Policy old) throws IOException {
        Confines.Workspace kind = old.confines().workspace();
        if (kind != Confines.Workspace.IN_PLACE) {
            return kind;
        }
        Repository repository = Repository.at(setup.project()).orElse(null);
        boolean has = repository != null && repository.head().commit() != null;
        return has ? Confines.Workspace.WORKTREE : Confines.Workspace.OVERLAY;
    }

    /// Whether a process runs a loop of this task right now.
    public static boolean isRunning(Layout layout, TaskId task) {
        return new FileLeases(layout.locks()).whoHolds(task.lock()).isPresent();
    }

    private Optional<LoopSummary> newest(TaskId task) {
        return journal.loopsOf(task.value()).stream()
                .filter(loop -> !loop.head().profile().equals(Handover.JOB))
                .findFirst();
    }

    /// Journals what somebody asked of a loop that nobody runs, and tells it as the loop's runner would.
    private void note(StreamHead head, Event event) {
        List<Entry<Event>> entries = journal.entries(head.id());
        LoopState next =
                LoopState.replay(entries.stream().map(Entry::event).toList()).after(event);
        Entry<Event> entry =
                new Entry<>(entries.getLast().seq() + 1, setup.clock().instant(), event);
        journal.append(head.id(), List.of(entry));
        PublicFiles files = quiet(head);
        files.remember(entries);
        files.tell(entry, next);
    }

    private PublicFiles quiet(StreamHead head) {
        return new PublicFiles(site(head), setup.clock(), ignored -> {});
    }

    private Admission admission() {
        return new Admission(setup);
    }

    private Site site(StreamHead head) {
        return new Site(setup.layout(), setup.project(), head);
    }

    @Override
    public void close() throws IOException {
        try (journal) {
            workshop.close();
        }
    }
}
