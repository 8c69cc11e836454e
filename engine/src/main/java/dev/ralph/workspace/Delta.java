package dev.ralph.workspace;

import java.util.List;

/// Everything in which a workspace differs from what it was opened on, in the order of the paths; what was merely
/// touched is not in it.
public record Delta(List<PathChange> changes) {
    public Delta {
        changes = changes.stream().sorted().toList();
    }
}
