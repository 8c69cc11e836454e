package dev.ralph.process;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// What `/proc` says about processes. Everything here may be gone a moment later; nothing here throws for that.
final class ProcFiles {
    private static final File ROOT = new File("/proc");
    private static final long EXITING_OR_OF_THE_KERNEL = 0x0000_0004 | 0x0020_0000;
    private static final int LONGEST_WAIT_MS = 1000;
    private static final int SHORT = 1024;
    private static final int LONGEST_ENVIRONMENT = 1 << 22;

    private ProcFiles() {}

    /// One process. `start` is in clock ticks since boot and, together with the pid and the boot id, identifies it.
    /// `worked` is its processor time in clock ticks, with that of the children it waited for.
    record Stat(int pid, char state, int parent, int group, int session, long start, long worked) {
        /// A zombie is dead; only its parent has not looked yet.
        boolean alive() {
            return state != 'Z' && state != 'X' && state != 'x';
        }
    }

    static @Nullable Stat stat(int pid) {
        byte[] raw = read("/proc/" + pid + "/stat", 1024);
        return raw == null ? null : parse(pid, new String(raw, StandardCharsets.ISO_8859_1));
    }

    private static @Nullable Stat parse(int pid, String line) {
        int end = nameEnd(line);
        int state = end + 2;
        int at = state;
        long[] fields = new long[20];
        for (int field = 1; field < fields.length; field++) { // the state is field 0
            at = line.indexOf(' ', at) + 1;
            if (end < 0 || at == 0) {
                return null;
            }
            int next = line.indexOf(' ', at);
            fields[field] = Long.parseLong(line, at, next < 0 ? line.length() : next, 10);
        }
        long worked = fields[11] + fields[12] + fields[13] + fields[14];
        return new Stat(pid, line.charAt(state), (int) fields[1], (int) fields[2], (int) fields[3], fields[19], worked);
    }

    /// The program's name may contain anything, also spaces and parentheses.
    private static int nameEnd(String line) {
        return line.lastIndexOf(')');
    }

    /// Whether the very process that started at `start` is alive.
    static boolean alive(int pid, long start) {
        Stat stat = stat(pid);
        return stat != null && stat.start == start && stat.alive();
    }

    static boolean exists(int pid) {
        return new File(ROOT, Integer.toString(pid)).exists();
    }

    static String bootId() {
        byte[] raw = read("/proc/sys/kernel/random/boot_id", 128);
        return raw == null ? "unknown" : new String(raw, StandardCharsets.US_ASCII).strip();
    }

    /// Where our pids count; empty when the kernel does not tell.
    static String pidNamespace() {
        try {
            return Files.readSymbolicLink(Path.of("/proc/self/ns/pid")).toString();
        } catch (IOException | UnsupportedOperationException unknown) {
            return "";
        }
    }

    static List<Integer> pids() {
        String[] names = ROOT.list();
        List<Integer> pids = new ArrayList<>();
        for (String name : names == null ? new String[0] : names) {
            if (Character.isDigit(name.charAt(0))) {
                pids.add(Integer.valueOf(name));
            }
        }
        return pids;
    }

    /// The pid given out last in our pid namespace, or -1.
    static int lastPid() {
        byte[] raw = read("/proc/loadavg", 128);
        if (raw == null) {
            return -1;
        }
        String line = new String(raw, StandardCharsets.US_ASCII).strip();
        return Integer.parseInt(line.substring(line.lastIndexOf(' ') + 1));
    }

    /// The children of a process's main thread.
    static List<Integer> children(int pid) {
        return numbers("/proc/" + pid + "/task/" + pid + "/children").orElse(List.of());
    }

    /// The children of our own main thread, among them all that were adopted; empty when the kernel does not say.
    static Optional<List<Integer>> ownChildren() {
        return numbers("/proc/self/task/" + KnownChildren.SELF + "/children");
    }

    /// Of a list too long to be read in one piece, its beginning. Every number ends with a blank, so one that was cut
    /// off, and would be another process's, is left out.
    static Optional<List<Integer>> numbers(String file) {
        byte[] raw = read(file, 1 << 16);
        if (raw == null) {
            return Optional.empty();
        }
        List<Integer> numbers = new ArrayList<>();
        String text = new String(raw, StandardCharsets.US_ASCII);
        int from = 0;
        for (int to = text.indexOf(' '); to >= 0; from = to + 1, to = text.indexOf(' ', from)) {
            numbers.add(Integer.parseInt(text, from, to, 10));
        }
        return Optional.of(numbers);
    }

    /// Whether the process was started with this environment entry, `NAME=value`.
    static boolean hasVariable(int pid, byte[] entry) {
        byte[] environment = environment(pid);
        if (environment == null) {
            return false;
        }
        for (int from = 0; from + entry.length <= environment.length; ) {
            int to = from + entry.length;
            boolean ends = to == environment.length || environment[to] == 0;
            if (ends && Arrays.equals(environment, from, to, entry, 0, entry.length)) {
                return true;
            }
            while (from < environment.length && environment[from] != 0) {
                from++;
            }
            from++;
        }
        return false;
    }

    /// A process that is becoming another program has none for a moment: that moment is waited for.
    private static byte @Nullable [] environment(int pid) {
        String file = "/proc/" + pid + "/environ";
        byte[] found = read(file, LONGEST_ENVIRONMENT);
        boolean becoming = true;
        for (int wait = 0; becoming && wait < LONGEST_WAIT_MS && found != null && found.length == 0; wait++) {
            becoming = isBecoming(pid);
            found = read(file, LONGEST_ENVIRONMENT); // in this order: it may have become it since the last look
            if (becoming) {
                LockSupport.parkNanos(1_000_000);
            }
        }
        return found;
    }

    /// Whether the kernel has not laid its environment out yet.
    private static boolean isBecoming(int pid) {
        byte[] raw = read("/proc/" + pid + "/stat", 1024);
        String line = raw == null ? "" : new String(raw, StandardCharsets.ISO_8859_1);
        String[] fields = line.substring(nameEnd(line) + 1).strip().split(" ");
        return fields.length > 47
                && (Long.parseLong(fields[6]) & EXITING_OR_OF_THE_KERNEL) == 0
                && fields[47].equals("0");
    }

    static byte[] tagEntry(String tag) {
        return (Launch.TAG_VARIABLE + "=" + tag).getBytes(StandardCharsets.UTF_8);
    }

    private static byte @Nullable [] read(String path, int most) {
        try (FileInputStream in = new FileInputStream(path)) {
            if (most > SHORT) {
                return in.readNBytes(most);
            }
            byte[] all = new byte[most]; // such a file comes in one piece
            return Arrays.copyOf(all, Math.max(0, in.read(all)));
        } catch (IOException gone) { // the process ended, or is another user's: both mean "nothing to say"
            return null;
        }
    }
}
