package dev.ralph.workspace;

import dev.ralph.git.PrivateIndex;
import dev.ralph.git.RawName;
import dev.ralph.git.TreeEntry;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/// Which of the files that keeping would write or remove are not what the last commit says: edited, staged,
/// deleted or untracked.
///
/// @param tree      the last commit, or the empty tree
/// @param committed what it holds
record UncommittedFiles(Path project, String tree, Map<RawName, TreeEntry> committed, KeepSelection selection) {

    /// @param users a copy of the user's index; it is changed
    List<Path> paths(PrivateIndex users) throws IOException {
        Map<RawName, Path> paths = written();
        Set<RawName> found = new TreeSet<>(users.differing(tree)); // what is staged
        List<RawName> standing = new ArrayList<>();
        for (Map.Entry<RawName, Path> path : paths.entrySet()) {
            if (isReachable(path.getValue())) {
                standing.add(path.getKey());
            }
        }
        users.add(standing);
        found.addAll(users.differing(tree));
        found.retainAll(paths.keySet());
        return found.stream().map(paths::get).map(Objects::requireNonNull).toList();
    }

    private Map<RawName, Path> written() {
        Map<RawName, Path> paths = new LinkedHashMap<>();
        for (PathChange change : selection.kept().changes()) {
            RawName name = selection.name(change.path());
            if (change.thing() != PathChange.Thing.DIRECTORY || committed.containsKey(name)) {
                paths.put(name, change.path());
            }
        }
        selection.deleted().forEach(path -> paths.put(selection.name(path), path));
        return paths;
    }

    /// Whether all its folders are folders in the project, none a link, and it is none itself.
    private boolean isReachable(Path path) throws IOException {
        for (Path above = path.getParent(); above != null; above = above.getParent()) {
            PathEntry entry = PathEntry.at(project.resolve(above));
            if (entry != null && !entry.isDirectory()) {
                return false;
            }
        }
        PathEntry entry = PathEntry.at(project.resolve(path));
        return entry == null || !entry.isDirectory();
    }
}
