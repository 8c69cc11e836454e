package dev.ralph.process;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// The file that a program's name stands for.
public final class ProgramOnPath {
    private ProgramOnPath() {}

    /// Entries that depend on the current folder are left out.
    public static Optional<Path> find(Map<String, String> environment, String name) {
        return Stream.of(environment.getOrDefault("PATH", "/usr/bin:/bin").split(":"))
                .filter(entry -> entry.startsWith("/"))
                .map(entry -> Path.of(entry, name))
                .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
                .findFirst();
    }
}
