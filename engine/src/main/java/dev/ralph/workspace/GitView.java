package dev.ralph.workspace;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// A folder that shows git the changed files of a workspace as if they stood in the project, with the rules
/// (`.gitignore`, `.gitattributes`) that hold for them there, and nothing else.
///
/// Files are hard links where that is possible: a change of 1 GiB costs nothing. The upper layer itself would not
/// do: it
/// lacks the rules, holds devices for what is deleted, and may be that of a folder inside a repository.
final class GitView implements AutoCloseable {
    private static final List<String> RULES = List.of(".gitignore", ".gitattributes");

    private final Path root;
    private final Path top;
    private final Path prefix;
    private final OverlayChanges upper;
    private final Map<Path, PathChange> changes = new HashMap<>();
    private final Set<Path> ruled = new HashSet<>();

    /// @param root   a folder for it, next to the upper layer
    /// @param top    the root of the repository
    /// @param prefix where the project lies in it
    GitView(Path root, Path top, Path prefix, OverlayChanges upper, Delta delta) throws IOException {
        this.root = root;
        this.top = top;
        this.prefix = prefix;
        this.upper = upper;
        delta.changes().forEach(change -> changes.put(change.path(), change));
        TreeRemoval.delete(root);
        Files.createDirectories(root);
    }

    Path root() {
        return root;
    }

    /// @param paths changed files and links, relative to the project
    void show(Collection<Path> paths) throws IOException {
        for (Path path : paths) {
            Path full = prefix.resolve(path);
            Path target = root.resolve(full);
            Path parent = full.getParent();
            Files.createDirectories(parent == null ? root : root.resolve(parent));
            for (Path folder = parent; folder != null; folder = folder.getParent()) {
                rules(folder);
            }
            rules(Path.of(""));
            if (PathEntry.at(target) == null) {
                bring(upper.path(path), upper.entry(path), target);
            }
        }
    }

    private static void bring(Path from, PathEntry entry, Path target) throws IOException {
        if (entry.kind() == PathEntry.Kind.LINK) {
            Files.createSymbolicLink(target, Files.readSymbolicLink(from));
            return;
        }
        if ((entry.mode() & 0400) != 0) {
            try {
                Files.createLink(target, from);
                return;
            } catch (FileSystemException | UnsupportedOperationException elsewhere) {
                // Another file system, or somebody else's file: it is copied.
            }
        }
        ClosedFileAccess.to(from, () -> Files.copy(from, target));
        ClosedFileAccess.mode(target, (entry.mode() & 0100) | 0600);
    }

    /// The rules of a folder as the workspace has them.
    private void rules(Path folder) throws IOException {
        if (!ruled.add(folder)) {
            return;
        }
        for (String name : RULES) {
            Path rule = folder.resolve(name);
            Path users = top.resolve(rule);
            if (isUnchanged(rule) && Files.isRegularFile(users, LinkOption.NOFOLLOW_LINKS)) {
                Files.createDirectories(root.resolve(folder));
                Files.copy(users, root.resolve(rule));
            }
        }
    }

    private boolean isUnchanged(Path full) {
        if (!full.startsWith(prefix) && !prefix.toString().isEmpty()) {
            return true;
        }
        Path path = prefix.toString().isEmpty() ? full : prefix.relativize(full);
        if (changes.containsKey(path)) {
            return false;
        }
        for (Path above = path.getParent(); above != null; above = above.getParent()) {
            PathChange change = changes.get(above);
            if (change != null && (change.kind() == PathChange.Kind.DELETED || change.kind() == PathChange.Kind.TYPE)) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void close() throws IOException {
        TreeRemoval.delete(root);
    }
}
