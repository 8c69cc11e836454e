package dev.ralph.process;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// One agent supervised by the JDK's process API, with a virtual thread that looks at it a few times a second.
final class BasicAgent implements Running.Control {
    private static final long LOOK_MILLIS = 50;
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(10);

    private final Launch launch;
    private final Process process;
    private final Lease lease;
    private final Consumer<BasicAgent> gone;
    private final BasicOutput out;
    private final BasicOutput err;
    private final long began = System.nanoTime();
    private final CompletableFuture<Exit> exit = new CompletableFuture<>();
    private final AtomicReference<@Nullable Ending> ending = new AtomicReference<>();
    private final CompletableFuture<Ending> asked = new CompletableFuture<>();
    private final Map<Long, ProcessHandle> seen = new ConcurrentHashMap<>();
    private volatile @Nullable Runnable listener;
    private volatile Duration grace;
    private final Pulse pulse;
    private volatile long lastGrowth = System.nanoTime();

    private BasicAgent(Launch launch, Process process, Lease lease, Consumer<BasicAgent> gone) {
        this.launch = launch;
        this.pulse = new Pulse(launch.tag());
        this.grace = launch.limits().grace();
        this.process = process;
        this.lease = lease;
        this.gone = gone;
        this.out = new BasicOutput(launch.stdout(), launch.limits().keptBytes());
        this.err = new BasicOutput(launch.stderr(), launch.limits().keptBytes());
    }

    static BasicAgent start(Launch launch, String program, Lease lease, Consumer<BasicAgent> gone) throws CannotStart {
        List<String> command = new ArrayList<>(launch.command());
        command.set(0, program);
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(launch.directory().toFile())
                .redirectInput(launch.stdin().toFile())
                .redirectOutput(ProcessBuilder.Redirect.appendTo(launch.stdout().toFile()))
                .redirectError(ProcessBuilder.Redirect.appendTo(launch.stderr().toFile()));
        builder.environment().clear();
        builder.environment().putAll(launch.environment());
        builder.environment().put("PWD", launch.directory().toString());
        builder.environment().put(Launch.TAG_VARIABLE, launch.tag());
        try {
            Process process = builder.start();
            Proc.Stat stat = Proc.stat((int) process.pid());
            lease.started((int) process.pid(), stat == null ? 0 : stat.start());
            return new BasicAgent(launch, process, lease, gone);
        } catch (IOException trouble) {
            lease.end();
            throw new CannotStart(
                    CannotStart.Kind.OTHER, "'" + program + "' cannot be started: " + trouble.getMessage());
        }
    }

    void watch() {
        Thread.ofVirtual().name("ralph-basic-" + process.pid()).start(this::supervise);
    }

    private void supervise() {
        long killAt = Long.MAX_VALUE;
        while (alive()) {
            long now = System.nanoTime();
            look(now);
            checkLimits(now);
            if (ending.get() != null && killAt == Long.MAX_VALUE) {
                killAt = now - began + grace.toNanos();
                everything(ProcessHandle::destroy);
            }
            if (now - began >= killAt) {
                everything(ProcessHandle::destroyForcibly);
            }
        }
        finish();
    }

    private boolean alive() {
        try {
            return !process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException nobodyMay) {
            return process.isAlive();
        }
    }

    private void look(long now) {
        seen.values().removeIf(handle -> !handle.isAlive()); // an agent that works for days starts thousands
        process.descendants().forEach(handle -> seen.put(handle.pid(), handle));
        boolean outGrown = out.look();
        boolean errGrown = err.look();
        if (outGrown || errGrown) {
            lastGrowth = now;
            Runnable told = listener;
            if (told != null) {
                tell(told);
            }
        }
    }

    /// A listener's trouble is reported where uncaught exceptions go; the agent stays supervised.
    private static void tell(Runnable told) {
        try {
            told.run();
        } catch (RuntimeException | Error trouble) {
            Thread thread = Thread.currentThread();
            thread.getUncaughtExceptionHandler().uncaughtException(thread, trouble);
        }
    }

    private void checkLimits(long now) {
        Limits limits = launch.limits();
        if (limits.wall() != null && now - began >= limits.wall().toNanos()) {
            end(Ending.WALL_LIMIT, null);
        } else if (limits.idle() != null && isIdle(now, limits.idle().toNanos())) {
            end(Ending.IDLE_LIMIT, null);
        } else if (out.isTooMuch() || err.isTooMuch() || limits.forbid(out.counted() + err.counted())) {
            end(Ending.OUTPUT_LIMIT, null);
        }
    }

    private boolean isIdle(long now, long idle) {
        long silence = now - lastGrowth;
        if (!launch.limits().workCounts() || silence < idle / 2) {
            return silence >= idle;
        }
        int pid = (int) process.pid();
        if (!pulse.isTakenSince(lastGrowth)) {
            pulse.take(pid, now);
        }
        boolean works = silence >= idle && pulse.beats(pid, now);
        if (works) {
            lastGrowth = now - idle / 2;
        }
        return silence >= idle && !works;
    }

    private void everything(Consumer<ProcessHandle> act) {
        process.descendants().forEach(handle -> seen.put(handle.pid(), handle));
        act.accept(process.toHandle());
        seen.values().stream().filter(ProcessHandle::isAlive).forEach(act);
    }

    private void finish() {
        Duration took = Duration.ofNanos(System.nanoTime() - began);
        boolean leaked = seen.values().stream().anyMatch(BasicAgent::lives);
        everything(ProcessHandle::destroyForcibly);
        Proof proof = awaitDeath() ? Proof.BEST_EFFORT : Proof.SURVIVORS;
        Ending why = ending.get();
        Output stdout = out.settle();
        Output stderr = err.settle();
        if (proof == Proof.SURVIVORS) {
            lease.keep();
        } else {
            lease.end();
        }
        gone.accept(this);
        exit.complete(new Exit(
                why == null ? Ending.OWN_EXIT : why,
                Status.ofShell(process.exitValue()),
                proof,
                leaked,
                stdout,
                stderr,
                took,
                null));
    }

    /// Who was killed needs a moment to die.
    private boolean awaitDeath() {
        long deadline = System.nanoTime() + PATIENCE;
        while (seen.values().stream().anyMatch(BasicAgent::lives)) {
            if (System.nanoTime() > deadline) {
                return false;
            }
            LockSupport.parkNanos(1_000_000);
        }
        return true;
    }

    /// For the JDK a zombie is alive, too.
    private static boolean lives(ProcessHandle handle) {
        Proc.Stat stat = Proc.stat((int) handle.pid());
        return handle.isAlive() && (stat == null || stat.alive());
    }

    @Override
    public long pid() {
        return process.pid();
    }

    @Override
    public CompletableFuture<Exit> exit() {
        return exit.copy(); // whatever a caller does to it, the next one gets its own
    }

    @Override
    public void end(Ending why, @Nullable Duration otherGrace) {
        if (ending.get() == null && otherGrace != null) {
            grace = otherGrace;
        }
        if (ending.compareAndSet(null, why)) {
            asked.complete(why);
        }
    }

    @Override
    public CompletableFuture<Ending> ending() {
        return asked.copy();
    }

    @Override
    public Progress progress() {
        BasicOutput latest = err.lastGrowth() > out.lastGrowth() ? err : out;
        return new Progress(
                out.counted(), err.counted(), latest.lastLine(), Duration.ofNanos(System.nanoTime() - lastGrowth));
    }

    @Override
    public void onOutput(Runnable newListener) {
        listener = newListener;
    }
}
