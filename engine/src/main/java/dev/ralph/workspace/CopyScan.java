package dev.ralph.workspace;

import dev.ralph.workspace.PathChange.Kind;
import dev.ralph.workspace.PathChange.Thing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Finds how a copy of the project differs from what it was copied from: what is not as it was listed, and not as the
/// project has it either.
///
/// What the user changed since the copy was made, and the copy did not, is no difference. What could not be copied
/// cannot be changed in a copy: whatever stands there is told as something that is never kept.
final class CopyScan {
    private final UpperLayer copy;
    private final CopyListing before;
    private final Path project;
    private final List<PathChange> changes = new ArrayList<>();

    private CopyScan(UpperLayer copy, CopyListing before, Path project) {
        this.copy = copy;
        this.before = before;
        this.project = project;
    }

    static Delta of(UpperLayer copy, CopyListing before, Path project) throws IOException {
        CopyScan scan = new CopyScan(copy, before, project);
        scan.folder(Path.of(""));
        return new Delta(scan.changes);
    }

    private void folder(Path relative) throws IOException {
        Set<Path> names = new HashSet<>(copy.list(relative));
        for (Path name : names) {
            entry(relative.resolve(name));
        }
        for (Path known : before.children(relative)) {
            if (!names.contains(known.getFileName())) {
                gone(known);
            }
        }
    }

    private void entry(Path path) throws IOException {
        PathEntry now = copy.entry(path);
        PathEntry then = before.at(path);
        if (FileNames.isTooLong(path)) { // nobody could name it where it is to be kept, nor what is in it
            if (then == null) {
                changes.add(new PathChange(Kind.ADDED, path, Thing.SPECIAL));
            }
            return;
        }
        if (then == null || !isSame(path, now, then)) {
            Kind kind = kind(path, now, then, PathEntry.at(project.resolve(path)));
            if (kind != null) {
                changes.add(new PathChange(kind, path, thing(path, kind, now)));
            }
        }
        if (now.isDirectory()) {
            folder(path);
        }
    }

    /// Of a folder that is still one, only the permissions count here.
    private boolean isSame(Path path, PathEntry now, PathEntry then) {
        return (now.isDirectory() && then.isDirectory()) ? now.mode() == then.mode() : before.isUntouched(path, now);
    }

    private @Nullable Kind kind(Path path, PathEntry now, @Nullable PathEntry then, @Nullable PathEntry users)
            throws IOException {
        if (users == null) {
            return Kind.ADDED;
        }
        if (users.kind() != now.kind()) {
            return Kind.TYPE;
        }
        if (!sameContent(path, now, users)) {
            return Kind.MODIFIED;
        }
        boolean sameMode = now.hasModeOf(users) || (then != null && now.mode() == then.mode());
        return now.kind() == PathEntry.Kind.LINK || sameMode ? null : Kind.MODE;
    }

    private boolean sameContent(Path path, PathEntry now, PathEntry users) throws IOException {
        Path ours = copy.path(path);
        Path theirs = project.resolve(path);
        return switch (now.kind()) {
            case FILE -> now.size() == users.size() && UpperScan.isSame(ours, now, theirs, users);
            case LINK -> Files.readSymbolicLink(ours).equals(Files.readSymbolicLink(theirs));
            case SPECIAL, WHITEOUT -> false;
            case DIRECTORY -> true;
        };
    }

    private Thing thing(Path path, Kind kind, PathEntry now) {
        if (before.isLeft(path) || (kind == Kind.TYPE && before.isSomethingLeftIn(path))) {
            return Thing.SPECIAL;
        }
        return switch (now.kind()) {
            case FILE -> Thing.FILE;
            case DIRECTORY -> Thing.DIRECTORY;
            case LINK -> Thing.LINK;
            case SPECIAL, WHITEOUT -> Thing.SPECIAL;
        };
    }

    /// Of a folder in which something was left out, what was copied goes, and the folder stays.
    private void gone(Path path) throws IOException {
        PathEntry users = PathEntry.at(project.resolve(path));
        if (users == null) {
            return;
        }
        if (users.isDirectory() && before.isSomethingLeftIn(path)) {
            for (Path child : before.children(path)) {
                gone(child);
            }
        } else {
            changes.add(new PathChange(Kind.DELETED, path, users.isDirectory() ? Thing.DIRECTORY : Thing.FILE));
        }
    }
}
