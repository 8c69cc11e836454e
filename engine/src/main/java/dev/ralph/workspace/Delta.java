package dev.ralph.workspace;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// Everything in which a workspace differs from what it was opened on, in the order of the paths; what was merely
/// touched is not in it.
public record Delta(List<PathChange> changes) {
    public Delta {
        changes = changes.stream().sorted().toList();
    }

    public boolean isEmpty() {
        return changes.isEmpty();
    }

    /// Which of the added files are deleted ones under another name, by their content.
    ///
    /// @param before the folder that the workspace was opened on, as it still is
    /// @param after  where the added files lie
    public List<Rename> renames(Path before, Path after) throws IOException {
        return Renames.of(this, before, after);
    }
}
