package dev.ralph.workspace;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// Keeps the work of a played world, in a JVM of its own that may be ended anywhere.
final class KeepProcess {
    private KeepProcess() {}

    public static void main(String[] arguments) throws IOException {
        List<Conflict> conflicts = keep(Path.of(arguments[0]));
        if (!conflicts.isEmpty()) {
            throw new IllegalStateException(conflicts.toString());
        }
    }

    static List<Conflict> keep(Path world) throws IOException {
        try (OverlayChanges upper = upper(world)) {
            return at(world).keep(upper, UpperScan.of(upper, world.resolve("lower")), "test");
        }
    }

    static OverlayChanges upper(Path world) throws IOException {
        return OverlayChanges.read(world.resolve("upper"), world.resolve("closed"));
    }

    static FolderKeep at(Path world) throws IOException {
        return new FolderKeep(
                world.resolve("lower"),
                new PlanFile(world),
                PathEntry.listed(world.resolve("opened")).changed());
    }
}
