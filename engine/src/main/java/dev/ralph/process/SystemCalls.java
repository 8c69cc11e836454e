package dev.ralph.process;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// The Linux system calls we use, by name. Results below zero are negative errno values.
final class SystemCalls {
    static final int EPERM = 1;
    static final int ENOENT = 2;
    static final int ESRCH = 3;
    static final int EINTR = 4;
    static final int ENOEXEC = 8;
    static final int ECHILD = 10;
    static final int EACCES = 13;
    static final int ENOTDIR = 20;
    static final int ELOOP = 40;

    static final int SIGKILL = 9;
    static final int SIGTERM = 15;
    static final int SIGCONT = 18;

    static final int O_RDONLY = 0;
    static final int O_WRONLY = 1;
    static final int O_RDWR = 2;
    static final int O_CREAT = 0x40;
    static final int O_APPEND = 0x400;
    static final int O_NONBLOCK = 0x800;
    static final int O_CLOEXEC = 0x80000;

    private static final int AT_FDCWD = -100;
    private static final int CHARACTER_DEVICE = 0020000;
    private static final int WNOHANG = 1;

    /// Exit code 255: somebody else in this JVM waited for our child, and what we do not know must not look like
    /// success.
    private static final int STOLEN = 255 << 8;

    private static final int PR_SET_CHILD_SUBREAPER = 36;
    private static final int PUNCH_HOLE_KEEP_SIZE = 3;
    private static final int SEEK_END = 2;
    private static final int CLOCK_BOOTTIME = 7;

    private static final long READ = number(0, 63);
    private static final long WRITE = number(1, 64);
    private static final long CLOSE = number(3, 57);
    private static final long LSEEK = number(8, 62);
    private static final long PREAD = number(17, 67);
    private static final long WAIT4 = number(61, 260);
    private static final long KILL = number(62, 129);
    private static final long GETEUID = number(107, 175);
    private static final long PRCTL = number(157, 167);
    private static final long CLOCK_GETTIME = number(228, 113);
    private static final long OPENAT = number(257, 56);
    private static final long MKNODAT = number(259, 33);
    private static final long FALLOCATE = number(285, 47);
    private static final long PIPE2 = number(293, 59);
    private static final long PIDFD_SEND_SIGNAL = 424;
    private static final long PIDFD_OPEN = 434;

    private SystemCalls() {}

    static long number(long x86, long aarch64) {
        return NativeLibrary.X86 ? x86 : aarch64;
    }

    static int kill(int pid, int signal) {
        return (int) NativeLibrary.system(KILL, pid, signal, 0);
    }

    static int pidfdOpen(int pid) {
        return (int) NativeLibrary.system(PIDFD_OPEN, pid, 0, 0);
    }

    static int pidfdSignal(int pidfd, int signal) {
        return (int) NativeLibrary.system(PIDFD_SEND_SIGNAL, pidfd, signal, 0);
    }

    static void close(int fd) {
        if (fd >= 0) {
            NativeLibrary.system(CLOSE, fd, 0, 0);
        }
    }

    static int open(Path path, int flags) {
        try (Arena arena = Arena.ofConfined()) {
            long name = arena.allocateFrom(path.toString()).address();
            return openAt(AT_FDCWD, name, flags);
        }
    }

    /// @param name address of a text that ends in a zero
    static int openAt(int folder, long name, int flags) {
        return (int) NativeLibrary.system(OPENAT, folder, name, flags | O_CLOEXEC, 0644, 0, 0);
    }

    /// @param name address of a text that ends in a zero
    static int makeWhiteout(int folder, long name) {
        return (int) NativeLibrary.system(MKNODAT, folder, name, CHARACTER_DEVICE, 0, 0, 0);
    }

    static long size(int fd) {
        return NativeLibrary.system(LSEEK, fd, 0, SEEK_END);
    }

    static long read(int fd, MemorySegment into) {
        return retried(READ, fd, into.address(), into.byteSize(), 0);
    }

    static long pread(int fd, MemorySegment into, long offset) {
        return retried(PREAD, fd, into.address(), into.byteSize(), offset);
    }

    static long write(int fd, MemorySegment from) {
        return retried(WRITE, fd, from.address(), from.byteSize(), 0);
    }

    private static long retried(long number, long a, long b, long c, long d) {
        long result;
        do {
            result = NativeLibrary.system(number, a, b, c, d, 0, 0);
        } while (result == -EINTR);
        return result;
    }

    /// Gives the blocks of a range back to the file system; the file's size stays.
    static int punch(int fd, long from, long length) {
        return (int) retried(FALLOCATE, fd, PUNCH_HOLE_KEEP_SIZE, from, length);
    }

    /// Both ends of a pipe: read end, write end.
    static int[] pipe(int flags) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment ends = arena.allocate(JAVA_INT, 2);
            long result = NativeLibrary.system(PIPE2, ends.address(), flags | O_CLOEXEC, 0);
            if (result < 0) {
                throw new IllegalStateException("no pipe: " + ProgramSearch.reason((int) -result));
            }
            return new int[] {ends.get(JAVA_INT, 0), ends.get(JAVA_INT, 4)};
        }
    }

    /// Reaps exactly this child if it is dead; null when it is not, or is no child of ours.
    static @Nullable Reaped reap(int pid) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment status = arena.allocate(JAVA_INT);
            long result = retried(WAIT4, pid, status.address(), WNOHANG, 0);
            if (result == -ECHILD && ProcFiles.stat(pid) == null) {
                return new Reaped(STOLEN);
            }
            return result == pid ? new Reaped(status.get(JAVA_INT, 0)) : null;
        }
    }

    static int becomeSubreaper() {
        return (int) NativeLibrary.system(PRCTL, PR_SET_CHILD_SUBREAPER, 1, 0);
    }

    static void stopBeingSubreaper() {
        NativeLibrary.system(PRCTL, PR_SET_CHILD_SUBREAPER, 0, 0);
    }

    static boolean isRoot() {
        return NativeLibrary.system(GETEUID, 0, 0, 0) == 0;
    }

    /// Time since boot including suspend, so that a closed lid does not stretch a wall limit.
    static long bootNanos() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment time = arena.allocate(16, 8);
            NativeLibrary.system(CLOCK_GETTIME, CLOCK_BOOTTIME, time.address(), 0);
            return time.get(JAVA_LONG, 0) * 1_000_000_000L + time.get(JAVA_LONG, 8);
        }
    }

    /// A child that was reaped: its status word.
    record Reaped(int status) {}
}
