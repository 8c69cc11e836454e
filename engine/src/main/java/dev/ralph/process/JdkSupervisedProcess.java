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
final class JdkSupervisedProcess implements RunningProcess.Control {
    private static final long LOOK_MILLIS = 50;
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(10);

    private final Launch launch;
    private final Process process;
    private final LeaseFile lease;
    private final Consumer<JdkSupervisedProcess> gone;
    private final JdkOutputFile out;
    private final JdkOutputFile err;
    private final long began = System.nanoTime();
    private final CompletableFuture<Exit> exit = new CompletableFuture<>();
    private final AtomicReference<@Nullable EndCause> ending = new AtomicReference<>();
    private final CompletableFuture<EndCause> asked = new CompletableFuture<>();
    private final Map<Long, ProcessHandle> seen = new ConcurrentHashMap<>();
    private volatile @Nullable Runnable listener;
    private volatile Duration grace;
    private final CpuActivity activity;
    private volatile long lastGrowth = System.nanoTime();

    private JdkSupervisedProcess(Launch launch, Process process, LeaseFile lease, Consumer<JdkSupervisedProcess> gone) {
        this.launch = launch;
        this.activity = new CpuActivity(launch.tag());
        this.grace = launch.limits().grace();
        this.process = process;
        this.lease = lease;
        this.gone = gone;
        this.out = new JdkOutputFile(launch.stdout(), launch.limits().keptBytes());
        this.err = new JdkOutputFile(launch.stderr(), launch.limits().keptBytes());
    }

    static JdkSupervisedProcess start(
            Launch launch, String program, LeaseFile lease, Consumer<JdkSupervisedProcess> gone) throws CannotStart {
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
            ProcFiles.Stat stat = ProcFiles.stat((int) process.pid());
            lease.started((int) process.pid(), stat == null ? 0 : stat.start());
            return new JdkSupervisedProcess(launch, process, lease, gone);
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
        RunLimits limits = launch.limits();
        if (limits.wall() != null && now - began >= limits.wall().toNanos()) {
            end(EndCause.WALL_LIMIT, null);
        } else if (limits.idle() != null && isIdle(now, limits.idle().toNanos())) {
            end(EndCause.IDLE_LIMIT, null);
        } else if (out.isTooMuch() || err.isTooMuch() || limits.forbid(out.counted() + err.counted())) {
            end(EndCause.OUTPUT_LIMIT, null);
        }
    }

    private boolean isIdle(long now, long idle) {
        long silence = now - lastGrowth;
        if (!launch.limits().workCounts() || silence < idle / 2) {
            return silence >= idle;
        }
        int pid = (int) process.pid();
        if (!activity.isTakenSince(lastGrowth)) {
            activity.take(pid, now);
        }
        boolean works = silence >= idle && activity.beats(pid, now);
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
        boolean leaked = seen.values().stream().anyMatch(JdkSupervisedProcess::lives);
        everything(ProcessHandle::destroyForcibly);
        ProofOfEnd proof = awaitDeath() ? ProofOfEnd.BEST_EFFORT : ProofOfEnd.SURVIVORS;
        EndCause why = ending.get();
        OutputResult stdout = out.settle();
        OutputResult stderr = err.settle();
        if (proof == ProofOfEnd.SURVIVORS) {
            lease.keep();
        } else {
            lease.end();
        }
        gone.accept(this);
        exit.complete(new Exit(
                why == null ? EndCause.OWN_EXIT : why,
                ExitStatus.ofShell(process.exitValue()),
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
        while (seen.values().stream().anyMatch(JdkSupervisedProcess::lives)) {
            if (System.nanoTime() > deadline) {
                return false;
            }
            LockSupport.parkNanos(1_000_000);
        }
        return true;
    }

    /// For the JDK a zombie is alive, too.
    private static boolean lives(ProcessHandle handle) {
        ProcFiles.Stat stat = ProcFiles.stat((int) handle.pid());
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
    public void end(EndCause why, @Nullable Duration otherGrace) {
        if (ending.get() == null && otherGrace != null) {
            grace = otherGrace;
        }
        if (ending.compareAndSet(null, why)) {
            asked.complete(why);
        }
    }

    @Override
    public CompletableFuture<EndCause> ending() {
        return asked.copy();
    }

    @Override
    public Progress progress() {
        JdkOutputFile latest = err.lastGrowth() > out.lastGrowth() ? err : out;
        return new Progress(
                out.counted(), err.counted(), latest.lastLine(), Duration.ofNanos(System.nanoTime() - lastGrowth));
    }

    @Override
    public void onOutput(Runnable newListener) {
        listener = newListener;
    }
}
