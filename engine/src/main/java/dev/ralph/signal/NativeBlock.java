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
    /// Small enough to stay in the first cache between one search and the next. Blocks overlap by what a tag can stand
    /// out, so that a piece of 64 KiB has four of them.
    static final int SIZE = 16 * 1024 + PromiseRule.OPEN.length() - 1;

    /// There is no match.
    static final int NONE = -1;
    /// There is a NUL, which ends a C string: what follows it cannot be searched here.
    static final int HIDDEN = -2;

    private static final boolean POSSIBLE = links();

    /// What can be searched for.
    static final MemorySegment TAG = Arena.global().allocateFrom(PromiseRule.OPEN);

    static final MemorySegment LOWER = Arena.global().allocateFrom("<p");
    static final MemorySegment UPPER = Arena.global().allocateFrom("<P");
    static final MemorySegment END_LOWER = Arena.global().allocateFrom("e>");
    static final MemorySegment END_UPPER = Arena.global().allocateFrom("E>");

    /// Follows the text, so that a search always has a match, unless it ended at a NUL.
    private static final MemorySegment BEHIND = Arena.global().allocateFrom("<promise><PE>");

    /// Constants, so that calls through them are compiled.
    private static final class Linked {
        static final MethodHandle STRSTR = function("strstr");
        static final MethodHandle STRCHR = function("strchr");

        static boolean isLinked() {
            return true;
        }
    }

    private int length;

    /// Freed with the scan it belongs to, hence the fences: a bare address keeps nothing alive.
    private final MemorySegment memory = Arena.ofAuto().allocate(SIZE + BEHIND.byteSize(), 64);

    /// False where the JVM forbids native access, or the system has no such functions.
    static boolean isPossible() {
        return POSSIBLE;
    }

    void hold(byte[] text, int from, int to) {
        int before = length;
        length = to - from;
        MemorySegment.copy(text, from, memory, JAVA_BYTE, 0, length);
        if (length != before) {
            MemorySegment.copy(BEHIND, 0, memory, length, BEHIND.byteSize());
        }
    }

    /// Where, in the text that is held, the first match at or after an offset begins; or [#NONE] or [#HIDDEN].
    int next(MemorySegment wanted, int offset) {
        try {
            return found((long) Linked.STRSTR.invokeExact(memory.address() + offset, wanted.address()));
        } catch (Throwable trouble) {
            throw failed(trouble);
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /// The same for the letter P, whose search is quicker.
    int nextCapital(int offset) {
        try {
            return found((long) Linked.STRCHR.invokeExact(memory.address() + offset, (long) 'P'));
        } catch (Throwable trouble) {
            throw failed(trouble);
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    boolean isBracket(int offset) {
        return memory.get(JAVA_BYTE, offset) == '<';
    }

    private int found(long match) {
        long at = match - memory.address();
        return match == 0 ? HIDDEN : at < length ? (int) at : NONE;
    }

    private static LinkageError failed(Throwable trouble) {
        return new LinkageError("a function of the C library failed", trouble);
    }

    private static boolean links() {
        try {
            return Linked.isLinked();
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
