package dev.ralph.engine;

import dev.ralph.attempt.Agent;
import dev.ralph.attempt.AgentCommandLine;
import dev.ralph.attempt.Attempts;
import dev.ralph.attempt.CallbackAgent;
import dev.ralph.attempt.Inbox;
import dev.ralph.attempt.InboxItem;
import dev.ralph.attempt.MarkerFiles;
import dev.ralph.attempt.ProcessAgent;
import dev.ralph.attempt.PromptFile;
import dev.ralph.attempt.RootRunner;
import dev.ralph.attempt.TaskText;
import dev.ralph.budget.Prices;
import dev.ralph.environment.AgentLookup;
import dev.ralph.environment.Confinement;
import dev.ralph.environment.LoopVariables;
import dev.ralph.environment.LoopWorkspace;
import dev.ralph.environment.OverlayCommand;
import dev.ralph.environment.SecretFilter;
import dev.ralph.environment.Supervisors;
import dev.ralph.environment.TreeFingerprint;
import dev.ralph.loop.ConfinementPolicy;
import dev.ralph.loop.Decision;
import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Outcome;
import dev.ralph.loop.Policy;
import dev.ralph.machine.Runner;
import dev.ralph.machine.StreamHead;
import dev.ralph.machine.World;
import dev.ralph.paths.FileErrorText;
import dev.ralph.paths.LoopPaths;
import dev.ralph.pipeline.PipelineEvent;
import dev.ralph.pipeline.PipelineState;
import dev.ralph.process.Supervisor;
import dev.ralph.projection.CompletionMessage;
import dev.ralph.projection.PublicFiles;
import dev.ralph.proof.BaselineRun;
import dev.ralph.proof.CheckPlace;
import dev.ralph.proof.CheckProcesses;
import dev.ralph.proof.CheckSequence;
import dev.ralph.proof.ExperimentRuns;
import dev.ralph.proof.LoopCleanRooms;
import dev.ralph.proof.MachineFacts;
import dev.ralph.proof.ProofInputs;
import dev.ralph.proof.ProofResult;
import dev.ralph.proof.Provers;
import dev.ralph.proof.ReceiptWriter;
import dev.ralph.proof.Reverification;
import dev.ralph.proof.ReviewLog;
import dev.ralph.proof.TestBaseline;
import dev.ralph.proof.VerdictRoom;
import dev.ralph.receipt.Evidence;
import dev.ralph.store.Journal;
import dev.ralph.store.JournalEntry;
import dev.ralph.store.Leases;
import dev.ralph.store.LoopSummary;
import dev.ralph.store.OwnerProcess;
import dev.ralph.store.StreamLog;
import dev.ralph.store.StreamQuery;
import dev.ralph.store.StreamSummary;
import dev.ralph.store.StreamType;
import dev.ralph.workspace.AttemptRef;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Puts loops together and runs those that agents order from inside.
final class LoopAssembler implements AutoCloseable {
    static final String TASK = "task-";

    /// Processors that two runs of tests at once leave room on.
    private static final int ROOMY = 4;

    private static final Duration POLL = Duration.ofSeconds(1);

    private final EngineOptions options;
    private final Journal journal;
    private final Supervisor supervisor;
    private final Supervisors supervisors;
    private final @Nullable RootRunner root;
    private final FolderEvents watch;
    private final Map<String, Job> jobs = new ConcurrentHashMap<>();
    private @Nullable Prices prices;
    private boolean closing;

    private record Job(ActiveLoop loop, Thread thread) {}

    LoopAssembler(EngineOptions options, Journal journal, Supervisor supervisor, @Nullable RootRunner root)
            throws IOException {
        this.options = options;
        this.journal = journal;
        this.supervisor = supervisor;
        this.supervisors = new Supervisors(supervisor, options.layout().leases());
        this.root = root;
        this.watch = new FolderEvents(options.layout().state(), POLL);
    }

    Leases.Lease own(String key) {
        OwnerProcess me = OwnerProcess.me(options.clock().instant(), "ralph in " + options.project());
        return switch (StateFolder.leases(options.layout()).acquire(key, me)) {
            case Leases.Lease mine -> mine;
            case Leases.HeldBy held ->
                throw new HeldByOther(key.replaceFirst("-", " ") + " is " + held.words() + whatToDo(key));
        };
    }

    private static String whatToDo(String key) {
        if (key.startsWith(TASK)) {
            return "; `ralph stop --task " + key.substring(TASK.length()) + "` ends it, `ralph logs -f` follows it";
        }
        return key.startsWith("job-") ? "" : "; `ralph status` shows what it works on";
    }

    LoopState recover(LoopPaths paths) throws IOException {
        return new Recovery(options, journal, this::finish).of(paths);
    }

    private void finish(LoopPaths paths, Policy policy) throws IOException {
        Inbox inbox = new Inbox();
        PublicFiles files = new PublicFiles(paths, options.clock(), ignored -> {});
        files.remember(journal.entries(paths.head().id()));
        World<Event, Decision> world = world(paths, policy, inbox, files, attempts(paths, policy, files), List::of);
        try {
            var _ = runner(world, files::tell).run(paths.head().id());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException(
                    "interrupted while finishing loop " + paths.head().id(), interrupted);
        }
    }

    private Runner<LoopState, Event, Decision> runner(
            World<Event, Decision> world, BiConsumer<JournalEntry<Event>, LoopState> told) {
        return new Runner<>(
                new StreamLog<>(journal, StreamType.LOOP),
                LoopState::replay,
                world,
                options.clock(),
                moved -> told.accept(JournalEntry.of(moved), moved.state()));
    }

    /// @param heard the last entry that listeners need not be told: what was noted after it, they hear first
    ActiveLoop activate(LoopPaths paths, Leases.Lease lease, List<String> remarks, long heard) throws IOException {
        StreamHead head = paths.head();
        List<JournalEntry<Event>> entries = journal.entries(head.id());
        LoopState state =
                LoopState.replay(entries.stream().map(JournalEntry::event).toList());
        List<Noted> news = after(heard, entries);
        Policy policy = state.policy();
        Inbox inbox = new Inbox();
        List<Consumer<String>> complaints = new CopyOnWriteArrayList<>();
        PublicFiles files = new PublicFiles(paths, options.clock(), words -> complaints.forEach(c -> c.accept(words)));
        files.remember(entries);
        Attempts attempts = attempts(paths, policy, files);
        RequestReader door = new RequestReader(
                StateFolder.requests(options.layout()),
                head.id(),
                inbox,
                options.stopGrace(),
                child -> adopt(child, head, inbox));
        if (!head.isStage()) { // what a pipeline asks of its loop holds, whenever that runs
            door.forgetOld();
        }
        // A job that was ordered a moment ago counts, though no file event has told of it yet.
        World<Event, Decision> world = world(paths, policy, inbox, files, attempts, () -> {
            door.look();
            adoptAll(head, inbox);
            return runningJobs();
        });
        return new ActiveLoop(head, state, inbox, attempts, complaints, lease, told -> {
            try (lease) {
                remarks.forEach(words -> complaints.forEach(c -> c.accept(words)));
                news.stream()
                        .filter(noted -> noted.entry().event() instanceof Event.LoopStarted)
                        .forEach(noted -> files.tell(noted.entry(), noted.state()));
                news.forEach(noted -> told.accept(noted.entry(), noted.state()));
                if (policy.mode() == Policy.Mode.LOOP) { // a job looks at no markers, and its task may be its parent's
                    watch.follow(paths.task().path(), () -> inbox.put(new InboxItem.Touched()));
                }
                watch.follow(paths.requests(), door::look);
                adoptAll(head, inbox);
                LoopState end = runner(world, (entry, next) -> {
                            files.tell(entry, next);
                            door.heard(entry);
                            told.accept(entry, next);
                        })
                        .run(head.id());
                new Notifications(
                                paths,
                                options.told(),
                                options.environment().all(),
                                inbox::hasAsked,
                                words -> files.say("WARNING", words))
                        .tell(journal.entries(head.id()), end);
                return Objects.requireNonNull(end.reason());
            } finally {
                if (policy.mode() == Policy.Mode.ONCE) {
                    door.look();
                } else {
                    watch.forget(paths.task().path());
                }
                watch.forget(paths.requests());
            }
        });
    }

    FolderEvents watch() {
        return watch;
    }

    /// An entry and the state it led to.
    private record Noted(JournalEntry<Event> entry, LoopState state) {}

    private static List<Noted> after(long heard, List<JournalEntry<Event>> entries) {
        List<Noted> news = new ArrayList<>();
        LoopState state = null;
        for (JournalEntry<Event> entry : entries) {
            state = state == null ? LoopState.begin((Event.LoopStarted) entry.event()) : state.after(entry.event());
            if (entry.seq() > heard) {
                news.add(new Noted(entry, state));
            }
        }
        return news;
    }

    LoopWorkspace workspace(LoopPaths paths, Policy policy, PublicFiles files) {
        return new LoopWorkspace(
                paths,
                policy,
                options.workspaces(),
                options.snapshots(),
                confinement(paths, policy.confinement(), files),
                stageBefore(paths.head()));
    }

    /// The last attempt of the stages before, whose work a stage begins with; null where there is none. What one that
    /// sent the work back changed is not part of it, nor is, for one that begins anew, what failed in its own
    /// stage.
    @Nullable
    AttemptRef stageBefore(StreamHead head) {
        String pipeline = head.isStage() ? head.parent() : null;
        boolean anew = pipeline != null && beginsAnew(pipeline, head);
        return stages(pipeline).stream()
                .takeWhile(stage -> !stage.head().id().equals(head.id()))
                .filter(stage -> stage.outcome() != Outcome.REJECTED && !onlySpeaks(pipeline, stage.head()))
                .filter(stage -> !anew
                        || stage.outcome() == Outcome.COMPLETED
                        || !Objects.equals(stage.head().role(), head.role()))
                .reduce((_, later) -> later)
                .map(stage -> new AttemptRef(stage.head().id(), stage.attempts()))
                .orElse(null);
    }

    /// What a corrector or a classifier finds it says; it changes nothing of the work itself.
    private boolean onlySpeaks(@Nullable String pipeline, StreamHead loop) {
        return pipeline != null
                && journal.events(StreamType.PIPELINE, pipeline).getFirst()
                        instanceof PipelineEvent.PipelineStarted started
                && started.plan().correction() != null
                && loop.role() != null
                && started.plan().correction().has(loop.role());
    }

    /// @param head of a loop that the pipeline has opened, or is about to
    private boolean beginsAnew(String pipeline, StreamHead head) {
        return PipelineState.replay(journal.events(StreamType.PIPELINE, pipeline).stream()
                        .takeWhile(event -> !isOpening(event, head))
                        .toList())
                .beginsAnew();
    }

    /// The loops of a pipeline that had an attempt, in the order in which they began.
    List<LoopSummary> stages(@Nullable String pipeline) {
        return pipeline == null
                ? List.of()
                : journal.loops(StreamQuery.below(pipeline)).reversed().stream()
                        .filter(stage -> stage.attempts() > 0)
                        .toList();
    }

    /// For programs of ours in a loop's workspace.
    OverlayCommand overlayCommand(LoopPaths paths, PublicFiles files) {
        return new OverlayCommand(supervisor, confinement(paths, ConfinementPolicy.NONE, files));
    }

    private Confinement confinement(
            LoopPaths paths, ConfinementPolicy confinementPolicy, Confinement.SandboxListener told) {
        return new Confinement(paths, paths.project(), confinementPolicy, options.environment(), supervisors, told);
    }

    private Attempts attempts(LoopPaths paths, Policy policy, PublicFiles files) {
        LoopVariables environment = environment(paths);
        LoopWorkspace workspace = workspace(paths, policy, files);
        // A job that an agent ordered is always a program.
        Agent agent = root == null || policy.mode() == Policy.Mode.ONCE
                ? new ProcessAgent(
                        supervisor,
                        workspace,
                        new AgentCommandLine(environment, new AgentLookup(options.launcherFolder())),
                        this::prices,
                        options.clock())
                : new CallbackAgent(root);
        TaskText text = new TaskText(paths, policy.mode());
        return new Attempts(
                paths,
                agent,
                new PromptFile(
                        environment,
                        text,
                        findings(paths.head()),
                        () -> journal.events(paths.head().id())),
                markers(paths, policy),
                TreeFingerprint.of(workspace, policy),
                options.clock());
    }

    /// What the pipeline of a stage's loop tells it.
    private List<String> findings(StreamHead head) {
        String parent = head.parent();
        if (parent == null || !head.isStage()) {
            return List.of();
        }
        return journal.events(StreamType.PIPELINE, parent).stream()
                .filter(event -> isOpening(event, head))
                .flatMap(event -> ((PipelineEvent.StageOpened) event).findings().stream())
                .toList();
    }

    private static boolean isOpening(PipelineEvent event, StreamHead loop) {
        return event instanceof PipelineEvent.StageOpened opened
                && opened.head().id().equals(loop.id());
    }

    private World<Event, Decision> world(
            LoopPaths paths,
            Policy policy,
            Inbox inbox,
            PublicFiles files,
            Attempts attempts,
            Supplier<List<String>> jobs) {
        MarkerFiles signals = markers(paths, policy);
        return new LocalLoopWorld(
                paths,
                policy,
                new LocalLoopWorld.Parts(
                        attempts,
                        signals,
                        new ChildRuns(paths, jobs, Supervisor::groupAlive, began(paths.head())),
                        checkSequence(paths, policy, attempts.workspace(), signals, files),
                        files,
                        new CompletionMessage(paths, journal, options.clock()),
                        new AgentQuestion(paths, policy, journal, new AgentLookup(options.launcherFolder())),
                        overlayCommand(paths, files)),
                inbox);
    }

    private MarkerFiles markers(LoopPaths paths, Policy policy) {
        return MarkerFiles.of(paths, policy, options.environment(), options.clock());
    }

    private Instant began(StreamHead head) {
        return journal.stream(head.id()).map(StreamSummary::startedAt).orElse(Instant.EPOCH);
    }

    private CheckSequence checkSequence(
            LoopPaths paths, Policy policy, LoopWorkspace workspace, MarkerFiles signals, PublicFiles files) {
        CheckProcesses checkProcesses =
                new CheckProcesses(paths, environment(paths), policy.pace().grace());
        LoopCleanRooms rooms = cleanRooms(paths, policy, checkProcesses, files);
        BaselineRun running = new BaselineRun(rooms, checkProcesses);
        return new CheckSequence(
                new Provers(
                        checkProcesses,
                        new CheckPlace(workspace, supervisor),
                        policy.usesCleanRoom() ? new VerdictRoom(rooms) : null,
                        new TestBaseline(options.rooms().resolve("baselines"), running),
                        experiments(running),
                        new ReviewLog(paths, () -> journal.entries(paths.head().id()), this::prices)),
                new ProofInputs(paths, workspace, journal, new AgentLookup(options.launcherFolder())),
                new ReceiptWriter(paths, machine(paths, policy, workspace), journal, Evidence.Occasion.VERDICT),
                signals,
                note -> files.say(note.kind() == ProofResult.Note.Kind.WARNING ? "WARNING" : "INFO", note.words()));
    }

    private ExperimentRuns experiments(BaselineRun running) {
        return new ExperimentRuns(
                options.rooms().resolve("experiments"),
                running,
                Runtime.getRuntime().availableProcessors() >= ROOMY ? 2 : 1);
    }

    /// Fresh checkouts of any commit of the project, for programs of ours.
    private LoopCleanRooms cleanRooms(
            LoopPaths paths, Policy policy, CheckProcesses checkProcesses, Confinement.SandboxListener told) {
        return LoopCleanRooms.of(
                options.rooms(), confinement(paths, policy.confinement(), told), supervisor, checkProcesses, policy);
    }

    /// Of what was checked in a loop; nobody is told of it but who asks.
    Reverification reverification(LoopPaths paths) {
        List<JournalEntry<Event>> entries = journal.entries(paths.head().id());
        Policy policy = journal.state(paths.head().id()).policy();
        LoopWorkspace workspace = workspace(paths, policy, new PublicFiles(paths, options.clock(), ignored -> {}));
        CheckProcesses checkProcesses =
                new CheckProcesses(paths, environment(paths), policy.pace().grace());
        LoopCleanRooms rooms = cleanRooms(paths, policy, checkProcesses, Confinement.SandboxListener.NOBODY);
        return new Reverification(
                paths,
                entries,
                rooms,
                checkProcesses,
                experiments(new BaselineRun(rooms, checkProcesses)),
                new ReceiptWriter(paths, machine(paths, policy, workspace), journal, Evidence.Occasion.REVERIFICATION),
                options.clock());
    }

    private MachineFacts machine(LoopPaths paths, Policy policy, LoopWorkspace workspace) {
        SecretFilter secretFilter = new SecretFilter(policy.confinement(), options.environment());
        return new MachineFacts(
                environment(paths),
                secretFilter,
                () -> workspace.tier().map(tier -> tier.level().name()).orElse("off"));
    }

    /// Read once, and only when an agent says what it uses.
    private synchronized Prices prices() {
        Prices known = prices;
        if (known == null) {
            known = options.prices().get();
            prices = known;
        }
        return known;
    }

    private LoopVariables environment(LoopPaths paths) {
        return new LoopVariables(paths, options.environment(), options.launcherFolder());
    }

    /// Runs a loop that an agent of `parent` ordered.
    private void adopt(String loop, StreamHead parent, Inbox parentInbox) {
        openJobsOf(parent)
                .filter(job -> job.head().id().equals(loop))
                .findFirst()
                .ifPresent(job -> adopt(job, parent, parentInbox));
    }

    private synchronized void adopt(LoopSummary job, StreamHead parent, Inbox parentInbox) {
        String loop = job.head().id();
        if (closing || jobs.containsKey(loop)) {
            return;
        }
        try {
            LoopPaths paths = new LoopPaths(options.layout(), options.project(), job.head());
            if (recover(paths).hasEnded()) {
                return;
            }
            ActiveLoop active = activate(paths, own(Leases.key(job.head())));
            Thread thread = Thread.ofPlatform().name("ralph-job-" + loop).unstarted(() -> {
                try {
                    active.run();
                } catch (InterruptedException stopped) {
                    Thread.currentThread().interrupt();
                } finally {
                    jobs.remove(loop);
                    parentInbox.put(new InboxItem.Touched());
                }
            });
            jobs.put(loop, new Job(active, thread));
            thread.start();
        } catch (IOException unable) {
            new PublicFiles(new LoopPaths(options.layout(), options.project(), parent), options.clock(), ignored -> {})
                    .say("ERROR", "job " + loop + " could not be started: " + FileErrorText.words(unable));
        }
    }

    private ActiveLoop activate(LoopPaths job, Leases.Lease lease) throws IOException {
        try {
            return activate(job, lease, List.of(), 0);
        } catch (RuntimeException | IOException failed) {
            lease.close();
            throw failed;
        }
    }

    /// Runs the jobs that agents of `parent` ordered and nobody runs: whoever ordered one died before it could
    /// ask.
    private void adoptAll(StreamHead parent, Inbox parentInbox) {
        openJobsOf(parent).forEach(job -> adopt(job, parent, parentInbox));
    }

    private Stream<LoopSummary> openJobsOf(StreamHead parent) {
        return journal.loops(StreamQuery.openBelow(parent.id())).stream()
                .filter(loop -> loop.head().isJob());
    }

    /// Their runs, or the loop where there is no run at the moment.
    private List<String> runningJobs() {
        List<String> running = new ArrayList<>();
        jobs.forEach((loop, job) -> running.add(job.loop().runId().orElse(loop)));
        return running;
    }

    /// Stops the jobs that still run; their loops can be resumed. An interrupt does not cut this short.
    @Override
    public void close() throws IOException {
        synchronized (this) {
            closing = true;
        }
        List<Job> left = List.copyOf(jobs.values());
        left.forEach(job -> job.loop().stop("the end of its parent's engine", options.stopGrace()));
        boolean interrupted = Thread.interrupted();
        for (Job job : left) {
            interrupted |= !joined(job.thread(), options.stopGrace().plusSeconds(10));
        }
        try {
            supervisors.close();
        } finally {
            watch.close();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /// False when an interrupt came meanwhile.
    private static boolean joined(Thread thread, Duration atMost) {
        long deadline = System.nanoTime() + atMost.toNanos();
        boolean interrupted = false;
        for (Duration left = atMost; left.isPositive(); left = Duration.ofNanos(deadline - System.nanoTime())) {
            try {
                thread.join(left);
                break;
            } catch (InterruptedException later) {
                interrupted = true;
            }
        }
        return !interrupted;
    }
}
