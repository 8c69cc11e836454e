package dev.ralph.proof;

import dev.ralph.disk.Sha256;
import dev.ralph.git.Repository;
import dev.ralph.paths.LoopPaths;
import dev.ralph.room.IgnoredFiles;
import dev.ralph.workspace.TreeRemoval;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// What git ignored when a loop began that works in place, as long as it is unchanged: checks find it in their rooms,
/// and nothing that came later.
final class IgnoredLayer implements AutoCloseable {
    private final LoopPaths paths;
    private boolean isMade;
    private @Nullable Path made;

    IgnoredLayer(LoopPaths paths) {
        this.paths = paths;
    }

    private Path list() {
        return ProofBaseline.ignored(paths.layout(), paths.head().id());
    }

    /// The folder that rooms can lie on, the same until it is closed; null where there is nothing.
    synchronized @Nullable Path folder() throws IOException {
        if (!isMade) {
            made = Files.isRegularFile(list()) ? linked() : null;
            isMade = true;
        }
        return made;
    }

    private @Nullable Path linked() throws IOException {
        Path folder = list().resolveSibling("ignored");
        TreeRemoval.delete(folder); // of somebody who died
        Repository users = Repository.at(paths.project()).orElse(null);
        return users != null && IgnoredFiles.layer(users, list(), folder) ? folder : null;
    }

    /// The same for the same files; empty where there are none.
    String id() throws IOException {
        return folder() == null ? "" : Sha256.of(Files.readString(list()));
    }

    /// No room lies on it any more.
    @Override
    public synchronized void close() throws IOException {
        Path known = made;
        made = null;
        isMade = false;
        if (known != null) {
            TreeRemoval.delete(known);
        }
    }
}
