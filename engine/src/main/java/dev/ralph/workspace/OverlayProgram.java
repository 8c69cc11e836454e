package dev.ralph.workspace;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Runs a program of ours inside an overlay: what lies below can be deleted only from there.
@FunctionalInterface
public interface OverlayProgram {
    /// @param scratch a folder for what the program says, which is removed if we die meanwhile
    /// @param overlay what stands in the place of the folder, null for nothing; nothing else may run in it
    void work(Path scratch, Path folder, @Nullable Path overlay, List<String> command) throws IOException;
}
