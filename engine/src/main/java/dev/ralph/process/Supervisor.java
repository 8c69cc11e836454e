package dev.ralph.process;

import dev.ralph.fault.FaultPoint;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// Starts agents and makes sure they end. See the package for what that promises.
///
/// One supervisor serves any number of agents with a fixed handful of threads; its methods may be called by any thread,
/// virtual ones included. One thread watches, one ends what is left over. Wrappers are spawned by a thread that lives
/// as long as the supervisor, because the kernel ties "die with your parent" to the *thread* that made the child.
public final class Supervisor implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final ContainmentTier tier;
    private final NamespaceScope.@Nullable Wrapper wrapper;
    private final Path leases;
    private final LeaseFile.Engine engine = LeaseFile.Engine.self();
    private final Spawn spawn = new Spawn();
    private final ProgramSearch programs = new ProgramSearch();
    private final ProcessWatch watch = new ProcessWatch();
    private final ExecutorService spawner = single("ralph-spawner");
    private final ExecutorService enderThread = single("ralph-ender");
    private final ExecutorService puncher = single("ralph-puncher");
    private final LeftoverEnder ender = new LeftoverEnder(enderThread, watch);
    private final Set<SupervisedProcess> agents = ConcurrentHashMap.newKeySet();
    private final Orphans orphans = new Orphans();
    private final @Nullable WatchdogShell guard;
    private final ReentrantLock births = new ReentrantLock();
    private boolean closed;

    /// @param wrapper makes the namespace, at that containment only
    Supervisor(ContainmentTier tier, NamespaceScope.@Nullable Wrapper wrapper, Path leases) {
        this.tier = tier;
        this.wrapper = wrapper;
        this.leases = leases;
        if (tier.containment() == Containment.SUBREAPER) {
            KnownChildren.adoptOrphans();
        }
        this.guard = wrapper == null ? new WatchdogShell(spawn, leases.toAbsolutePath(), engine) : null;
    }

    private static ExecutorService single(String name) {
        return Executors.newSingleThreadExecutor(work -> {
            Thread thread = new Thread(work, name);
            thread.setDaemon(true);
            return thread;
        });
    }

    /// Opens a supervisor at the containment wanted, after trying for real that it works here.
    ///
    /// @param leases a folder for small files that let the next engine clean up after a crash; created if missing
    /// @throws ContainmentUnavailable when it does not work, with the reason and what would help
    public static Supervisor open(Containment wanted, Path leases) {
        return open(wanted, leases, ProbeCache.NOTHING);
    }

    /// The same, where what worked since the machine was started is not tried again.
    public static Supervisor open(Containment wanted, Path leases, ProbeCache tried) {
        try {
            Files.createDirectories(leases);
        } catch (IOException trouble) {
            throw new UncheckedIOException("the folder for leases " + leases + " cannot be made", trouble);
        }
        return ContainmentProbe.open(wanted, leases.toAbsolutePath(), tried);
    }

    /// Makes the way to the C library, which the first supervisor of a process would wait for.
    public static void load() {
        try {
            NativeLibrary.require();
            var _ = new Spawn();
            ProcessWatch.load();
        } catch (UnsupportedOperationException | IllegalCallerException | LinkageError without) {
            return; // who opens one is told
        }
    }

    /// The containment in force, printable.
    public ContainmentTier tier() {
        return tier;
    }

    /// Ends what engines that died left behind; agents of living engines are left alone. Call it before starting
    /// agents.
    public static SweepResult sweep(Path leases) {
        return Sweeper.sweep(leases);
    }

    /// Whether a process of this group is alive. A zombie is not.
    public static boolean groupAlive(long group) {
        for (int pid : ProcFiles.pids()) {
            ProcFiles.Stat stat = ProcFiles.stat(pid);
            if (stat != null && stat.group() == group && stat.alive()) {
                return true;
            }
        }
        return false;
    }

    /// Starts a program. What can go wrong with the program itself is told as [CannotStart]; then nothing is left.
    public RunningProcess start(Launch launch) throws CannotStart {
        String program = programs.find(launch);
        requireEnclosure(launch);
        if (wrapper != null) { // a wrapper's own error would only be visible in the agent's output
            CannotStart trouble = ProgramSearch.trouble(launch, program);
            if (trouble != null) {
                throw trouble;
            }
        }
        births.lock();
        try {
            if (closed) {
                throw new IllegalStateException("the supervisor is closed");
            }
            return wrapper == null ? spawn(launch, program) : onSpawner(launch, program);
        } finally {
            births.unlock();
        }
    }

    /// Whether programs can be given a view of the machine of their own, by [Enclosure.Namespaces].
    public boolean givesViews() {
        return wrapper != null
                && wrapper.prefix(new Enclosure.Namespaces(null, List.of()), Path.of("/"))
                        .isPresent();
    }

    private void requireEnclosure(Launch launch) throws CannotStart {
        boolean possible = switch (launch.enclosure()) {
            case null -> true;
            case Enclosure.Namespaces view ->
                wrapper != null && wrapper.prefix(view, launch.directory()).isPresent();
            case Enclosure.Rules _ -> wrapper == null && Landlock.abi() > 0;
        };
        if (!possible) {
            throw CannotStart.notEnclosed(launch.enclosure(), tier.containment());
        }
    }

    private SupervisedProcess onSpawner(Launch launch, String program) throws CannotStart {
        AtomicReference<@Nullable CannotStart> trouble = new AtomicReference<>();
        SupervisedProcess agent = CompletableFuture.supplyAsync(
                        () -> {
                            try {
                                return Optional.of(spawn(launch, program));
                            } catch (CannotStart reason) {
                                trouble.set(reason);
                                return Optional.<SupervisedProcess>empty();
                            }
                        },
                        spawner)
                .join()
                .orElse(null);
        if (agent == null) {
            throw Objects.requireNonNull(trouble.get());
        }
        return agent;
    }

    /// Whatever goes wrong before the agent is born is undone.
    private SupervisedProcess spawn(Launch launch, String program) throws CannotStart {
        Deque<Runnable> undo = new ArrayDeque<>();
        try {
            return spawn(launch, program, undo);
        } catch (CannotStart | RuntimeException | Error trouble) {
            undo.forEach(Runnable::run);
            throw trouble;
        }
    }

    private SupervisedProcess spawn(Launch launch, String program, Deque<Runnable> undo) throws CannotStart {
        OutputCapture out = new OutputCapture(launch.stdout(), launch.limits().keptBytes(), puncher);
        undo.push(() -> SystemCalls.close(out.fd()));
        OutputCapture err = new OutputCapture(launch.stderr(), launch.limits().keptBytes(), puncher);
        undo.push(() -> SystemCalls.close(err.fd()));
        LeaseFile lease = LeaseFile.write(leases, engine, tier.containment(), launch.tag());
        undo.push(lease::end);
        ProcessScope scope = scope(launch.tag(), lease);
        undo.push(scope::notStarted);
        FilteredOutput sieved = FilteredOutput.open(launch, watch::report);
        undo.push(sieved::abandon);
        SupervisedProcess[] self = new SupervisedProcess[1];
        SupervisedProcess agent =
                new SupervisedProcess(launch, scope, watch, lease, out, err, sieved, () -> agents.remove(self[0]));
        self[0] = agent;
        Birth birth = birth(launch, scope, sieved.through(scope.order(launch, program)), lease);
        if (birth.pid() < 0) {
            throw ProgramSearch.explain(launch, program, -birth.pid());
        }
        undo.clear();
        sieved.begin();
        agents.add(agent);
        agent.born(birth.pid(), birth.pidfd());
        return agent;
    }

    /// @param pid   a negative errno when nothing was born
    /// @param pidfd tells when it ends
    private record Birth(int pid, int pidfd) {}

    private Birth birth(Launch launch, ProcessScope scope, Spawn.Order order, LeaseFile lease) {
        boolean locked = KnownChildren.adoptsOrphans();
        if (locked) {
            KnownChildren.BIRTH.lock();
        }
        try {
            FaultPoint.SPAWN.before();
            if (guard != null) {
                guard.watch();
            }
            int pid = launch.enclosure() instanceof Enclosure.Rules rules
                    ? Landlock.confined(rules, launch, () -> spawn.start(order))
                    : spawn.start(order);
            FaultPoint.SPAWN.inside();
            int pidfd = pid < 0 ? pid : SystemCalls.pidfdOpen(pid);
            if (pidfd < 0) {
                takeBack(pid);
                return new Birth(pidfd, -1);
            }
            KnownChildren.add(pid);
            ProcFiles.Stat stat = ProcFiles.stat(pid); // a zombie has one too, so it is there
            long start = stat == null ? 0 : stat.start();
            scope.started(pid, start);
            lease.started(pid, start);
            FaultPoint.SPAWN.after();
            return new Birth(pid, pidfd);
        } finally {
            if (locked) {
                KnownChildren.BIRTH.unlock();
            }
        }
    }

    /// Ends a process right after its birth: nobody would see its end without a descriptor.
    private static void takeBack(int pid) {
        if (pid > 0) {
            long deadline = System.nanoTime() + PATIENCE.toNanos();
            SystemCalls.kill(-pid, SystemCalls.SIGKILL);
            while (SystemCalls.reap(pid) == null && System.nanoTime() < deadline) {
                LockSupport.parkNanos(1_000_000);
            }
        }
    }

    private ProcessScope scope(String tag, LeaseFile lease) throws CannotStart {
        if (wrapper != null) {
            try {
                return new NamespaceScope(wrapper, tag, watch, ender, lease);
            } catch (IllegalStateException noPipe) {
                throw new CannotStart(CannotStart.Kind.OTHER, "the agent was not started: " + noPipe.getMessage());
            }
        }
        return new SessionScope(
                tier.containment() == Containment.SUBREAPER
                        ? (pid, start) -> orphans.begin(pid, start, tag)
                        : (pid, start) -> new ProcessSearch(pid, start, tag),
                ender);
    }

    /// Ends everything still running, waits for the proof, and ends the supervisor's threads. Harmless when repeated.
    @Override
    public void close() {
        births.lock(); // whoever was being started is known now
        try {
            if (closed) {
                return;
            }
            closed = true;
        } finally {
            births.unlock();
        }
        agents.forEach(agent -> agent.end(EndCause.STOPPED, null));
        agents.forEach(Supervisor::await);
        if (guard != null) {
            guard.close();
        }
        spawner.close();
        enderThread.close();
        puncher.close();
        watch.close();
        if (tier.containment() == Containment.SUBREAPER) {
            KnownChildren.adoptNoMore();
        }
    }

    /// What the kernel itself cannot end, as a process stuck in a dead disk, is left to the next sweep. An
    /// interrupt does not cut this short: whoever closes leaves nothing running.
    private static void await(SupervisedProcess agent) {
        long deadline = System.nanoTime() + agent.grace().plus(PATIENCE).toNanos();
        boolean interrupted = false;
        while (true) {
            try {
                agent.exit().get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
                break;
            } catch (TimeoutException stuck) {
                agent.giveUp();
                break;
            } catch (InterruptedException later) {
                interrupted = true;
            } catch (ExecutionException impossible) {
                throw new IllegalStateException("an exit never completes exceptionally", impossible);
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
