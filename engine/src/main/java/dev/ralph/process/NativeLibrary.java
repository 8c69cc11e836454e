package dev.ralph.process;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.Locale;

/// The one door to the C library.
///
/// Linking a native function costs start-up time per *shape*, so everything is called through a single shape: seven
/// machine words in, one out, `errno` captured. On Linux (x86-64 and aarch64) an integer or pointer argument occupies a
/// full register, surplus arguments are ignored by the callee, and `syscall` takes its arguments like any other
/// function.
final class NativeLibrary {
    private static final Linker LINKER = Linker.nativeLinker();
    private static final MethodHandle CALL = LINKER.downcallHandle(
            FunctionDescriptor.of(
                    JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG),
            Linker.Option.captureCallState("errno"));
    private static final MemorySegment SYSCALL = symbol("syscall");
    private static final ThreadLocal<MemorySegment> ERRNO =
            ThreadLocal.withInitial(() -> Arena.ofAuto().allocate(Linker.Option.captureStateLayout()));
    private static final String ARCHITECTURE = System.getProperty("os.arch", "").toLowerCase(Locale.ROOT);

    /// Whether struct epoll_event is packed and the older system call numbers apply.
    static final boolean X86 = ARCHITECTURE.equals("amd64") || ARCHITECTURE.equals("x86_64");

    private NativeLibrary() {}

    /// Fails with the reason when this system is none we know.
    static void require() {
        if (!System.getProperty("os.name", "").equals("Linux")) {
            throw new UnsupportedOperationException("it needs Linux, this is " + System.getProperty("os.name"));
        }
        if (!X86 && !ARCHITECTURE.equals("aarch64")) {
            throw new UnsupportedOperationException("it needs x86-64 or aarch64, this is " + ARCHITECTURE);
        }
    }

    static MemorySegment symbol(String name) {
        return LINKER.defaultLookup()
                .find(name)
                .orElseThrow(() -> new UnsupportedOperationException("the C library has no " + name));
    }

    /// A system call; the result, or the negative errno.
    static long system(long number, long a, long b, long c, long d, long e, long f) {
        MemorySegment errno = ERRNO.get();
        long result = invoke(SYSCALL, errno, number, a, b, c, d, e, f);
        return result == -1 ? -errno.get(JAVA_INT, 0) : result;
    }

    static long system(long number, long a, long b, long c) {
        return system(number, a, b, c, 0, 0, 0);
    }

    /// A library function that returns an `int`.
    static int function(MemorySegment function, long a, long b, long c, long d, long e, long f) {
        return (int) invoke(function, ERRNO.get(), a, b, c, d, e, f, 0);
    }

    private static long invoke(
            MemorySegment function, MemorySegment errno, long a, long b, long c, long d, long e, long f, long g) {
        try {
            return (long) CALL.invokeExact(function, errno, a, b, c, d, e, f, g);
        } catch (RuntimeException | Error trouble) {
            throw trouble;
        } catch (Throwable impossible) {
            throw new LinkageError("native call failed", impossible);
        }
    }
}
