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
import java.util.HashMap;
import java.util.List;
import java.util.Map;

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
    private final LeaseFile.Engine self = LeaseFile.Engine.self();
    private final List<String> ended = new ArrayList<>();
    private final List<String> survivors = new ArrayList<>();
    private int live;

    static SweepResult sweep(Path leases) {
        Sweeper sweeper = new Sweeper();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(leases, "*" + LeaseFile.SUFFIX)) {
            for (Path file : files) {
                sweeper.handle(file);
            }
        } catch (NoSuchFileException neverUsed) {
            return new SweepResult(List.of(), 0, List.of());
        } catch (IOException unreadable) {
            throw new UncheckedIOException("the leases in " + leases + " cannot be read", unreadable);
        }
        return new SweepResult(sweeper.ended, sweeper.live, sweeper.survivors);
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

    /// @return whether nothing is left
    private boolean endAll(Path file, LeaseFile.Content lease) {
        Map<Integer, Long> leaders = new HashMap<>();
        for (LeaseFile.Content.Named process : new LeaseFile.Content.Named[] {lease.agent(), lease.init()}) {
            if (process != null && !lease.foreign() && process.alive()) {
                leaders.put(process.pid(), process.start());
            }
        }
        long oldest = lease.engine() == null ? Long.MAX_VALUE : lease.engine().start();
        ProcessSearch.Ended found = new ProcessSearch(leaders, oldest, lease.tag()).end();
        String tag = lease.tag() == null ? "" : lease.tag();
        found.ended().forEach(_ -> ended.add(tag));
        found.left()
                .forEach(stat -> survivors.add(
                        "process " + stat.pid() + " of lease " + file + " cannot be ended; is it another user's?"));
        return found.over();
    }
}
