package dev.ralph.session;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/// Reads and writes the state file of specification 002, for programs other than the hook. The hook takes what is
/// changed or cleared here for its newest loop as what people do to the file.
///
/// The parameter `stateDir` is null for the usual folder, `.supercoin` in the working folder.
public final class SessionStorage {
    public static final String STATE_FILENAME = SpecifiedStateFile.FILE;

    private static final System.Logger LOG = System.getLogger(RalphLoopHook.NAME);

    private SessionStorage() {}

    /// Null when there is no state, and when it cannot be read, which is logged as a warning.
    public static @Nullable RalphLoopState readState(Path workdir, @Nullable Path stateDir) {
        try {
            return SpecifiedStateFile.of(workdir, stateDir).read();
        } catch (IOException unreadable) {
            log(Level.WARNING, "read", unreadable);
            return null;
        }
    }

    /// Makes the folder where it is missing; false when the state cannot be written, which is logged as an error.
    public static boolean writeState(Path workdir, RalphLoopState state, @Nullable Path stateDir) {
        try {
            SpecifiedStateFile.of(workdir, stateDir).write(state);
            return true;
        } catch (IOException unwritable) {
            log(Level.ERROR, "write", unwritable);
            return false;
        }
    }

    /// True also when there is no state; false when it cannot be removed, which is logged as an error.
    public static boolean clearState(Path workdir, @Nullable Path stateDir) {
        try {
            SpecifiedStateFile.of(workdir, stateDir).clear();
            return true;
        } catch (IOException unwritable) {
            log(Level.ERROR, "clear", unwritable);
            return false;
        }
    }

    /// The state with one iteration more, begun now; null when there is none or it cannot be written.
    public static @Nullable RalphLoopState incrementIteration(
            Path workdir, @Nullable Path stateDir, InstantSource clock) {
        RalphLoopState state = readState(workdir, stateDir);
        RalphLoopState next = state == null ? null : state.next(clock.instant());
        return next != null && writeState(workdir, next, stateDir) ? next : null;
    }

    private static void log(Level level, String verb, IOException why) {
        LOG.log(level, "[" + RalphLoopHook.NAME + "] Failed to " + verb + " state: " + why.getMessage());
    }
}
