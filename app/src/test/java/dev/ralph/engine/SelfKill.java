package dev.ralph.engine;

import dev.ralph.fault.FaultPoint;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/// Lives in the engine's JVM: writes down which points it passes, and sends itself SIGKILL at one of them, once.
///
/// `ralph.fault.visits` is the file to write to; `ralph.fault.kill` is `POINT#n` for the n-th visit of a point, or
/// `#n` for the n-th visit of any; `ralph.fault.once` is a file that is made by the kill.
public final class SelfKill implements FaultPoint.Hook {
    private static final int SIGKILL = 9;

    private final String prefix = System.getProperty("ralph.fault.prefix", "");
    private final Path visits = Path.of(System.getProperty("ralph.fault.visits", ""));
    private final String kill = System.getProperty("ralph.fault.kill", "");
    private final Path once = Path.of(System.getProperty("ralph.fault.once", ""));
    private final Map<String, Integer> counts = new HashMap<>();
    private int total;

    @Override
    public synchronized void reached(FaultPoint point, String place, String detail) {
        String name = prefix + place + " " + point + (detail.isEmpty() ? "" : " " + alike(detail));
        String visit = name + "#" + counts.merge(name, 1, Integer::sum);
        total++;
        try {
            Files.writeString(visits, visit + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            if (kill.equals(visit) || kill.equals("#" + total)) {
                Files.createFile(once);
                die();
            }
        } catch (FileAlreadyExistsException killedBefore) {
            return;
        } catch (IOException unwritable) {
            throw new UncheckedIOException(unwritable);
        }
    }

    /// Without the loop's id, which is another one in every run.
    private static String alike(String detail) {
        return detail.replaceAll("refs/ralph/[^/]+/", "refs/ralph/").replaceAll(" [.]ralph-.*", "");
    }

    private static void die() {
        Linker linker = Linker.nativeLinker();
        FunctionDescriptor twoInts =
                FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT);
        try {
            linker.downcallHandle(linker.defaultLookup().findOrThrow("kill"), twoInts)
                    .invoke((int) ProcessHandle.current().pid(), SIGKILL);
        } catch (Throwable impossible) {
            throw new IllegalStateException("cannot send a signal to this process", impossible);
        }
        while (true) {
            LockSupport.park();
        }
    }
}
