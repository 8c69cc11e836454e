package dev.ralph.process;

import dev.ralph.fault.FaultPoint;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// A small file that says which process belongs to which engine, for the sweep after a crash.
///
/// 1. It exists before the agent's process does, and until the process is proven dead.
/// 2. Its first write names boot, engine and tag; the pid is added the moment it is known. A crash in between leaves a
///    lease by whose tag the process can be found.
/// 3. Only whole lines count, so a half-written lease is read as far as it goes.
/// 4. It is locked as long as its engine lives, for those who see other pids than the engine does.
///
/// There is no fsync: when the system goes down, the processes go with it.
final class LeaseFile {
    static final String SUFFIX = ".lease";
    private static final AtomicLong NUMBER = new AtomicLong();

    private final Path file;
    private @Nullable OutputStream out;

    LeaseFile(Path file, OutputStream out) {
        this.file = file;
        this.out = out;
    }

    /// The engine that writes leases: this JVM.
    record Engine(String boot, String namespace, int pid, long start) {
        static Engine self() {
            ProcFiles.Stat self = ProcFiles.stat(KnownChildren.SELF);
            return new Engine(
                    ProcFiles.bootId(), ProcFiles.pidNamespace(), KnownChildren.SELF, self == null ? 0 : self.start());
        }

        /// What the names of its leases begin with.
        String prefix() {
            return pid + "-" + start;
        }
    }

    static LeaseFile write(Path folder, Engine engine, Containment containment, String tag) throws CannotStart {
        Path file = folder.resolve(engine.prefix() + "-" + NUMBER.incrementAndGet() + SUFFIX);
        LeaseFile lease = null;
        try {
            FaultPoint.LEASE.before();
            // A stream, unlike a channel, does not care whether somebody interrupts the thread.
            FileOutputStream out = new FileOutputStream(file.toFile());
            lease = new LeaseFile(file, out);
            lock(out);
            lease.append("boot=" + engine.boot + "\nnamespace=" + engine.namespace + "\nengine=" + engine.pid + " "
                    + engine.start + "\ncontainment=" + containment + "\ntag=" + tag + "\n");
            FaultPoint.LEASE.after();
            return lease;
        } catch (IOException trouble) {
            if (lease != null) {
                lease.end();
            }
            throw new CannotStart(
                    CannotStart.Kind.OTHER,
                    "the lease " + file + " cannot be written, so the agent was not started: " + trouble);
        }
    }

    private static void lock(FileOutputStream out) {
        try {
            var _ = out.getChannel().tryLock();
        } catch (IOException | OverlappingFileLockException onlyPidsTell) {
            return;
        }
    }

    void started(int pid, long start) {
        add("agent=" + pid + " " + start + "\n");
    }

    /// The host's view of the first process inside a namespace.
    void inside(int pid, long start) {
        add("init=" + pid + " " + start + "\n");
    }

    private void add(String line) {
        try {
            append(line);
        } catch (IOException fullDisk) { // the tag is written already, and enough to find the process
            return;
        }
    }

    private synchronized void append(String lines) throws IOException {
        if (out != null) {
            out.write(lines.getBytes(StandardCharsets.UTF_8));
        }
    }

    /// The agent is proven dead. A lease that cannot be removed does no harm: the sweep finds its process dead.
    synchronized void end() {
        keep();
        try {
            FaultPoint.LEASE_END.before();
            Files.deleteIfExists(file);
            FaultPoint.LEASE_END.after();
        } catch (IOException sweepFindsItStale) {
            return;
        }
    }

    /// Leaves the file for the next sweep.
    synchronized void keep() {
        OutputStream open = out;
        out = null;
        if (open != null) {
            try {
                open.close();
            } catch (IOException alreadyWritten) {
                return;
            }
        }
    }

    /// What a lease file says, as far as it was written.
    ///
    /// @param agent pid and start time, or null if the engine died before it knew them
    record Content(
            @Nullable String boot,
            @Nullable String namespace,
            @Nullable Named engine,
            @Nullable Named agent,
            @Nullable Named init,
            @Nullable String tag) {
        /// A process that cannot be mistaken for another one of the same boot.
        record Named(int pid, long start) {
            boolean alive() {
                return ProcFiles.alive(pid, start);
            }
        }

        /// Whether its pids were counted elsewhere: here they name nobody, or strangers.
        boolean foreign() {
            String here = ProcFiles.pidNamespace();
            return namespace != null && !namespace.isEmpty() && !here.isEmpty() && !namespace.equals(here);
        }

        static Content read(Path file) throws IOException {
            String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
            Map<String, String> lines = new HashMap<>();
            int from = 0;
            for (int to = text.indexOf('\n'); to >= 0; from = to + 1, to = text.indexOf('\n', from)) {
                int sign = text.indexOf('=', from);
                if (sign >= 0 && sign < to) {
                    lines.put(text.substring(from, sign), text.substring(sign + 1, to));
                }
            }
            Named engine = process(lines.get("engine"), " ");
            return new Content(
                    lines.get("boot"),
                    lines.get("namespace"),
                    engine != null ? engine : process(file.getFileName().toString(), "-"),
                    process(lines.get("agent"), " "),
                    process(lines.get("init"), " "),
                    lines.get("tag"));
        }

        private static @Nullable Named process(@Nullable String text, String between) {
            String[] parts = text == null ? new String[0] : text.split(between);
            try {
                return parts.length < 2 ? null : new Named(Integer.parseInt(parts[0]), Long.parseLong(parts[1]));
            } catch (NumberFormatException damaged) {
                return null;
            }
        }
    }
}
