package dev.ralph.paths;

import java.nio.file.Path;
import java.util.Objects;

/// The public files of one attempt.
///
/// @param home see [TaskFolder]
public record RunFolder(Path path, Path home) {
    public RunFolder(Path path) {
        this(path, Objects.requireNonNullElse(path.getParent(), path));
    }

    public Path info() {
        return path.resolve("run-info.yaml");
    }

    public Path prompt() {
        return path.resolve("prompt.md");
    }

    public Path output() {
        return path.resolve("output.md");
    }

    /// Why its agent cannot continue, in words; there if the agent says so.
    public Path blocked() {
        return path.resolve("BLOCKED");
    }

    /// What its agent finds wrong with the work that it was given, one finding a line; there if the agent sends it
    /// back.
    public Path rejected() {
        return path.resolve("REJECTED");
    }

    public Path stdout() {
        return path.resolve("agent-stdout.txt");
    }

    public Path stderr() {
        return path.resolve("agent-stderr.txt");
    }
}
