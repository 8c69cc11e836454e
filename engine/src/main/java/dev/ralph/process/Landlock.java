package dev.ralph.process;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntSupplier;

/// Confines one thread, and with it whatever that thread starts, by the kernel's Landlock. No helper program, no
/// privilege, no namespace is needed. It denies, it does not hide, and there is no way back for the thread.
public final class Landlock {
    private static final long CREATE_RULESET = 444;
    private static final long ADD_RULE = 445;
    private static final long RESTRICT_SELF = 446;
    private static final long PRCTL = SystemCalls.number(157, 167);
    private static final long PR_CAPBSET_DROP = 24;
    private static final long PR_SET_NO_NEW_PRIVS = 38;
    private static final int LAST_CAPABILITY = 63;
    private static final long VERSION = 1;
    private static final int PATH_BENEATH = 1;
    private static final int NET_PORT = 2;
    private static final int O_PATH = 0x200000;
    private static final long WRITE_FILE = 0x2;
    private static final long READ_FILE = 0x4;
    private static final long EXECUTE_READ_FILE_READ_DIR = 0x1 | 0x4 | 0x8;
    /// Of all rights on files: execute, write, read, truncate, device control.
    private static final long OF_A_FILE = 0x1 | 0x2 | 0x4 | 0x4000 | 0x8000;

    private static final long BIND_AND_CONNECT = 3;
    private static final long ABSTRACT_SOCKETS_AND_SIGNALS = 3;

    private Landlock() {}

    /// Which Landlock this kernel has: 0 for none.
    public static int abi() {
        try {
            NativeLibrary.require();
            return (int) Math.max(0, NativeLibrary.system(CREATE_RULESET, 0, 0, VERSION));
        } catch (UnsupportedOperationException | IllegalCallerException | LinkageError withoutNativeCalls) {
            return 0;
        }
    }

    /// What an agent can still do here that a kernel with a newer Landlock would deny.
    public static List<String> gaps(int abi) {
        record Gap(int until, String words) {}
        return List.of(
                        new Gap(2, "files cannot be moved between folders, inside the workspace either (Landlock 2)"),
                        new Gap(3, "files outside can be cut to a length (Landlock 3)"),
                        new Gap(4, "TCP connections are not confined (Landlock 4)"),
                        new Gap(6, "abstract unix sockets and signals reach out (Landlock 6)"))
                .stream()
                .filter(gap -> abi < gap.until())
                .map(Gap::words)
                .toList();
    }

    /// Calls `start` on a new thread that is confined, and gives its result; the negative errno if confining
    /// failed.
    ///
    /// After that thread is confined it must load no class, which it may not be able to read: `start` is code that
    /// ran before.
    static int confined(Enclosure.Rules rules, Launch launch, IntSupplier start) {
        return CompletableFuture.supplyAsync(
                        () -> {
                            int trouble = restrict(rules, launch);
                            return trouble < 0 ? trouble : start.getAsInt();
                        },
                        task -> Thread.ofPlatform().name("ralph-landlock").start(task))
                .join();
    }

    private static int restrict(Enclosure.Rules rules, Launch launch) {
        try (Arena arena = Arena.ofConfined()) {
            int abi = abi();
            long files = files(abi);
            Set<Integer> ports = rules.ports();
            MemorySegment attributes = arena.allocate(24, 8);
            attributes.set(JAVA_LONG, 0, files);
            attributes.set(JAVA_LONG, 8, abi >= 4 && ports != null ? BIND_AND_CONNECT : 0);
            attributes.set(JAVA_LONG, 16, abi >= 6 ? ABSTRACT_SOCKETS_AND_SIGNALS : 0);
            long size = abi >= 6 ? 24 : abi >= 4 ? 16 : 8;
            int set = (int) NativeLibrary.system(CREATE_RULESET, attributes.address(), size, 0);
            if (set < 0) {
                return set;
            }
            try {
                rules.readOnly().forEach(path -> allow(arena, set, path, EXECUTE_READ_FILE_READ_DIR & files));
                rules.readWrite().forEach(path -> allow(arena, set, path, files));
                allow(arena, set, launch.stdin(), READ_FILE);
                allow(arena, set, launch.stdout(), WRITE_FILE);
                allow(arena, set, launch.stderr(), WRITE_FILE);
                if (abi >= 4 && ports != null) {
                    ports.forEach(port -> allow(arena, set, port));
                }
                return enforce(set);
            } finally {
                SystemCalls.close(set);
            }
        }
    }

    /// All rights on files that this kernel knows.
    private static long files(int abi) {
        return abi >= 5 ? 0xffff : abi >= 3 ? 0x7fff : abi == 2 ? 0x3fff : 0x1fff;
    }

    /// A path that does not exist or cannot be reached is not allowed, which is what it was anyway.
    private static void allow(Arena arena, int set, Path path, long rights) {
        int fd = SystemCalls.open(path, O_PATH);
        if (fd >= 0) {
            MemorySegment rule = arena.allocate(12, 8);
            rule.set(JAVA_LONG_UNALIGNED, 0, Files.isDirectory(path) ? rights : rights & OF_A_FILE);
            rule.set(JAVA_INT_UNALIGNED, 8, fd);
            NativeLibrary.system(ADD_RULE, set, PATH_BENEATH, rule.address());
            SystemCalls.close(fd);
        }
    }

    private static void allow(Arena arena, int set, int port) {
        MemorySegment rule = arena.allocate(16, 8);
        rule.set(JAVA_LONG, 0, BIND_AND_CONNECT);
        rule.set(JAVA_LONG, 8, port);
        NativeLibrary.system(ADD_RULE, set, NET_PORT, rule.address());
    }

    /// Nor does a program that this thread starts as root get any of root's powers.
    private static int enforce(int set) {
        if (SystemCalls.isRoot()) {
            for (int capability = 0; capability <= LAST_CAPABILITY; capability++) {
                NativeLibrary.system(PRCTL, PR_CAPBSET_DROP, capability, 0);
            }
        }
        int trouble = (int) NativeLibrary.system(PRCTL, PR_SET_NO_NEW_PRIVS, 1, 0);
        return trouble < 0 ? trouble : (int) NativeLibrary.system(RESTRICT_SELF, set, 0, 0);
    }
}
