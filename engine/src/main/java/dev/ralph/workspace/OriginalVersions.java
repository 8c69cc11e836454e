package dev.ralph.workspace;

import dev.ralph.git.PrivateIndex;
import dev.ralph.git.RawName;
import dev.ralph.git.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Where no repository knows what was there before: the project's own version of everything that was changed.
///
/// @param repository one of ours, apart from the project
record OriginalVersions(Path project, Repository repository) {
    /// @return the commit that holds it
    String commit(AttemptRef attempt, Delta delta, Path scratch) throws IOException {
        List<RawName> names = new ArrayList<>();
        for (PathChange change : delta.changes()) {
            if (change.kind() != PathChange.Kind.ADDED) {
                collect(change.path(), names);
            }
        }
        try (PrivateIndex index = repository.index(project.toRealPath(), scratch.resolve("git-before"))) {
            index.read(null);
            index.add(names);
            return repository.commits().make(index.tree(), List.of(), "Before " + attempt, Map.of());
        }
    }

    private void collect(Path path, List<RawName> names) throws IOException {
        Path file = project.resolve(path);
        PathEntry entry = PathEntry.at(file);
        if (entry == null || ProtectedPaths.isGitData(path) || OverlayTree.isRalphs(path)) {
            return;
        }
        switch (entry.kind()) {
            case LINK -> names.add(FileNames.raw(path));
            case FILE -> {
                if (Files.isReadable(file)) {
                    names.add(FileNames.raw(path));
                }
            }
            case DIRECTORY -> {
                if (Files.isReadable(file)) {
                    for (Path child : TreeRemoval.list(file)) {
                        collect(path.resolve(child.getFileName()), names);
                    }
                }
            }
            case SPECIAL, WHITEOUT -> {}
        }
    }
}
