package dev.ralph.run;

import dev.ralph.budget.Prices;
import dev.ralph.loop.Confines;
import dev.ralph.loop.Decision;
import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Policy;
import dev.ralph.machine.Runner;
import dev.ralph.machine.StreamHead;
import dev.ralph.machine.World;
import dev.ralph.process.Supervisor;
import dev.ralph.receipt.Evidence;
import dev.ralph.store.Entry;
import dev.ralph.store.FileLeases;
import dev.ralph.store.FileRequests;
import dev.ralph.store.Holder;
import dev.ralph.store.Journal;
import dev.ralph.store.Leases;
import dev.ralph.store.LoopSummary;
import dev.ralph.store.Requests;
import dev.ralph.store.StreamLog;
import dev.ralph.store.StreamType;
import dev.ralph.store.Streams;
import dev.ralph.task.Layout;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Puts loops together and runs those that agents order from inside.
final class Workshop implements AutoCloseable {
    static final String TASK = "task-";

    private static final Duration POLL = Duration.ofSeconds(1);

    private final Setup setup;
    private final Journal journal;
    private final Supervisor supervisor;
    private final Keepers keepers;
    private final @Nullable RootRunner root;
    private final Watch watch;
    private final Map<String, Job> jobs = new ConcurrentHashMap<>();
    private @Nullable Prices prices;
    private boolean closing;

    private record Job(ActiveLoop loop, Thread thread) {}

    Workshop(Setup setup, Journal journal, Supervisor supervisor, @Nullable RootRunner root) throws IOException {
        this.setup = setup;
        this.journal = journal;
        this.supervisor = supervisor;
        this.keepers = new Keepers(supervisor, setup.layout().leases());
        this.root = root;
        this.watch = new Watch(setup.layout().state(), POLL);
    }

    Leases.Lease own(String key) {
        Holder me = Holder.me(setup.clock().instant(), "ralph in " + setup.project());
        return switch (new FileLeases(setup.layout().locks()).acquire(key, me)) {
            case Leases.Lease mine -> mine;
            case Leases.HeldBy held ->
                throw new HeldByOther(key.replaceFirst("-", " ") + " is " + held.words() + whatToDo(key));
        };
    }

    static Requests requests(Layout layout) {
        return new FileRequests(layout::requests);
    }

    private static String whatToDo(String key) {
        return key.startsWith(TASK)
                ? "; `ralph stop --task " + key.substring(TASK.length()) + "` ends it, `ralph logs -f` follows it"
                : "";
    }

    LoopState recover(Site site) throws IOException {
        return new Recovery(setup, journal, this::finish).of(site);
    }

    private void finish(Site site, Policy policy) throws IOException {
        Inbox inbox = new Inbox();
        PublicFiles files = new PublicFiles(site, setup.clock(), ignored -> {});
        World<Event, Decision> world = world(site, policy, inbox, files, attempts(site, policy, files), List::of);
        try {
            var _ = runner(world, files::tell).run(site.head().id());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException(
                    "interrupted while finishing loop " + site.head().id(), interrupted);
        }
    }

    private Runner<LoopState, Event, Decision> runner(
            World<Event, Decision> world, BiConsumer<Entry<Event>, LoopState> told) {
        return new Runner<>(
                new StreamLog<>(journal, StreamType.LOOP),
                LoopState::replay,
                world,
                setup.clock(),
                moved -> told.accept(Entry.of(moved), moved.state()));
    }

    /// @param heard the last entry that listeners need not be told: what was noted after it, they hear first
    ActiveLoop activate(Site site, Leases.Lease lease, List<String> remarks, long heard) throws IOException {
        StreamHead head = site.head();
        List<Entry<Event>> entries = journal.entries(head.id());
        LoopState state = LoopState.replay(entries.stream().map(Entry::event).toList());
        List<Noted> news = after(heard, entries);
        Policy policy = state.policy();
        Inbox inbox = new Inbox();
        List<Consumer<String>> complaints = new CopyOnWriteArrayList<>();
        PublicFiles files = new PublicFiles(site, setup.clock(), words -> complaints.forEach(c -> c.accept(words)));
        files.remember(entries);
        Attempts attempts = attempts(site, policy, files);
        Doorkeeper door = new Doorkeeper(
                requests(setup.layout()), head.id(), inbox, setup.stopGrace(), child -> adopt(child, head, inbox));
        door.forgetOld();
        // A job that was ordered a moment ago counts, though no file event has told of it yet.
        World<Event, Decision> world = world(site, policy, inbox, files, attempts, () -> {
            door.look();
            adoptAll(head, inbox);
            return runningJobs();
        });
        return new ActiveLoop(head, state, inbox, attempts, complaints, told -> {
            try (lease) {
                remarks.forEach(words -> complaints.forEach(c -> c.accept(words)));
                news.stream()
                        .filter(noted -> noted.entry().event() instanceof Event.LoopStarted)
                        .forEach(noted -> files.tell(noted.entry(), noted.state()));
                news.forEach(noted -> told.accept(noted.entry(), noted.state()));
                if (policy.mode() == Policy.Mode.LOOP) { // a job looks at no markers, and its task may be its parent's
                    watch.follow(site.task().path(), () -> inbox.put(new Notice.Touched()));
                }
                watch.follow(site.requests(), door::look);
                adoptAll(head, inbox);
                LoopState end = runner(world, (entry, next) -> {
                            files.tell(entry, next);
                            door.heard(entry);
                            told.accept(entry, next);
                        })
                        .run(head.id());
                return (Decision.Nothing) end.decision();
            } finally {
                if (policy.mode() == Policy.Mode.ONCE) {
                    door.look();
                } else {
                    watch.forget(site.task().path());
                }
                watch.forget(site.requests());
            }
        });
    }

    /// An entry and the state it led to.
    private record Noted(Entry<Event> entry, LoopState state) {}

    private static List<Noted> after(long heard, List<Entry<Event>> entries) {
        List<Noted> news = new ArrayList<>();
        LoopState state = null;
        for (Entry<Event> entry : entries) {
            state = state == null ? LoopState.begin((Event.LoopStarted) entry.event()) : state.after(entry.event());
            if (entry.seq() > heard) {
                news.add(new Noted(entry, state));
            }
        }
        return news;
    }

    Workplace workplace(Site site, Policy policy, PublicFiles files) {
        return new Workplace(
                site, policy, setup.workspaces(), setup.snapshots(), confinement(site, policy.confines(), files));
    }

    /// For programs of ours in a loop's workspace.
    Hands hands(Site site, PublicFiles files) {
        return new Hands(supervisor, confinement(site, Confines.NONE, files));
    }

    private Confinement confinement(Site site, Confines confines, Confinement.Told told) {
        return new Confinement(site, site.project(), confines, setup.environment(), keepers, told);
    }

    private Attempts attempts(Site site, Policy policy, PublicFiles files) {
        Surroundings environment = environment(site);
        Workplace workplace = workplace(site, policy, files);
        // A job that an agent ordered is always a program.
        Agent agent = root == null || policy.mode() == Policy.Mode.ONCE
                ? new ProcessAgent(
                        supervisor,
                        workplace,
                        new Starts(environment, new Kinds(setup.launcherFolder())),
                        this::prices,
                        setup.clock())
                : new CallbackAgent(root);
        TaskText text = new TaskText(site, policy.mode());
        return new Attempts(
                site,
                agent,
                new Papers(environment, text),
                new Signals(site.task(), setup.clock()),
                Trees.of(workplace, policy),
                setup.clock());
    }

    private World<Event, Decision> world(
            Site site, Policy policy, Inbox inbox, PublicFiles files, Attempts attempts, Supplier<List<String>> jobs) {
        Signals signals = new Signals(site.task(), setup.clock());
        return new TaskWorld(
                site,
                policy,
                new TaskWorld.Parts(
                        attempts,
                        signals,
                        new Children(site, jobs, Supervisor::groupAlive),
                        proving(site, policy, attempts.workplace(), signals, files),
                        files,
                        new Propagation(site, journal, setup.clock())),
                inbox);
    }

    private Proving proving(Site site, Policy policy, Workplace workplace, Signals signals, PublicFiles files) {
        Errands errands = new Errands(site, environment(site), policy.pace().grace());
        CleanRooms rooms = cleanRooms(site, policy, errands, files);
        return new Proving(
                new Provers(
                        errands,
                        new Workbench(workplace, supervisor),
                        policy.usesCleanRoom() ? new Chamber(rooms) : null,
                        new Baseline(setup.rooms().resolve("baselines"), new BaselineRoom(rooms, errands)),
                        new ReviewBook(site, () -> journal.entries(site.head().id()), this::prices)),
                new Claims(site, workplace, journal, new Kinds(setup.launcherFolder())),
                new Notary(site, machine(site, policy, workplace), journal, Evidence.Occasion.VERDICT),
                signals,
                note -> files.say(note.kind() == Proven.Note.Kind.ARTIFACT ? "INFO" : "WARNING", note.words()));
    }

    /// Fresh checkouts of any commit of the project, for programs of ours.
    private CleanRooms cleanRooms(Site site, Policy policy, Errands errands, Confinement.Told told) {
        return CleanRooms.of(setup.rooms(), confinement(site, policy.confines(), told), supervisor, errands, policy);
    }

    /// Of what was checked in a loop; nobody is told of it but who asks.
    Reverification reverification(Site site) {
        List<Entry<Event>> entries = journal.entries(site.head().id());
        Policy policy =
                LoopState.replay(entries.stream().map(Entry::event).toList()).policy();
        Workplace workplace = workplace(site, policy, new PublicFiles(site, setup.clock(), ignored -> {}));
        Errands errands = new Errands(site, environment(site), policy.pace().grace());
        return new Reverification(
                site,
                entries,
                cleanRooms(site, policy, errands, Confinement.Told.NOBODY),
                errands,
                new Notary(site, machine(site, policy, workplace), journal, Evidence.Occasion.REVERIFICATION),
                setup.clock());
    }

    private Machine machine(Site site, Policy policy, Workplace workplace) {
        Discretion discretion = new Discretion(site, policy.confines(), setup.environment());
        return new Machine(
                environment(site),
                discretion,
                () -> workplace.tier().map(tier -> tier.level().name()).orElse("off"));
    }

    /// Read once, and only when an agent says what it uses.
    private synchronized Prices prices() {
        Prices known = prices;
        if (known == null) {
            known = setup.prices().get();
            prices = known;
        }
        return known;
    }

    private Surroundings environment(Site site) {
        return new Surroundings(site, setup.environment(), setup.launcherFolder());
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
            Site site = new Site(setup.layout(), setup.project(), job.head());
            if (recover(site).hasEnded()) {
                return;
            }
            ActiveLoop active = activate(site, own(Leases.key(job.head())));
            Thread thread = Thread.ofPlatform().name("ralph-job-" + loop).unstarted(() -> {
                try {
                    active.run();
                } catch (InterruptedException stopped) {
                    Thread.currentThread().interrupt();
                } finally {
                    jobs.remove(loop);
                    parentInbox.put(new Notice.Touched());
                }
            });
            jobs.put(loop, new Job(active, thread));
            thread.start();
        } catch (IOException unable) {
            new PublicFiles(new Site(setup.layout(), setup.project(), parent), setup.clock(), ignored -> {})
                    .say("ERROR", "job " + loop + " could not be started: " + Trouble.words(unable));
        }
    }

    private ActiveLoop activate(Site job, Leases.Lease lease) throws IOException {
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
        return journal.loops(Streams.openBelow(parent.id())).stream()
                .filter(loop -> loop.head().profile().equals(Handover.JOB));
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
        left.forEach(job -> job.loop().stop("the end of its parent's engine", setup.stopGrace()));
        boolean interrupted = Thread.interrupted();
        for (Job job : left) {
            interrupted |= !joined(job.thread(), setup.stopGrace().plusSeconds(10));
        }
        try {
            keepers.close();
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
