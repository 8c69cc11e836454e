package dev.ralph.paths;

import java.nio.file.Path;

/// The public files of one attempt.
public record RunFolder(Path path) {
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

    public Path stdout() {
        return path.resolve("agent-stdout.txt");
    }

    public Path stderr() {
        return path.resolve("agent-stderr.txt");
    }
}
