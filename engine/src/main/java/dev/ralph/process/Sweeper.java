package dev.ralph.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/// Ends what dead engines left behind.
///
/// 1. A lease of an engine that is alive, by pid and start time, is not touched.
/// 2. A lease of another boot has nothing behind it.
/// 3. A process is ended only if it is the one the lease names (pid and start time), stands in a session that one still
///    leads, descends from one of these, or carries the lease's tag and is not older than the engine that wrote it.
/// 4. A lease goes only when nothing of it is left.
/// 5. Of a lease written in another PID namespace no pid is believed. Inside an agent, where `ralph` may be called too,
///    the engine that runs the agent is not to be seen, and the agent itself carries the tag: a lock tells whether
///    that engine lives.
final class Sweeper {
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(10);
    private static final int LOOKS_AT_EVERYBODY = 2;

    private final Lease.Engine self = Lease.Engine.self();
    private final List<Sweep.Left> ended = new ArrayList<>();
    private final List<String> survivors = new ArrayList<>();
    private int live;
    private int stale;

    static Sweep sweep(Path leases) {
        Sweeper sweeper = new Sweeper();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(leases, "*" + Lease.SUFFIX)) {
            for (Path file : files) {
                sweeper.handle(file);
            }
        } catch (NoSuchFileException neverUsed) {
            return new Sweep(List.of(), 0, 0, List.of());
        } catch (IOException unreadable) {
            throw new UncheckedIOException("the leases in " + leases + " cannot be read", unreadable);
        }
        return new Sweep(sweeper.ended, sweeper.live, sweeper.stale, sweeper.survivors);
    }

    private void handle(Path file) throws IOException {
        // To close a file of our own would take its lock away.
        if (file.getFileName().toString().startsWith(self.prefix() + "-")) {
            live++;
            return;
        }
        Lease.Content lease;
        try {
            lease = Lease.Content.read(file);
        } catch (NoSuchFileException endedMeanwhile) {
            return;
        }
        boolean sameBoot = lease.boot() == null || lease.boot().equals(Proc.bootId());
        if (sameBoot
                && (lease.foreign()
                        ? isLocked(file)
                        : lease.engine() != null && lease.engine().alive())) {
            live++;
            return;
        }
        if (!sameBoot || endAll(file, lease)) {
            Files.deleteIfExists(file);
        }
    }

    private static boolean isLocked(Path file) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
                FileLock free = channel.tryLock(0, Long.MAX_VALUE, true)) {
            return free == null;
        } catch (NoSuchFileException endedMeanwhile) {
            return false;
        } catch (IOException | OverlappingFileLockException unknown) {
            return true;
        }
    }

    /// Whoever was listed may be gone when it is looked at, and have a child that was not listed yet. So two looks at
    /// everybody must find nothing, and then those born meanwhile are looked at until nobody is born any more.
    ///
    /// @return whether nothing is left
    private boolean endAll(Path file, Lease.Content lease) {
        Set<Long> known = new HashSet<>();
        long deadline = System.nanoTime() + PATIENCE;
        List<Proc.Stat> living = List.of();
        int youngest = -1;
        for (int quiet = 0; System.nanoTime() < deadline; quiet++) {
            int last = Proc.lastPid();
            if (quiet >= LOOKS_AT_EVERYBODY && last == youngest) {
                stale += known.isEmpty() ? 1 : 0;
                return true;
            }
            living = living(lease, quiet < LOOKS_AT_EVERYBODY || last < youngest ? 0 : youngest + 1);
            youngest = last;
            for (Proc.Stat stat : living) {
                if (Search.kill(stat.pid(), stat.start(), Sys.SIGKILL) && known.add((long) stat.pid())) {
                    ended.add(new Sweep.Left(stat.pid(), lease.tag() == null ? "" : lease.tag()));
                }
            }
            if (!living.isEmpty()) {
                quiet = -1;
                LockSupport.parkNanos(2_000_000);
            }
        }
        living.forEach(stat -> survivors.add(
                "process " + stat.pid() + " of lease " + file + " cannot be ended; is it another user's?"));
        return false;
    }

    /// @param from the least pid that is looked at
    private static List<Proc.Stat> living(Lease.Content lease, int from) {
        Set<Integer> roots = new HashSet<>();
        for (Lease.Content.Named process : new Lease.Content.Named[] {lease.agent(), lease.init()}) {
            if (process != null && !lease.foreign() && process.alive()) {
                roots.add(process.pid());
            }
        }
        long oldest = lease.engine() == null ? Long.MAX_VALUE : lease.engine().start();
        byte[] tag = lease.tag() == null ? null : Proc.tagEntry(lease.tag());
        return Kin.living(
                Proc.pids().stream().filter(pid -> pid >= from).toList(),
                stat -> true,
                stat -> roots.contains(stat.pid())
                        || roots.contains(stat.session())
                        || roots.contains(stat.group())
                        || (tag != null && stat.start() >= oldest && Proc.hasVariable(stat.pid(), tag)));
    }
}
