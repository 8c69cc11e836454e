package dev.ralph.run;

import dev.ralph.fault.FaultPoint;
import dev.ralph.loop.Decision;
import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Phase;
import dev.ralph.loop.Policy;
import dev.ralph.process.Supervisor;
import dev.ralph.store.Claim;
import dev.ralph.store.Entry;
import dev.ralph.store.Holder;
import dev.ralph.store.Journal;
import dev.ralph.store.LoopHead;
import dev.ralph.store.LoopSummary;
import dev.ralph.store.Ownership;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Puts loops together and runs those that agents order from inside.
final class Workshop implements AutoCloseable {
    static final String TASK = "task-";

    private static final Duration POLL = Duration.ofSeconds(1);

    private final Setup setup;
    private final Journal journal;
    private final Supervisor supervisor;
    private final @Nullable RootRunner root;
    private final Watch watch;
    private final Map<String, Job> jobs = new ConcurrentHashMap<>();

    private record Job(ActiveLoop loop, Thread thread) {}

    Workshop(Setup setup, Journal journal, Supervisor supervisor, @Nullable RootRunner root) throws IOException {
        this.setup = setup;
        this.journal = journal;
        this.supervisor = supervisor;
        this.root = root;
        this.watch = new Watch(setup.layout().state(), POLL);
    }

    Ownership own(String key) {
        Holder me = Holder.me(setup.clock().instant(), "ralph in " + setup.project());
        return switch (Ownership.acquire(setup.layout().locks(), key, me)) {
            case Ownership mine -> mine;
            case Claim.HeldBy held ->
                throw new HeldByOther(key.replaceFirst("-", " ") + " is " + held.words() + whatToDo(key));
        };
    }

    private static String whatToDo(String key) {
        return key.startsWith(TASK)
                ? "; `ralph stop --task " + key.substring(TASK.length()) + "` ends it, `ralph logs -f` follows it"
                : "";
    }

    /// Brings a loop that nobody runs to a state from which it can go on: an attempt that was open is lost, an end
    /// that was decided is told, and the public files say what the journal implies.
    LoopState recover(Site site) throws IOException {
        FaultPoint.RECOVER.before();
        String loop = site.head().loop();
        List<Entry> entries = journal.entries(loop);
        LoopState state = replay(entries);
        if (openAttempt(state) > 0) {
            state = append(
                    loop,
                    entries,
                    state,
                    new Event.AttemptLost(openAttempt(state), setup.clock().instant()));
        }
        new PublicFiles(site, setup.clock(), ignored -> {}).repair(journal.entries(loop));
        if (state.phase() instanceof Phase.Finishing) {
            finish(site, state.policy());
        }
        for (LoopSummary job : jobsOf(site.head())) {
            recover(site(job));
        }
        FaultPoint.RECOVER.after();
        return replay(journal.entries(loop));
    }

    /// The attempt that the journal knows no end of, 0 when there is none.
    private static int openAttempt(LoopState state) {
        return switch (state.decision()) {
            case Decision.AttendAttempt attend -> attend.attempt();
            case Decision.EndAttempt end -> end.attempt();
            default -> 0;
        };
    }

    private LoopState append(String loop, List<Entry> entries, LoopState state, Event event) {
        LoopState next = state.after(event);
        journal.append(
                loop,
                List.of(new Entry(entries.getLast().seq() + 1, setup.clock().instant(), event)));
        return next;
    }

    private void finish(Site site, Policy policy) throws IOException {
        Inbox inbox = new Inbox();
        PublicFiles files = new PublicFiles(site, setup.clock(), ignored -> {});
        World world = world(site, policy, inbox, files, attempts(site, policy), List::of);
        try {
            new Runner(journal, world, setup.clock(), files::tell)
                    .run(site.head().loop());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException(
                    "interrupted while finishing loop " + site.head().loop(), interrupted);
        }
    }

    /// @param heard the last entry that listeners need not be told: what was noted after it, they hear first
    ActiveLoop activate(Site site, Ownership ownership, Optional<String> remark, long heard) throws IOException {
        LoopHead head = site.head();
        List<Entry> entries = journal.entries(head.loop());
        LoopState state = replay(entries);
        Policy policy = state.policy();
        Inbox inbox = new Inbox();
        List<Consumer<String>> complaints = new CopyOnWriteArrayList<>();
        PublicFiles files = new PublicFiles(site, setup.clock(), words -> complaints.forEach(c -> c.accept(words)));
        files.remember(entries);
        Attempts attempts = attempts(site, policy);
        Doorkeeper door = new Doorkeeper(
                new Requests(site.requests()), inbox, setup.stopGrace(), child -> adopt(child, head, inbox));
        door.forgetOld();
        // A job that was ordered a moment ago counts, though no file event has told of it yet.
        World world = world(site, policy, inbox, files, attempts, () -> {
            door.look();
            adoptAll(head, inbox);
            return runningJobs();
        });
        return new ActiveLoop(head, state, inbox, attempts, complaints, told -> {
            try (ownership) {
                remark.ifPresent(words -> complaints.forEach(c -> c.accept(words)));
                tellAfter(heard, entries, told);
                watch.follow(site.task().path(), () -> inbox.put(new Notice.Touched()));
                watch.follow(site.requests(), door::look);
                adoptAll(head, inbox);
                return new Runner(journal, world, setup.clock(), (entry, next) -> {
                            files.tell(entry, next);
                            door.heard(entry);
                            told.accept(entry, next);
                        })
                        .run(head.loop());
            } finally {
                if (policy.mode() == Policy.Mode.ONCE) {
                    door.look();
                }
                watch.forget(site.requests());
                watch.forget(site.task().path());
            }
        });
    }

    private static void tellAfter(long heard, List<Entry> entries, BiConsumer<Entry, LoopState> told) {
        for (int i = 0; i < entries.size(); i++) {
            if (entries.get(i).seq() > heard) {
                told.accept(entries.get(i), replay(entries.subList(0, i + 1)));
            }
        }
    }

    private Attempts attempts(Site site, Policy policy) {
        Surroundings environment = environment(site);
        // A job that an agent ordered is always a program.
        Agent agent = root == null || policy.mode() == Policy.Mode.ONCE
                ? new ProcessAgent(supervisor, environment)
                : new CallbackAgent(root);
        TaskText text = new TaskText(site, policy.mode());
        return new Attempts(
                site, agent, new Papers(environment, text), new Signals(site.task(), setup.clock()), setup.clock());
    }

    private World world(
            Site site, Policy policy, Inbox inbox, PublicFiles files, Attempts attempts, Supplier<List<String>> jobs) {
        Signals signals = new Signals(site.task(), setup.clock());
        return new TaskWorld(
                site,
                policy,
                new TaskWorld.Parts(
                        attempts,
                        signals,
                        new Children(site, jobs, Supervisor::groupAlive),
                        new Checks(site, supervisor, environment(site)),
                        files,
                        new Propagation(site, journal, setup.clock())),
                inbox);
    }

    private Surroundings environment(Site site) {
        return new Surroundings(site, setup.environment(), setup.launcherFolder());
    }

    /// Runs a loop that an agent of `parent` ordered.
    private synchronized void adopt(String loop, LoopHead parent, Inbox parentInbox) {
        Optional<LoopSummary> found = jobsOf(parent).stream()
                .filter(job -> job.open() && job.head().loop().equals(loop))
                .findFirst();
        if (found.isEmpty() || jobs.containsKey(loop)) {
            return;
        }
        try {
            Site site = site(found.get());
            if (recover(site).hasEnded()) {
                return;
            }
            ActiveLoop active = activate(site, own("job-" + loop), Optional.empty(), 0);
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

    /// Runs the jobs that agents of `parent` ordered and nobody runs: whoever ordered one died before it could ask.
    private void adoptAll(LoopHead parent, Inbox parentInbox) {
        jobsOf(parent).stream()
                .filter(LoopSummary::open)
                .forEach(job -> adopt(job.head().loop(), parent, parentInbox));
    }

    private List<LoopSummary> jobsOf(LoopHead parent) {
        Set<String> runs = new HashSet<>();
        journal.attempts(parent.loop()).forEach(attempt -> runs.add(attempt.run()));
        return journal.loops().stream()
                .filter(loop -> loop.head().profile().equals(Handover.JOB)
                        && loop.head().parentRun() != null
                        && runs.contains(loop.head().parentRun()))
                .toList();
    }

    private Site site(LoopSummary loop) {
        return new Site(setup.layout(), setup.project(), loop.head());
    }

    /// Their runs, or the loop where there is no run at the moment.
    private List<String> runningJobs() {
        List<String> running = new ArrayList<>();
        jobs.forEach((loop, job) -> running.add(job.loop().runId().orElse(loop)));
        return running;
    }

    private static LoopState replay(List<Entry> entries) {
        return LoopState.replay(entries.stream().map(Entry::event).toList());
    }

    /// Stops the jobs that still run; their loops can be resumed.
    @Override
    public void close() throws IOException {
        List<Job> left = List.copyOf(jobs.values());
        left.forEach(job -> job.loop().stop("the end of its parent's engine", setup.stopGrace()));
        try {
            for (Job job : left) {
                job.thread().join(setup.stopGrace().plusSeconds(10));
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        supervisor.close();
        watch.close();
    }
}
