package dev.ralph.workspace;

import dev.ralph.disk.Durable;
import dev.ralph.fault.FaultPoint;
import dev.ralph.process.OpenFolder;
import dev.ralph.workspace.PathChange.Kind;
import dev.ralph.workspace.PathChange.Thing;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributeView;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Copies everything that will be kept next to where it will stand, under a name of ours.
final class StagedFiles {
    private final Path folder;
    private final OverlayChanges upper;
    private final Map<Path, KeepStep.Place> places = new LinkedHashMap<>();
    private final List<KeepStep> steps = new ArrayList<>();
    private final Map<Path, List<PathChange>> contents = new HashMap<>();
    private final Map<Long, Path> linked = new HashMap<>();

    /// @param name tells the work of this keeping apart from any other's
    StagedFiles(Path folder, OverlayChanges upper, Delta delta, String name) throws IOException {
        this.folder = folder;
        this.upper = upper;
        Map<Path, Integer> modes = new TreeMap<>(Comparator.reverseOrder()); // what is deepest comes first
        for (PathChange change : delta.changes()) {
            if (change.kind() == Kind.DELETED) {
                steps.add(new KeepStep.Remove(change.path()));
            } else if (change.thing() != Thing.SPECIAL) {
                Path whole = wholeFolder(change.path());
                if (whole != null) {
                    contents.computeIfAbsent(whole, _ -> new ArrayList<>()).add(change);
                } else if (change.kind() == Kind.MODE) {
                    modes.put(change.path(), mode(change));
                } else {
                    places.put(
                            change.path(), new KeepStep.Place(change.path(), ".ralph-" + name + "-" + places.size()));
                }
            }
        }
        steps.addAll(places.values());
        List<KeepStep.Close> closing = closing(modes);
        steps.addAll(closing);
        modes.forEach((path, mode) -> steps.add(new KeepStep.Mode(path, mode)));
    }

    List<KeepStep> steps() {
        return steps;
    }

    /// The new folder that this lies in, which is staged as a whole.
    private @Nullable Path wholeFolder(Path path) {
        for (Path above = path.getParent(); above != null; above = above.getParent()) {
            if (places.containsKey(above)) {
                return above;
            }
        }
        return null;
    }

    /// Folders of the user's that must be opened for writing, and then closed again.
    private List<KeepStep.Close> closing(Map<Path, Integer> modes) throws IOException {
        Map<Path, KeepStep.Close> closing = new TreeMap<>(Comparator.reverseOrder());
        for (KeepStep step : steps) {
            Path parent = step.path().getParent();
            PathEntry entry = parent == null ? null : PathEntry.at(folder.resolve(parent));
            if (parent != null && entry != null && (entry.mode() & 0300) != 0300 && !modes.containsKey(parent)) {
                closing.put(parent, new KeepStep.Close(parent, entry.mode()));
            }
        }
        return List.copyOf(closing.values());
    }

    private int mode(PathChange change) throws IOException {
        return upper.entry(change.path()).keptMode();
    }

    void copy() throws IOException {
        for (KeepStep step : steps) {
            Path parent = step.path().getParent();
            boolean writes = step instanceof KeepStep.Place || step instanceof KeepStep.Remove;
            if (parent != null && writes) {
                open(folder.resolve(parent));
            }
        }
        for (KeepStep.Place place : places.values()) {
            Path parent = place.path().getParent();
            try (OpenFolder into =
                    OpenFolder.beneath(folder, parent == null ? Path.of("") : parent, FileNames::bytes)) {
                FaultPoint.KEEP_STAGE.before();
                Path staged = into.path().resolve(place.staged());
                TreeRemoval.delete(staged);
                Path old = into.path().resolve(place.path().getFileName());
                FileOwner owner = PathEntry.at(old) == null ? FileOwner.of(into) : FileOwner.of(old);
                copyOne(place.path(), staged, owner);
                for (PathChange change : contents.getOrDefault(place.path(), List.of())) {
                    copyOne(change.path(), staged.resolve(place.path().relativize(change.path())), owner);
                }
                closeFolders(place, staged);
                FaultPoint.KEEP_STAGE.after();
            }
        }
    }

    private static void open(Path parent) throws IOException {
        PathEntry entry = PathEntry.at(parent);
        if (entry != null && entry.isDirectory() && (entry.mode() & 0300) != 0300) {
            ClosedFileAccess.mode(parent, entry.mode() | 0700);
        }
    }

    private void copyOne(Path path, Path to, FileOwner owner) throws IOException {
        Path from = upper.path(path);
        PathEntry entry = upper.entry(path);
        switch (entry.kind()) {
            case FILE -> copyFile(from, entry, to);
            case LINK -> {
                Files.createSymbolicLink(to, Files.readSymbolicLink(from));
                keepTime(entry, to);
            }
            case DIRECTORY -> Files.createDirectory(to);
            case SPECIAL, WHITEOUT -> {
                return;
            }
        }
        owner.take(to);
    }

    private void copyFile(Path from, PathEntry entry, Path to) throws IOException {
        Path other = entry.links() > 1 ? linked.get(entry.inode()) : null;
        if (other != null && link(to, other)) {
            return;
        }
        ClosedFileAccess.to(from, () -> Files.copy(from, to));
        ClosedFileAccess.mode(to, 0600);
        keepTime(entry, to);
        Durable.file(to);
        ClosedFileAccess.mode(to, entry.keptMode());
        if (entry.links() > 1) {
            linked.put(entry.inode(), to.toRealPath());
        }
    }

    private static boolean link(Path to, Path other) throws IOException {
        try {
            Files.createLink(to, other);
            return true;
        } catch (FileSystemException elsewhere) {
            return false; // it may have its name already, or lie on another file system
        }
    }

    private static void keepTime(PathEntry entry, Path to) throws IOException {
        Files.getFileAttributeView(to, BasicFileAttributeView.class, java.nio.file.LinkOption.NOFOLLOW_LINKS)
                .setTimes(entry.modified(), null, null);
    }

    /// Their permissions come last: a folder may be closed for writing even to us.
    private void closeFolders(KeepStep.Place place, Path staged) throws IOException {
        List<PathChange> inside = contents.getOrDefault(place.path(), List.of());
        for (PathChange change : inside.reversed()) {
            if (change.thing() == Thing.DIRECTORY) {
                Path made = staged.resolve(place.path().relativize(change.path()));
                Durable.folder(made);
                ClosedFileAccess.mode(made, mode(change));
            }
        }
        PathEntry root = upper.entry(place.path());
        if (root.isDirectory()) {
            Durable.folder(staged);
            ClosedFileAccess.mode(staged, root.keptMode());
        }
    }
}
