package dev.ralph.workspace;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/// Removes trees that are ours, whatever an agent did to them: folders closed to everybody, and folders in folders
/// until no path is long enough to name the last.
public final class TreeRemoval {
    /// A folder below is brought to the top of the tree, where its path is short again.
    private static final int DEEPEST = 50;

    private static final int LONGEST = 1000;

    private final Path root;
    private int moved;

    private TreeRemoval(Path root) {
        this.root = root;
    }

    /// What a folder holds.
    public static List<Path> list(Path folder) throws IOException {
        return ClosedFileAccess.to(folder, () -> {
            List<Path> children = new ArrayList<>();
            try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
                entries.forEach(children::add);
            }
            return children;
        });
    }

    public static void delete(Path path) throws IOException {
        PathEntry entry = PathEntry.at(path);
        if (entry == null) {
            return;
        }
        if (entry.isDirectory()) {
            TreeRemoval trash = new TreeRemoval(path);
            int before;
            do {
                before = trash.moved;
                trash.empty(path, entry, 0);
            } while (trash.moved > before);
        }
        Files.delete(path);
    }

    private void empty(Path folder, PathEntry entry, int depth) throws IOException {
        unlock(folder, entry);
        for (Path child : list(folder)) {
            PathEntry inner = PathEntry.at(child);
            if (inner != null && inner.isDirectory() && isDeep(child, depth)) {
                unlock(child, inner);
                Files.move(child, atTheTop(), StandardCopyOption.ATOMIC_MOVE);
            } else if (inner != null) {
                if (inner.isDirectory()) {
                    empty(child, inner, depth + 1);
                }
                Files.delete(child);
            }
        }
    }

    private boolean isDeep(Path child, int depth) {
        return depth == DEEPEST || child.toString().length() - root.toString().length() > LONGEST;
    }

    private static void unlock(Path folder, PathEntry entry) throws IOException {
        if ((entry.mode() & 0700) != 0700) {
            ClosedFileAccess.mode(folder, 0700);
        }
    }

    private Path atTheTop() {
        Path place;
        do {
            place = root.resolve(".ralph-deep-" + moved++);
        } while (Files.exists(place, LinkOption.NOFOLLOW_LINKS));
        return place;
    }
}
