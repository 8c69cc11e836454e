package dev.ralph.workspace;

import dev.ralph.workspace.PathChange.Kind;
import dev.ralph.workspace.PathChange.Thing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Finds files that only changed their name: one is gone, one is new, and their contents are equal.
///
/// Empty files are all alike and count as no rename. Where several are equal, the same file name wins, then the
/// first.
final class Renames {
    private final Path before;
    private final Map<Long, List<Path>> gone = new HashMap<>();

    private Renames(Path before) {
        this.before = before;
    }

    static List<Rename> of(Delta delta, Path before, Path after) throws IOException {
        Renames renames = new Renames(before);
        for (PathChange change : delta.changes()) {
            if (change.kind() == Kind.DELETED) {
                renames.remember(change.path());
            }
        }
        List<Rename> found = new ArrayList<>();
        for (PathChange change : delta.changes()) {
            if (change.kind() == Kind.ADDED && change.thing() == Thing.FILE) {
                Path from = renames.take(change.path(), after.resolve(change.path()));
                if (from != null) {
                    found.add(new Rename(from, change.path()));
                }
            }
        }
        return found;
    }

    private void remember(Path path) throws IOException {
        PathEntry entry = PathEntry.at(before.resolve(path));
        if (entry == null) {
            return;
        }
        if (entry.kind() == PathEntry.Kind.FILE && entry.size() > 0) {
            gone.computeIfAbsent(entry.size(), _ -> new ArrayList<>()).add(path);
        } else if (entry.isDirectory()) {
            for (Path child : TreeRemoval.list(before.resolve(path))) {
                remember(path.resolve(child.getFileName()));
            }
        }
    }

    private @Nullable Path take(Path path, Path now) throws IOException {
        PathEntry entry = PathEntry.at(now);
        List<Path> candidates = entry == null ? List.of() : gone.getOrDefault(entry.size(), List.of());
        Path best = null;
        for (Path candidate : candidates) {
            Path old = before.resolve(candidate);
            boolean sameName = candidate.getFileName().equals(path.getFileName());
            if ((best == null || sameName)
                    && ClosedFileAccess.to(now, () -> ClosedFileAccess.to(old, () -> Files.mismatch(now, old))) < 0) {
                best = candidate;
                if (sameName) {
                    break;
                }
            }
        }
        if (best != null) {
            candidates.remove(best);
        }
        return best;
    }
}
