package dev.ralph.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Starts agents and makes sure they end. See the package for what that promises.
///
/// One supervisor serves any number of agents with a fixed handful of threads; its methods may be called by any thread,
/// virtual ones included.
public final class Supervisor implements AutoCloseable {
    private final ContainmentTier tier;
    private final Supervision supervision;

    Supervisor(ContainmentTier tier, Supervision supervision) {
        this.tier = tier;
        this.supervision = supervision;
    }

    /// Opens a supervisor at the containment wanted, after trying for real that it works here.
    ///
    /// @param leases a folder for small files that let the next engine clean up after a crash; created if missing
    /// @throws ContainmentUnavailable when it does not work, with the reason and what would help
    public static Supervisor open(Containment wanted, Path leases) {
        try {
            Files.createDirectories(leases);
        } catch (IOException trouble) {
            throw new UncheckedIOException("the folder for leases " + leases + " cannot be made", trouble);
        }
        return ContainmentProbe.open(wanted, leases.toAbsolutePath());
    }

    /// The containment in force, printable.
    public ContainmentTier tier() {
        return tier;
    }

    /// Whether programs can be given a view of the machine of their own, by [Enclosure.Namespaces].
    public boolean givesViews() {
        return supervision.givesViews();
    }

    /// Starts a program. What can go wrong with the program itself is told as [CannotStart]; then nothing is left.
    public RunningProcess start(Launch launch) throws CannotStart {
        return supervision.start(launch);
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

    /// Ends everything still running, waits for the proof, and ends the supervisor's threads. Harmless when repeated.
    @Override
    public synchronized void close() {
        supervision.close();
    }
}
