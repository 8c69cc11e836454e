package dev.ralph.cli;

import dev.ralph.task.Layout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;

/// Which attempts somebody had `ralph gc` remove: they are missing on purpose.
record RemovedAttempts(Layout layout) {

    Set<Integer> of(String loop) throws IOException {
        Set<Integer> removed = new TreeSet<>();
        if (Files.isRegularFile(file(loop))) {
            for (String line : Files.readAllLines(file(loop))) {
                removed.add(Integer.valueOf(line.strip()));
            }
        }
        return removed;
    }

    /// Written before the first of them goes.
    void add(String loop, Collection<Integer> attempts) throws IOException {
        Set<Integer> all = of(loop);
        all.addAll(attempts);
        Files.createDirectories(layout.loop(loop));
        Files.write(file(loop), all.stream().map(String::valueOf).toList());
    }

    private Path file(String loop) {
        return layout.loop(loop).resolve("removed-attempts");
    }
}
