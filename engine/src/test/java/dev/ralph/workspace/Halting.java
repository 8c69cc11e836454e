package dev.ralph.workspace;

import dev.ralph.fault.FaultPoint;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Ends the JVM at the n-th visit of any fault point, without a last word: `ralph.test.halt` is n, and
/// `ralph.test.where`, if there is one, a file that gets the name of the point.
public final class Halting implements FaultPoint.Hook {
    static final int HALTED = 99;

    private int left = Integer.getInteger("ralph.test.halt", 0);

    @Override
    public synchronized void reached(FaultPoint point, String place, String detail) {
        left--;
        if (left == 0) {
            tell(place + " " + point + " " + detail);
            Runtime.getRuntime().halt(HALTED);
        }
    }

    private static void tell(String where) {
        String file = System.getProperty("ralph.test.where");
        if (file != null) {
            try {
                Files.writeString(Path.of(file), where);
            } catch (IOException unwritable) {
                throw new UncheckedIOException(unwritable);
            }
        }
    }
}
