package dev.ralph.process;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// One supervised agent, from birth to proof. Its life is driven by the watch's thread; the methods of
/// [RunningProcess] may be called by anybody.
final class SupervisedProcess implements RunningProcess, ProcessWatch.Timed {
    private static final long AGAIN = Duration.ofSeconds(1).toNanos();
    private static final long NEVER = Long.MAX_VALUE;

    private final Launch launch;
    private final ProcessScope scope;
    private final ProcessWatch watch;
    private final LeaseFile lease;
    private final OutputFollower out;
    private final OutputFollower err;
    private final FilteredOutput sieved;
    private final Runnable gone;
    private final CompletableFuture<Exit> exit = new CompletableFuture<>();
    private final AtomicReference<@Nullable EndCause> ending = new AtomicReference<>();
    private final CompletableFuture<EndCause> asked = new CompletableFuture<>();
    private final long began;
    private final long wallEnd;
    private final long pidfdToken;
    private final CpuActivity activity;
    private int pid;
    private int pidfd = -1;
    private long killAt = NEVER;
    private long lastWork = Long.MIN_VALUE;
    private boolean over;
    private volatile @Nullable Runnable listener;
    private volatile Duration grace;

    /// @param gone called once when the end is proven
    SupervisedProcess(
            Launch launch,
            ProcessScope scope,
            ProcessWatch watch,
            LeaseFile lease,
            OutputCapture out,
            OutputCapture err,
            FilteredOutput sieved,
            Runnable gone) {
        this.launch = launch;
        this.activity = new CpuActivity(launch.tag());
        this.grace = launch.limits().grace();
        this.scope = scope;
        this.watch = watch;
        this.lease = lease;
        this.out = new OutputFollower(out, watch, this::noticed);
        this.err = new OutputFollower(err, watch, this::noticed);
        this.sieved = sieved;
        this.gone = gone;
        this.pidfdToken = watch.token();
        this.began = watch.now();
        Duration wall = launch.limits().wall();
        this.wallEnd = wall == null ? NEVER : SystemCalls.bootNanos() + wall.toNanos();
    }

    /// The process exists. On the thread that started it, before anybody else hears of the agent.
    void born(int newPid, int newPidfd) {
        pid = newPid;
        pidfd = newPidfd;
        watch.run(this::begin); // handled before any event of the next line, as tasks come before events
        watch.add(pidfd, pidfdToken, this::mainEnded);
    }

    private void begin() {
        out.begin();
        err.begin();
        watch.add(this, firstDue());
    }

    private long firstDue() {
        RunLimits limits = launch.limits();
        int often = limits.workCounts() ? 2 : 1;
        long idle = limits.idle() == null ? NEVER : began + limits.idle().toNanos() / often;
        long wall = limits.wall() == null ? NEVER : began + limits.wall().toNanos();
        return Math.min(idle, wall);
    }

    @Override
    public long due(long now) {
        if (over) {
            return NEVER;
        }
        long next = Math.min(out.due(now), err.due(now));
        next = Math.min(next, checkLimits(now));
        if (now >= killAt) {
            scope.kill();
            killAt = now + AGAIN;
        }
        return Math.min(next, killAt);
    }

    private long checkLimits(long now) {
        if (ending.get() != null) {
            return NEVER;
        }
        long next = NEVER;
        if (wallEnd != NEVER) {
            long left = wallEnd - SystemCalls.bootNanos();
            if (left <= 0) {
                end(EndCause.WALL_LIMIT);
            }
            next = now + Math.min(left, ProcessWatch.TICK); // asked every tick: suspended time counts too
        }
        Duration idle = launch.limits().idle();
        return idle == null ? next : Math.min(next, now + Math.max(checkSilence(now, idle.toNanos()), 1));
    }

    /// How long until there is something to check again.
    private long checkSilence(long now, long idle) {
        long left = idle - silence(now);
        if (left <= 0) {
            lookOnceMore(now);
            left = idle - silence(now);
        }
        if (!launch.limits().workCounts()) {
            if (left <= 0) {
                end(EndCause.IDLE_LIMIT);
            }
            return left;
        }
        long half = idle / 2;
        if (left > half) {
            return left - half;
        }
        if (!activity.isTakenSince(now - silence(now))) {
            activity.take(pid, now);
        }
        if (left <= 0 && activity.beats(pid, now)) {
            lastWork = now - half;
            return half;
        }
        if (left <= 0) {
            end(EndCause.IDLE_LIMIT);
        }
        return left;
    }

    /// Before an agent is ended for silence its files are looked at, in case an event was lost.
    private void lookOnceMore(long now) {
        out.look(now);
        err.look(now);
    }

    private long silence(long now) {
        return now - Math.max(Math.max(began, lastWork), Math.max(out.lastGrowth(), err.lastGrowth()));
    }

    private void noticed(OutputCapture.Look look) {
        long written = out.capture().counted() + err.capture().counted();
        if (look == OutputCapture.Look.TOO_MUCH || launch.limits().forbid(written)) {
            end(EndCause.OUTPUT_LIMIT);
        }
        Runnable told = listener;
        if (told != null) {
            watch.guarded(told);
        }
    }

    @Override
    public void end(EndCause why, @Nullable Duration otherGrace) {
        if (why == EndCause.OWN_EXIT || why == EndCause.NOT_ENCLOSED) {
            throw new IllegalArgumentException("an end by " + why + " cannot be asked for");
        }
        if (ending.compareAndSet(null, why)) {
            grace = otherGrace == null ? launch.limits().grace() : RunLimits.bounded(otherGrace);
            if (watch.onThread()) {
                beginEnding();
            } else {
                watch.run(this::beginEnding);
            }
            asked.complete(why);
        }
    }

    private void beginEnding() {
        if (!over && killAt == NEVER) {
            scope.ask();
            killAt = watch.now() + grace.toNanos();
            watch.hasten(killAt);
        }
    }

    private void mainEnded() {
        EndCause why = killAt == NEVER ? EndCause.OWN_EXIT : ending.get();
        SystemCalls.Reaped reaped = SystemCalls.reap(pid);
        if (reaped == null) {
            return; // the descriptor woke us too early; it will again
        }
        over = true;
        watch.remove(this);
        watch.remove(pidfd, pidfdToken);
        SystemCalls.close(pidfd);
        KnownChildren.remove(pid);
        ExitStatus status = scope.status(reaped);
        Duration took = Duration.ofNanos(watch.now() - began);
        boolean never = why == EndCause.OWN_EXIT && scope.neverBegan();
        EndCause own = never ? EndCause.NOT_ENCLOSED : EndCause.OWN_EXIT;
        EndCause reason = why == null || why == EndCause.OWN_EXIT ? own : why;
        try {
            scope.clear(remains -> settle(reason, status, remains, took));
        } catch (RuntimeException trouble) { // without proof, but not without an end
            watch.report(trouble);
            settle(reason, status, new ProcessScope.Remains(true, ProofOfEnd.SURVIVORS), took);
        }
    }

    Duration grace() {
        return grace;
    }

    /// Nobody waits any longer; the lease stays for the next sweep.
    void giveUp() {
        lease.keep();
        Duration took = Duration.ofNanos(watch.now() - began);
        exit.complete(new Exit(
                EndCause.STOPPED,
                new ExitStatus.Signaled(SystemCalls.SIGKILL),
                ProofOfEnd.SURVIVORS,
                true,
                out.capture().unsettled(),
                err.capture().unsettled(),
                took));
    }

    private void settle(EndCause why, ExitStatus status, ProcessScope.Remains remains, Duration took) {
        OutputCapture first = out.end();
        OutputCapture second = err.end();
        Runnable last = () -> {
            if (exit.isDone()) {
                return;
            }
            sieved.drain();
            OutputResult stdout = settled(first);
            OutputResult stderr = settled(second);
            if (remains.proof() == ProofOfEnd.SURVIVORS) {
                lease.keep();
            } else {
                lease.end();
            }
            gone.run();
            exit.complete(new Exit(why, status, remains.proof(), remains.leaked(), stdout, stderr, took));
        };
        if (sieved.isDrained() && first.isSmall() && second.isSmall()) {
            last.run();
        } else {
            Thread.ofVirtual().name("ralph-settle-" + pid).start(last);
        }
    }

    /// A file that cannot be settled is reported; the attempt has an end all the same.
    private OutputResult settled(OutputCapture capture) {
        try {
            return capture.settle();
        } catch (RuntimeException | Error trouble) {
            watch.report(trouble);
            return capture.unsettled();
        }
    }

    @Override
    public String toString() {
        return "agent process " + pid;
    }

    @Override
    public long pid() {
        return pid;
    }

    @Override
    public CompletableFuture<Exit> exit() {
        return exit.copy(); // whatever a caller does to it, the next one gets its own
    }

    @Override
    public CompletableFuture<EndCause> ending() {
        return asked.copy();
    }

    @Override
    public Progress progress() {
        OutputFollower latest = err.lastGrowth() > out.lastGrowth() ? err : out;
        return new Progress(
                out.capture().counted(),
                err.capture().counted(),
                latest.capture().lastLine(),
                Duration.ofNanos(Math.max(0, silence(watch.now()))));
    }

    @Override
    public void onOutput(Runnable newListener) {
        listener = newListener;
    }
}
