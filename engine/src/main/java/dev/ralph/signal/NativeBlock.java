package dev.ralph.signal;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.ref.Reference;

/// A block of text outside the heap, searched by the C library, whose `strstr` compares 16 to 64 bytes at once.
///
/// `ralph run` has only the JVM's first compiler, which knows no vectors; `docs/decisions/promise-scan.md` has the
/// figures.
final class NativeBlock {
    static final int SIZE = 32 * 1024;

    private static final boolean POSSIBLE = links();

    /// What can be searched for.
    static final MemorySegment TAG = Arena.global().allocateFrom(PromiseRule.OPEN);

    static final MemorySegment LOWER = Arena.global().allocateFrom("<p");
    static final MemorySegment UPPER = Arena.global().allocateFrom("<P");

    /// Constants, so that calls through them are compiled.
    private static final class Linked {
        static final MethodHandle STRSTR = function("strstr");
        static final MethodHandle STRNLEN = function("strnlen");

        static boolean both() {
            return true;
        }
    }

    /// Freed with the scan it belongs to, hence the fences: a bare address keeps nothing alive.
    private final MemorySegment memory = Arena.ofAuto().allocate(SIZE + 1, 64);

    /// False where the JVM forbids native access, or the system has no such functions.
    static boolean isPossible() {
        return POSSIBLE;
    }

    /// False when the text has a NUL, which would end a C string: it cannot be searched here.
    boolean hold(byte[] text, int from, int to) {
        int length = to - from;
        MemorySegment.copy(text, from, memory, JAVA_BYTE, 0, length);
        memory.set(JAVA_BYTE, length, (byte) 0);
        try {
            return (long) Linked.STRNLEN.invokeExact(memory.address(), (long) length) == length;
        } catch (Throwable trouble) {
            throw failed(trouble);
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /// The index, in the text that is held, of the first match at or after an index; -1 if there is none.
    int next(MemorySegment wanted, int start, int index) {
        long begin = memory.address();
        try {
            long match = (long) Linked.STRSTR.invokeExact(begin + (index - start), wanted.address());
            return match == 0 ? -1 : start + (int) (match - begin);
        } catch (Throwable trouble) {
            throw failed(trouble);
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    private static LinkageError failed(Throwable trouble) {
        return new LinkageError("a function of the C library failed", trouble);
    }

    private static boolean links() {
        try {
            return Linked.both();
        } catch (RuntimeException | LinkageError unusable) {
            return false;
        }
    }

    private static MethodHandle function(String name) {
        Linker linker = Linker.nativeLinker();
        // The calls are short and touch no Java object: nothing has to be told to the JVM about them.
        return linker.downcallHandle(
                linker.defaultLookup().findOrThrow(name),
                FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_LONG),
                Linker.Option.critical(false));
    }
}
