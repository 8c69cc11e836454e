package dev.ralph.workspace;

import dev.ralph.git.RawName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What a program added to a tree, taken out of the layer, or the copy, that it worked in.
///
/// Files of the tree itself that it changed or deleted are left behind, so that what is taken can be laid over another
/// version of the same tree and hides nothing of it.
public final class AddedFiles {
    private final Set<RawName> files;
    private final Set<RawName> folders = new HashSet<>();

    /// @param files what belongs to the tree
    public AddedFiles(Set<RawName> files) {
        this.files = files;
        files.forEach(name -> {
            for (int at = name.bytes().lastIndexOf('/');
                    at > 0;
                    at = name.bytes().lastIndexOf('/', at - 1)) {
                if (!folders.add(new RawName(name.bytes().substring(0, at)))) {
                    break;
                }
            }
        });
    }

    /// Moves what was added to an empty folder on the same file system.
    ///
    public void take(Path from, Path to) throws IOException {
        children(from, to, null);
    }

    private void children(Path from, Path to, @Nullable Path folder) throws IOException {
        for (Path child : TreeRemoval.list(from)) {
            Path path = folder == null ? child.getFileName() : folder.resolve(child.getFileName());
            PathEntry entry = PathEntry.listed(child);
            RawName name = FileNames.raw(path);
            boolean isContent =
                    entry.isDirectory() || entry.kind() == PathEntry.Kind.FILE || entry.kind() == PathEntry.Kind.LINK;
            if (!isContent || files.contains(name)) {
                continue;
            }
            if (!folders.contains(name)) {
                move(child, entry, to.resolve(child.getFileName()));
            } else if (entry.isDirectory()) {
                Path inner = Files.createDirectory(to.resolve(child.getFileName()));
                children(child, inner, path);
            }
        }
    }

    /// A folder that nobody may write to cannot be moved.
    private static void move(Path from, PathEntry entry, Path to) throws IOException {
        boolean closed = entry.isDirectory() && (entry.mode() & 0700) != 0700;
        if (closed) {
            ClosedFileAccess.mode(from, entry.mode() | 0700);
        }
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
        if (entry.isDirectory()) {
            forgetMarks(to);
        }
        if (closed) {
            ClosedFileAccess.mode(to, entry.mode());
        }
    }

    /// A new folder is marked as hiding what lies below it; here it is to be joined with that.
    private static void forgetMarks(Path folder) throws IOException {
        UserDefinedFileAttributeView marks = Files.getFileAttributeView(folder, UserDefinedFileAttributeView.class);
        for (String name : marks.list()) {
            if (name.startsWith("overlay.")) {
                marks.delete(name);
            }
        }
    }

    /// Whether what was taken from another version of this tree hides nothing of it.
    ///
    /// @param added what was taken, a folder
    public boolean fit(Path added) throws IOException {
        Set<RawName> absent = new HashSet<>();
        for (RawName name : files) {
            if (isHidden(added, name, absent)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isHidden(Path added, RawName name, Set<RawName> absent) throws IOException {
        for (int at = name.bytes().indexOf('/'); at > 0; at = name.bytes().indexOf('/', at + 1)) {
            RawName folder = new RawName(name.bytes().substring(0, at));
            if (absent.contains(folder)) {
                return false;
            }
            PathEntry entry = PathEntry.at(added.resolve(folder.path()));
            if (entry == null) {
                absent.add(folder);
                return false;
            }
            if (!entry.isDirectory()) {
                return true;
            }
        }
        return PathEntry.at(added.resolve(name.path())) != null;
    }

    /// Copies all that was taken into a folder that does not exist.
    public static void copy(Path added, Path to) throws IOException {
        UpperLayerCopy.copy(added, to);
    }

    /// Copies what was taken into a tree, where nothing of it hides anything.
    public static void join(Path added, Path tree) throws IOException {
        for (Path child : TreeRemoval.list(added)) {
            Path place = tree.resolve(child.getFileName());
            if (Files.isDirectory(place, LinkOption.NOFOLLOW_LINKS)) {
                join(child, place);
            } else {
                UpperLayerCopy.copy(child, place);
            }
        }
    }
}
