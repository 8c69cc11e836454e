package dev.ralph.process;

import dev.ralph.fault.FaultPoint;
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

/// Supervision by system calls: one thread watches, one ends what is left over. Wrappers are spawned by a thread
/// that lives as long as the supervision, because the kernel ties "die with your parent" to the *thread* that
/// made the child.
final class NativeSupervision implements Supervision {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Containment containment;
    private final NamespaceHold.@Nullable Wrapper wrapper;
    private final Path leases;
    private final Lease.Engine engine = Lease.Engine.self();
    private final Spawn spawn = new Spawn();
    private final Program programs = new Program();
    private final Watch watch = new Watch();
    private final ExecutorService spawner = single("ralph-spawner");
    private final ExecutorService enderThread = single("ralph-ender");
    private final ExecutorService puncher = single("ralph-puncher");
    private final Ender ender = new Ender(enderThread, watch);
    private final Set<Agent> agents = ConcurrentHashMap.newKeySet();
    private final Orphans orphans = new Orphans();
    private final @Nullable Guard guard;
    private final ReentrantLock births = new ReentrantLock();
    private boolean closed;

    /// @param wrapper makes the namespace, at that containment only
    NativeSupervision(Containment containment, NamespaceHold.@Nullable Wrapper wrapper, Path leases) {
        this.containment = containment;
        this.wrapper = wrapper;
        this.leases = leases;
        if (containment == Containment.SUBREAPER) {
            Family.adoptOrphans();
        }
        this.guard = wrapper == null ? new Guard(spawn, leases.toAbsolutePath(), engine) : null;
    }

    private static ExecutorService single(String name) {
        return Executors.newSingleThreadExecutor(work -> {
            Thread thread = new Thread(work, name);
            thread.setDaemon(true);
            return thread;
        });
    }

    @Override
    public Running start(Launch launch) throws CannotStart {
        String program = programs.find(launch);
        requireEnclosure(launch);
        if (wrapper != null) { // a wrapper's own error would only be visible in the agent's output
            CannotStart trouble = Program.trouble(launch, program);
            if (trouble != null) {
                throw trouble;
            }
        }
        births.lock();
        try {
            if (closed) {
                throw new IllegalStateException("the supervisor is closed");
            }
            return new Running(wrapper == null ? spawn(launch, program) : onSpawner(launch, program));
        } finally {
            births.unlock();
        }
    }

    @Override
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
            throw CannotStart.notEnclosed(launch.enclosure(), containment);
        }
    }

    private Agent onSpawner(Launch launch, String program) throws CannotStart {
        AtomicReference<@Nullable CannotStart> trouble = new AtomicReference<>();
        Agent agent = CompletableFuture.supplyAsync(
                        () -> {
                            try {
                                return Optional.of(spawn(launch, program));
                            } catch (CannotStart reason) {
                                trouble.set(reason);
                                return Optional.<Agent>empty();
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
    private Agent spawn(Launch launch, String program) throws CannotStart {
        Deque<Runnable> undo = new ArrayDeque<>();
        try {
            return spawn(launch, program, undo);
        } catch (CannotStart | RuntimeException | Error trouble) {
            undo.forEach(Runnable::run);
            throw trouble;
        }
    }

    private Agent spawn(Launch launch, String program, Deque<Runnable> undo) throws CannotStart {
        Capture out = new Capture(launch.stdout(), launch.limits().keptBytes(), puncher);
        undo.push(() -> Sys.close(out.fd()));
        Capture err = new Capture(launch.stderr(), launch.limits().keptBytes(), puncher);
        undo.push(() -> Sys.close(err.fd()));
        Lease lease = Lease.write(leases, engine, containment, launch.tag());
        undo.push(lease::end);
        Hold hold = hold(launch.tag(), lease);
        undo.push(hold::notStarted);
        Sieved sieved = Sieved.open(launch, watch::report);
        undo.push(sieved::abandon);
        Agent[] self = new Agent[1];
        Agent agent = new Agent(launch, hold, watch, lease, out, err, sieved, () -> agents.remove(self[0]));
        self[0] = agent;
        Birth birth = birth(launch, hold, sieved.through(hold.order(launch, program)), lease);
        if (birth.pid() < 0) {
            throw Program.explain(launch, program, -birth.pid());
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

    private Birth birth(Launch launch, Hold hold, Spawn.Order order, Lease lease) {
        boolean locked = Family.adoptsOrphans();
        if (locked) {
            Family.BIRTH.lock();
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
            int pidfd = pid < 0 ? pid : Sys.pidfdOpen(pid);
            if (pidfd < 0) {
                takeBack(pid);
                return new Birth(pidfd, -1);
            }
            Family.add(pid);
            Proc.Stat stat = Proc.stat(pid); // a zombie has one too, so it is there
            long start = stat == null ? 0 : stat.start();
            hold.started(pid, start);
            lease.started(pid, start);
            FaultPoint.SPAWN.after();
            return new Birth(pid, pidfd);
        } finally {
            if (locked) {
                Family.BIRTH.unlock();
            }
        }
    }

    /// Ends a process right after its birth: nobody would see its end without a descriptor.
    private static void takeBack(int pid) {
        if (pid > 0) {
            long deadline = System.nanoTime() + PATIENCE.toNanos();
            Sys.kill(-pid, Sys.SIGKILL);
            while (Sys.reap(pid) == null && System.nanoTime() < deadline) {
                LockSupport.parkNanos(1_000_000);
            }
        }
    }

    private Hold hold(String tag, Lease lease) throws CannotStart {
        if (wrapper != null) {
            try {
                return new NamespaceHold(wrapper, tag, watch, ender, lease);
            } catch (IllegalStateException noPipe) {
                throw new CannotStart(CannotStart.Kind.OTHER, "the agent was not started: " + noPipe.getMessage());
            }
        }
        return new SessionHold(
                containment == Containment.SUBREAPER ? new OrphanedRest(tag, orphans) : new SearchedRest(tag), ender);
    }

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
        agents.forEach(agent -> agent.end(Ending.STOPPED, null));
        agents.forEach(NativeSupervision::await);
        if (guard != null) {
            guard.close();
        }
        spawner.close();
        enderThread.close();
        puncher.close();
        watch.close();
        if (containment == Containment.SUBREAPER) {
            Family.adoptNoMore();
        }
    }

    /// What the kernel itself cannot end, as a process stuck in a dead disk, is left to the next sweep. An
    /// interrupt does not cut this short: whoever closes leaves nothing running.
    private static void await(Agent agent) {
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
