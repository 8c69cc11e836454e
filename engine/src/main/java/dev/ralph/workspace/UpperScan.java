package dev.ralph.workspace;

import dev.ralph.process.ListedFolder;
import dev.ralph.process.ListedFolder.For;
import dev.ralph.process.ListedFolder.Name;
import dev.ralph.workspace.PathChange.Kind;
import dev.ralph.workspace.PathChange.Thing;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads the upper layer of an overlay as the exact difference between what the overlay shows and the folder
/// below it.
///
/// Its cost follows from what was changed, not from the size of the project. What a folder below has and the
/// overlay hides is compared all the same: keeping the difference must lead to exactly what the overlay shows.
final class UpperScan {
    /// On a folder that was made anew in place of one that was removed. An agent cannot set this mark: its own
    /// attributes of that name are stored under another one.
    private static final String OPAQUE = "user.overlay.opaque";

    private final OverlayChanges upper;
    private final Path lower;
    private final List<PathChange> changes = new ArrayList<>();

    private UpperScan(OverlayChanges upper, Path lower) {
        this.upper = upper;
        this.lower = lower;
    }

    static Delta of(OverlayChanges upper, Path lower) throws IOException {
        UpperScan scan = new UpperScan(upper, lower);
        Path top = Path.of("");
        upper.open(top, PathEntry.listed(upper.path(top)));
        try (ListedFolder here = ListedFolder.open(upper.path(top).toRealPath(), For.LISTING);
                ListedFolder below = ListedFolder.open(lower.toRealPath(), For.LOOKING)) {
            scan.folder(top, here, below, Below.SHINES_THROUGH);
        }
        return new Delta(scan.changes);
    }

    /// What the folder below has to do with the one in the upper layer.
    private enum Below {
        /// It shows wherever the upper layer has nothing.
        SHINES_THROUGH,
        /// It is there, and the overlay hides it.
        HIDDEN,
        /// There is none.
        ABSENT
    }

    /// @param beneath null for [Below#ABSENT]
    private void folder(Path relative, ListedFolder here, @Nullable ListedFolder beneath, Below parent)
            throws IOException {
        boolean opaque = parent == Below.SHINES_THROUGH && here.isMarked(OPAQUE, 'y');
        Below below = opaque ? Below.HIDDEN : parent;
        List<Name> names = here.names();
        if (below == Below.HIDDEN) {
            deleteAllBut(names, relative);
        }
        for (Name name : names) {
            entry(relative, name, here, beneath, below);
        }
    }

    private void deleteAllBut(List<Name> names, Path relative) throws IOException {
        Set<Path> stay = new HashSet<>();
        names.forEach(name -> stay.add(FileNames.path(name.bytes())));
        try (DirectoryStream<Path> users = Files.newDirectoryStream(lower.resolve(relative))) {
            for (Path entry : users) {
                if (!stay.contains(entry.getFileName())) {
                    add(Kind.DELETED, relative.resolve(entry.getFileName()), PathEntry.listed(entry));
                }
            }
        } catch (AccessDeniedException closed) {
            // Closed to us as to the agent, which could remove it all the same: it is empty. It stays untouched.
        }
    }

    private void entry(Path parent, Name name, ListedFolder here, @Nullable ListedFolder below, Below how)
            throws IOException {
        PathEntry before = below == null ? null : users(below, name);
        PathEntry now = entry(here, name);
        if (now == null) {
            throw new NoSuchFileException(
                    parent.resolve(FileNames.path(name.bytes())).toString(),
                    null,
                    "it vanished while its folder was read");
        }
        if (now.kind() == PathEntry.Kind.WHITEOUT) {
            if (before != null) {
                add(Kind.DELETED, parent.resolve(FileNames.path(name.bytes())), before);
            }
            return;
        }
        Path relative = parent.resolve(FileNames.path(name.bytes()));
        if (FileNames.isTooLong(relative)) { // nobody could name it where it is to be kept, nor what is in it
            changes.add(new PathChange(before == null ? Kind.ADDED : Kind.TYPE, relative, Thing.SPECIAL));
            return;
        }
        PathEntry told = upper.asItWas(relative, now);
        Kind kind = kind(relative, told, before);
        if (kind != null) {
            add(kind, relative, told);
        }
        if (now.isDirectory()) {
            upper.open(relative, now);
            try (ListedFolder inner = here.open(name, For.LISTING, relative);
                    ListedFolder innerBelow = before == null || !before.isDirectory() || below == null
                            ? null
                            : below.open(name, For.LOOKING, relative)) {
                folder(relative, inner, innerBelow, innerBelow == null ? Below.ABSENT : how);
            }
        }
    }

    /// What lies in a folder that the user closed is not known, and stays as it is.
    private static @Nullable PathEntry users(ListedFolder folder, Name name) throws IOException {
        try {
            return entry(folder, name);
        } catch (AccessDeniedException closed) {
            return null;
        }
    }

    private static @Nullable PathEntry entry(ListedFolder folder, Name name) throws IOException {
        ListedFolder.Facts facts = folder.at(name);
        return facts == null ? null : PathEntry.of(facts);
    }

    private @Nullable Kind kind(Path relative, PathEntry now, @Nullable PathEntry before) throws IOException {
        if (before == null) {
            return Kind.ADDED;
        }
        if (before.kind() != now.kind()) {
            return Kind.TYPE;
        }
        if (!sameContent(relative, now, before)) {
            return Kind.MODIFIED;
        }
        boolean hasMode = now.kind() != PathEntry.Kind.LINK;
        return hasMode && !now.hasModeOf(before) ? Kind.MODE : null;
    }

    private boolean sameContent(Path relative, PathEntry now, PathEntry before) throws IOException {
        Path above = upper.path(relative);
        Path below = lower.resolve(relative);
        return switch (now.kind()) {
            case FILE -> now.size() == before.size() && isSame(above, now, below, before);
            case LINK -> Files.readSymbolicLink(above).equals(Files.readSymbolicLink(below));
            case SPECIAL -> now.device() == before.device();
            case DIRECTORY, WHITEOUT -> true;
        };
    }

    /// Whether two files of the same size have the same content. What the user closed to everybody is not opened for
    /// us:
    /// then the times of the last writing decide.
    static boolean isSame(Path ours, PathEntry now, Path users, PathEntry before) throws IOException {
        try {
            return ClosedFileAccess.to(ours, () -> Files.mismatch(ours, users)) < 0;
        } catch (AccessDeniedException closed) {
            return now.modified().equals(before.modified());
        }
    }

    private void add(Kind kind, Path relative, PathEntry entry) {
        changes.add(new PathChange(kind, relative, thing(entry)));
    }

    private static Thing thing(PathEntry entry) {
        return switch (entry.kind()) {
            case FILE -> Thing.FILE;
            case DIRECTORY -> Thing.DIRECTORY;
            case LINK -> Thing.LINK;
            case SPECIAL, WHITEOUT -> Thing.SPECIAL;
        };
    }
}
