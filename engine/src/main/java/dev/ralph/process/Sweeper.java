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

    private final LeaseFile.Engine self = LeaseFile.Engine.self();
    private final List<SweepResult.Left> ended = new ArrayList<>();
    private final List<String> survivors = new ArrayList<>();
    private int live;
    private int stale;

    static SweepResult sweep(Path leases) {
        Sweeper sweeper = new Sweeper();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(leases, "*" + LeaseFile.SUFFIX)) {
            for (Path file : files) {
                sweeper.handle(file);
            }
        } catch (NoSuchFileException neverUsed) {
            return new SweepResult(List.of(), 0, 0, List.of());
        } catch (IOException unreadable) {
            throw new UncheckedIOException("the leases in " + leases + " cannot be read", unreadable);
        }
        return new SweepResult(sweeper.ended, sweeper.live, sweeper.stale, sweeper.survivors);
    }

    private void handle(Path file) throws IOException {
        // To close a file of our own would take its lock away.
        if (file.getFileName().toString().startsWith(self.prefix() + "-")) {
            live++;
            return;
        }
        LeaseFile.Content lease;
        try {
            lease = LeaseFile.Content.read(file);
        } catch (NoSuchFileException endedMeanwhile) {
            return;
        }
        boolean sameBoot = lease.boot() == null || lease.boot().equals(ProcFiles.bootId());
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
    private boolean endAll(Path file, LeaseFile.Content lease) {
        Set<Long> known = new HashSet<>();
        long deadline = System.nanoTime() + PATIENCE;
        List<ProcFiles.Stat> living = List.of();
        int youngest = -1;
        for (int quiet = 0; System.nanoTime() < deadline; quiet++) {
            int last = ProcFiles.lastPid();
            if (quiet >= LOOKS_AT_EVERYBODY && last == youngest) {
                stale += known.isEmpty() ? 1 : 0;
                return true;
            }
            living = living(lease, quiet < LOOKS_AT_EVERYBODY || last < youngest ? 0 : youngest + 1);
            youngest = last;
            for (ProcFiles.Stat stat : living) {
                if (ProcessSearch.kill(stat.pid(), stat.start(), SystemCalls.SIGKILL) && known.add((long) stat.pid())) {
                    ended.add(new SweepResult.Left(stat.pid(), lease.tag() == null ? "" : lease.tag()));
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
    private static List<ProcFiles.Stat> living(LeaseFile.Content lease, int from) {
        Set<Integer> roots = new HashSet<>();
        for (LeaseFile.Content.Named process : new LeaseFile.Content.Named[] {lease.agent(), lease.init()}) {
            if (process != null && !lease.foreign() && process.alive()) {
                roots.add(process.pid());
            }
        }
        long oldest = lease.engine() == null ? Long.MAX_VALUE : lease.engine().start();
        byte[] tag = lease.tag() == null ? null : ProcFiles.tagEntry(lease.tag());
        return RelatedProcesses.living(
                ProcFiles.pids().stream().filter(pid -> pid >= from).toList(),
                stat -> true,
                stat -> roots.contains(stat.pid())
                        || roots.contains(stat.session())
                        || roots.contains(stat.group())
                        || (tag != null && stat.start() >= oldest && ProcFiles.hasVariable(stat.pid(), tag)));
    }
}
