package dev.ralph.workspace;

import dev.ralph.git.RawName;
import dev.ralph.git.TreeComparison.Difference;
import dev.ralph.git.TreeEntry;
import dev.ralph.workspace.PathChange.Kind;
import dev.ralph.workspace.PathChange.Thing;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// The difference between two trees of git as a delta. Git knows no folders: they are there with what is in them.
final class TreeDelta {
    private TreeDelta() {}

    /// @param prefix the folder of the repository that is looked at; what lies elsewhere, and Ralph's own, is
    ///               left out
    static Delta of(List<Difference> differences, Path prefix) {
        List<PathChange> changes = new ArrayList<>();
        for (Difference difference : differences) {
            Path full = difference.name().path();
            if ((isWhole(prefix) || full.startsWith(prefix)) && !OverlayTree.isRalphs(full)) {
                Path path = isWhole(prefix) ? full : prefix.relativize(full);
                changes.add(new PathChange(kind(difference), path, thing(difference)));
            }
        }
        return new Delta(types(changes));
    }

    /// Folders that are gone with all that git knew of them, as such.
    ///
    /// @param after every name of the tree afterwards
    static Delta withoutFolders(Delta delta, Collection<RawName> after) {
        Set<Path> folders = new HashSet<>();
        for (RawName name : after) {
            Path above = name.path().getParent();
            while (above != null && folders.add(above)) {
                above = above.getParent();
            }
        }
        Map<Path, PathChange> changes = new LinkedHashMap<>();
        for (PathChange change : delta.changes()) {
            Path gone = change.path();
            for (Path above = gone.getParent(); above != null && !folders.contains(above); above = above.getParent()) {
                gone = above;
            }
            boolean isFolder = change.kind() == Kind.DELETED && !gone.equals(change.path());
            changes.put(
                    isFolder ? gone : change.path(),
                    isFolder ? new PathChange(Kind.DELETED, gone, Thing.DIRECTORY) : change);
        }
        return new Delta(List.copyOf(changes.values()));
    }

    /// With the folders that something is put into and that are not there yet.
    ///
    /// @param folder what the changes are brought to
    static Delta withFolders(Delta delta, Path folder) throws IOException {
        Map<Path, PathChange> all = new TreeMap<>();
        delta.changes().forEach(change -> all.put(change.path(), change));
        for (PathChange change : delta.changes()) {
            boolean stays = change.kind() != Kind.DELETED;
            for (Path above = change.path().getParent(); stays && above != null; above = above.getParent()) {
                if (PathEntry.at(folder.resolve(above)) == null) {
                    all.putIfAbsent(above, new PathChange(Kind.ADDED, above, Thing.DIRECTORY));
                }
            }
        }
        return new Delta(List.copyOf(all.values()));
    }

    private static boolean isWhole(Path prefix) {
        return prefix.toString().isEmpty();
    }

    private static Kind kind(Difference difference) {
        return switch (difference.letter()) {
            case 'A' -> Kind.ADDED;
            case 'D' -> Kind.DELETED;
            case 'T' -> Kind.TYPE;
            default -> difference.before().id().equals(difference.after().id()) ? Kind.MODE : Kind.MODIFIED;
        };
    }

    private static Thing thing(Difference difference) {
        TreeEntry blob = difference.letter() == 'D' ? difference.before() : difference.after();
        if (blob.isSubmodule()) {
            return Thing.DIRECTORY;
        }
        return blob.mode().equals(TreeEntry.LINK) ? Thing.LINK : Thing.FILE;
    }

    /// What git shows as something gone and something new: a file that became a folder, a folder that became a
    /// file.
    private static List<PathChange> types(List<PathChange> changes) {
        Set<Path> added = new HashSet<>();
        Set<Path> addedFolders = new HashSet<>();
        Set<Path> deletedFolders = new HashSet<>();
        for (PathChange change : changes) {
            if (change.kind() == Kind.ADDED) {
                added.add(change.path());
            }
            if (change.kind() == Kind.ADDED || change.kind() == Kind.DELETED) {
                Set<Path> folders = change.kind() == Kind.ADDED ? addedFolders : deletedFolders;
                for (Path above = change.path().getParent(); above != null; above = above.getParent()) {
                    folders.add(above);
                }
            }
        }
        List<PathChange> all = new ArrayList<>();
        for (PathChange change : changes) {
            Path path = change.path();
            if (change.kind() == Kind.DELETED && addedFolders.contains(path)) {
                all.add(new PathChange(Kind.TYPE, path, Thing.DIRECTORY));
            } else if (change.kind() == Kind.ADDED && deletedFolders.contains(path)) {
                all.add(new PathChange(Kind.TYPE, path, change.thing()));
            } else if (change.kind() != Kind.DELETED || !isBelow(path, added)) {
                all.add(change);
            }
        }
        return all;
    }

    private static boolean isBelow(Path path, Set<Path> folders) {
        for (Path above = path.getParent(); above != null; above = above.getParent()) {
            if (folders.contains(above)) {
                return true;
            }
        }
        return false;
    }
}
