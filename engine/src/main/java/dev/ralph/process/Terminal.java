package dev.ralph.process;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.OptionalInt;

/// The terminal that this process writes to.
public final class Terminal {
    private static final long IOCTL = SystemCalls.number(16, 29);
    private static final long SETSID = SystemCalls.number(112, 157);
    private static final int STANDARD_OUTPUT = 1;
    private static final int TIOCGWINSZ = 0x5413;
    private static final int SIZE_OF_WINSIZE = 8;
    private static final int OFFSET_OF_COLUMNS = 2;

    private Terminal() {}

    /// This process goes on without one: in a session of its own, it does not hear when a terminal is closed.
    public static void leave() {
        NativeLibrary.require();
        NativeLibrary.system(SETSID, 0, 0, 0);
    }

    /// How many columns it has now; empty where there is none, or nobody can be asked. It costs one system call.
    public static OptionalInt columns() {
        try (Arena arena = Arena.ofConfined()) {
            NativeLibrary.require();
            MemorySegment size = arena.allocate(SIZE_OF_WINSIZE);
            if (NativeLibrary.system(IOCTL, STANDARD_OUTPUT, TIOCGWINSZ, size.address()) < 0) {
                return OptionalInt.empty();
            }
            int columns = Short.toUnsignedInt(size.get(ValueLayout.JAVA_SHORT, OFFSET_OF_COLUMNS));
            return columns > 0 ? OptionalInt.of(columns) : OptionalInt.empty();
        } catch (UnsupportedOperationException elsewhere) {
            return OptionalInt.empty();
        }
    }
}
