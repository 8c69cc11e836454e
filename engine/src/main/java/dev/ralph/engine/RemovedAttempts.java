package dev.ralph.engine;

import dev.ralph.disk.WholeFile;
import dev.ralph.fault.FaultPoint;
import dev.ralph.paths.StateLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Which attempts somebody had `ralph gc` remove: they are missing on purpose.
///
/// The list promises:
/// 1. What [#add] returned from survives a power cut.
/// 2. Whoever reads it, also after a crash, finds the old list or the new one, never a part.
record RemovedAttempts(StateLayout layout) {

    Set<Integer> of(String loop) throws IOException {
        Set<Integer> removed = new TreeSet<>();
        Path file = file(loop);
        if (!Files.isRegularFile(file)) {
            return removed;
        }
        for (String line : Files.readAllLines(file)) {
            try {
                removed.add(Integer.valueOf(line));
            } catch (NumberFormatException torn) {
                throw new IOException(
                        file + " is damaged: it lists the attempts that `ralph gc` removed, a number in each line."
                                + " Correct it, or move it away: then `ralph audit` names them all as missing",
                        torn);
            }
        }
        return removed;
    }

    /// Written before the first of them goes.
    void add(String loop, Collection<Integer> attempts) throws IOException {
        Set<Integer> all = of(loop);
        all.addAll(attempts);
        Files.createDirectories(layout.loop(loop));
        String lines = all.stream().map(attempt -> attempt + "\n").collect(Collectors.joining());
        WholeFile.writeDurably(FaultPoint.GC_LIST, file(loop), lines);
    }

    private Path file(String loop) {
        return layout.loop(loop).resolve("removed-attempts");
    }
}
