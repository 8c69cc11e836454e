package dev.ralph.workspace;

import java.nio.file.Path;

/// A file that has another name now, with the same content.
public record Rename(Path from, Path to) {
    @Override
    public String toString() {
        return "R " + FileNames.shown(from) + " -> " + FileNames.shown(to);
    }
}
