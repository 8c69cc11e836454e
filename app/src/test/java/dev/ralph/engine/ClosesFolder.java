package dev.ralph.engine;

import dev.ralph.fault.FaultPoint;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/// Lives in the engine's JVM: while a corrected document gets its name, nobody may read its folder,
/// `ralph.fault.folder`,
/// so that the folder cannot be flushed afterwards.
public final class ClosesFolder implements FaultPoint.Hook {
    private final Path folder = Path.of(System.getProperty("ralph.fault.folder", ""));
    private boolean copied;

    @Override
    public synchronized void reached(FaultPoint point, String place, String detail) {
        try {
            if (point == FaultPoint.SPEC_BACKUP && place.equals("after")) {
                copied = true;
            } else if (point == FaultPoint.SPEC_FILE && place.equals("inside") && copied) {
                Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("-wx------"));
                copied = false;
            } else if (place.equals("before")) {
                Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
