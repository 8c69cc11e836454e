package dev.ralph.workspace;

import dev.ralph.git.PrivateIndex;
import dev.ralph.git.RawName;
import dev.ralph.git.TreeEntry;
import dev.ralph.workspace.PathChange.Kind;
import dev.ralph.workspace.PathChange.Thing;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What of a delta may be kept in a repository, and why the rest may not.
///
/// A folder that was deleted is looked through: what is ignored or protected in it stays, and what is the user's
/// own and
/// in no commit stands against it.
final class KeepSelection {
    private final Path project;
    private final Path prefix;
    private final ProtectedPaths protectedPaths;
    private final Map<RawName, TreeEntry> head;
    private final Map<RawName, TreeEntry> attempt;
    private final Set<RawName> submodules = new HashSet<>();

    private final Map<Path, PathChange> kept = new LinkedHashMap<>();
    private final List<UnkeptChange> quarantined = new ArrayList<>();
    private final List<Path> ignored = new ArrayList<>();
    private final List<Conflict> conflicts = new ArrayList<>();
    private final List<Path> deleted = new ArrayList<>();
    private final Set<Path> dropped = new HashSet<>();

    /// @param head    what the branch holds
    /// @param attempt what the conserved attempt holds
    KeepSelection(
            Path project,
            Path prefix,
            ProtectedPaths protectedPaths,
            Map<RawName, TreeEntry> head,
            Map<RawName, TreeEntry> attempt) {
        this.project = project;
        this.prefix = prefix;
        this.protectedPaths = protectedPaths;
        this.head = head;
        this.attempt = attempt;
        head.forEach((name, blob) -> {
            if (blob.isSubmodule()) {
                submodules.add(name);
            }
        });
    }

    Delta kept() {
        return new Delta(List.copyOf(kept.values()));
    }

    List<UnkeptChange> quarantined() {
        return quarantined;
    }

    List<Path> ignored() {
        return ignored;
    }

    List<Conflict> conflicts() {
        return conflicts;
    }

    /// Files of the project that go, those in folders included.
    List<Path> deleted() {
        return deleted;
    }

    RawName name(Path path) {
        return FileNames.raw(prefix.resolve(path));
    }

    /// @param users knows the user's rules and attributes
    void choose(Delta delta, PrivateIndex users) throws IOException {
        for (PathChange change : delta.changes()) {
            if (!OverlayTree.isRalphs(change.path())) {
                choose(change);
            }
        }
        judgeDeleted(delta, users);
        Map<RawName, Path> files = new LinkedHashMap<>();
        kept.values().stream()
                .filter(change -> change.kind() != Kind.DELETED && change.thing() == Thing.FILE)
                .forEach(change -> files.put(name(change.path()), change.path()));
        files.keySet().retainAll(users.filtered(files.keySet()).keySet());
        files.values().forEach(path -> quarantine(path, UnkeptChange.Why.FILTERED));
        dropFoldersWithNothingLeft();
    }

    private void choose(PathChange change) {
        Path path = change.path();
        boolean isContent = change.thing() == Thing.FILE || change.thing() == Thing.LINK;
        if (ProtectedPaths.isGitData(path)) {
            if (attempt.containsKey(OverlayTree.apartName(prefix.resolve(path)))) {
                quarantine(path, UnkeptChange.Why.PROTECTED);
            }
        } else if (isInSubmodule(path)) {
            if (change.kind() == Kind.DELETED || isContent) {
                quarantine(path, UnkeptChange.Why.SUBMODULE);
            }
        } else if (change.kind() == Kind.DELETED) {
            kept.put(path, change);
        } else if (change.thing() == Thing.SPECIAL) {
            quarantine(path, UnkeptChange.Why.SPECIAL);
        } else if (isContent && (protectedPaths.contains(path) || protectedPaths.isAbove(path))) {
            quarantine(path, UnkeptChange.Why.PROTECTED);
        } else if (isContent && !attempt.containsKey(name(path))) {
            leaveOut(path);
        } else {
            kept.put(path, change);
        }
    }

    private void leaveOut(Path path) {
        if (attempt.containsKey(OverlayTree.apartName(prefix.resolve(path)))) {
            quarantine(path, UnkeptChange.Why.REFUSED);
        } else {
            ignored.add(path);
            drop(path);
        }
    }

    private void quarantine(Path path, UnkeptChange.Why why) {
        quarantined.add(new UnkeptChange(path, why));
        drop(path);
    }

    private void drop(Path path) {
        kept.remove(path);
        for (Path above = path.getParent(); above != null; above = above.getParent()) {
            dropped.add(above);
        }
    }

    private boolean isInSubmodule(Path path) {
        RawName name = name(path);
        return submodules.stream().anyMatch(name::isBelow);
    }

    /// New folders in which everything was left out, and the empty ones in them: a folder cannot stand without the one
    /// it lies in. One that was empty to begin with stays.
    private void dropFoldersWithNothingLeft() {
        Set<Path> needed = new HashSet<>();
        for (PathChange change : kept.values()) {
            if (change.thing() != Thing.DIRECTORY) {
                for (Path above = change.path().getParent(); above != null; above = above.getParent()) {
                    needed.add(above);
                }
            }
        }
        Set<Path> without = new HashSet<>();
        for (PathChange change : List.copyOf(kept.values())) { // a folder comes before what is in it
            Path path = change.path();
            boolean isNewFolder = change.kind() == Kind.ADDED && change.thing() == Thing.DIRECTORY;
            boolean isLeftOut = dropped.contains(path)
                    || protectedPaths.contains(path)
                    || (path.getParent() != null && without.contains(path.getParent()));
            if (isNewFolder && isLeftOut && !needed.contains(path)) {
                kept.remove(path);
                without.add(path);
            }
        }
    }

    private void judgeDeleted(Delta delta, PrivateIndex users) throws IOException {
        Map<PathChange, List<Path>> files = new LinkedHashMap<>();
        Set<RawName> unknown = new HashSet<>();
        for (PathChange change : delta.changes()) {
            boolean goes = change.kind() == Kind.DELETED || change.kind() == Kind.TYPE;
            if (goes && kept.containsKey(change.path())) {
                List<Path> below = new ArrayList<>();
                collect(change.path(), below);
                files.put(change, below);
                below.stream().filter(this::isUnknown).forEach(path -> unknown.add(name(path)));
            }
        }
        Set<RawName> usersIgnored = users.ignored(unknown);
        files.forEach((change, below) -> judge(change, below, usersIgnored));
    }

    /// In no commit, and nothing that is judged by its name alone.
    private boolean isUnknown(Path path) {
        return !head.containsKey(name(path)) && !protectedPaths.contains(path) && !isInSubmodule(path);
    }

    private void judge(PathChange change, List<Path> files, Set<RawName> usersIgnored) {
        List<Path> go = new ArrayList<>();
        for (Path file : files) {
            if (protectedPaths.contains(file)) {
                quarantine(file, UnkeptChange.Why.PROTECTED);
            } else if (submodules.contains(name(file))) {
                quarantine(file, UnkeptChange.Why.SUBMODULE);
            } else if (head.containsKey(name(file))) {
                go.add(file);
            } else if (usersIgnored.contains(name(file))) {
                ignored.add(file);
            } else {
                conflicts.add(new Conflict(file, Conflict.Why.UNCOMMITTED));
            }
        }
        deleted.addAll(go);
        if (go.size() < files.size()) {
            keepInPart(change, go);
        }
    }

    private void keepInPart(PathChange change, List<Path> go) {
        kept.remove(change.path());
        if (change.kind() == Kind.TYPE) {
            conflicts.add(new Conflict(change.path(), Conflict.Why.UNCOMMITTED));
        }
        go.forEach(file -> kept.put(file, new PathChange(Kind.DELETED, file, Thing.FILE)));
    }

    private void collect(Path path, List<Path> files) throws IOException {
        PathEntry entry = PathEntry.at(project.resolve(path));
        boolean whole = submodules.contains(name(path)); // a repository of its own is not looked into
        if (entry != null && entry.isDirectory() && !whole) {
            for (Path child : TreeRemoval.list(project.resolve(path))) {
                collect(path.resolve(child.getFileName()), files);
            }
        } else if (entry != null) {
            files.add(path);
        }
    }
}
