package dev.ralph.workspace;

import dev.ralph.git.GitFailed;
import dev.ralph.git.PrivateIndex;
import dev.ralph.git.RawName;
import dev.ralph.git.Repository;
import dev.ralph.git.Snapshot;
import dev.ralph.git.TreeEntry;
import dev.ralph.workspace.PathChange.Kind;
import dev.ralph.workspace.PathChange.Thing;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The end state of an overlay as a tree of git: what it was based on, with the changes applied; ignored files
/// are left out.
///
/// What git cannot hold in its place lies below `.ralph/apart/` with its whole path, `.git` spelled `dot-git`:
/// files of submodules, names and contents that git refuses (a link as a file that says where it leads), and of a
/// repository's own data the configuration, the hooks and the
/// rules that an agent changed. Other data of the repository inside the overlay (its commits, its index) are left
/// out.
final class OverlayTree {
    static final String APART = ".ralph/apart/";
    private static final int MOST_REFUSALS = 64;

    private final Repository repository;
    private final Path top;
    private final Path prefix;
    private final Path scratch;
    private final List<Path> apart = new ArrayList<>();
    private final List<Path> left = new ArrayList<>();
    private long bytes;
    private int refusals;

    OverlayTree(Repository repository, Path top, Path prefix, Path scratch) {
        this.repository = repository;
        this.top = top;
        this.prefix = prefix;
        this.scratch = scratch;
    }

    /// @param base a commit or tree; null for none
    /// @param rules whether ignored files are left out
    String build(@Nullable String base, OverlayChanges upper, Delta delta, Rules rules) throws IOException {
        try (GitView view = new GitView(scratch.resolve("git-view"), top, prefix, upper, delta);
                PrivateIndex index = repository.index(view.root(), scratch.resolve("git-index"))) {
            index.read(base);
            Map<RawName, TreeEntry> known = index.blobs();
            Set<RawName> submodules = new LinkedHashSet<>();
            known.forEach((name, blob) -> {
                if (blob.isSubmodule()) {
                    submodules.add(name);
                }
            });
            Map<RawName, Path> files = files(delta, submodules);
            leaveWhatIsTooMuch(upper, files.values());
            leaveWhatIsTooMuch(upper, apart);
            view.show(files.values());
            if (rules == Rules.IGNORE) {
                index.ignored(files.keySet()).forEach(files::remove);
            }
            index.remove(gone(delta, new TreeSet<>(known.keySet()), submodules));
            add(index, files);
            putApart(index, upper);
            return index.tree();
        }
    }

    enum Rules {
        IGNORE,
        NONE
    }

    private RawName name(Path path) {
        return FileNames.raw(prefix.resolve(path));
    }

    /// What can stand in its place; the rest is set apart.
    private Map<RawName, Path> files(Delta delta, Set<RawName> submodules) {
        Map<RawName, Path> files = new LinkedHashMap<>();
        for (PathChange change : delta.changes()) {
            boolean content = change.thing() == Thing.FILE || change.thing() == Thing.LINK;
            if (change.kind() == Kind.DELETED || !content || !holds(change.path())) {
                continue;
            }
            RawName name = name(change.path());
            if (ProtectedPaths.isGitData(change.path()) || submodules.stream().anyMatch(name::isBelow)) {
                apart.add(change.path());
            } else {
                files.put(name, change.path());
            }
        }
        return files;
    }

    private void leaveWhatIsTooMuch(OverlayChanges upper, Collection<Path> paths) throws IOException {
        for (Iterator<Path> all = paths.iterator(); all.hasNext(); ) {
            Path path = all.next();
            long size = upper.entry(path).size();
            if (bytes + size > Snapshot.MOST_BYTES) {
                left.add(path);
                all.remove();
            } else {
                bytes += size;
            }
        }
    }

    /// What would take git longer than it has.
    List<Path> left() {
        return left;
    }

    /// Whether it has a place for what an agent leaves there: git and agents write data of their own into a repository
    /// also where they only look.
    static boolean holds(Path path) {
        return !isRalphs(path) && (!ProtectedPaths.isGitData(path) || isWorthKeeping(path));
    }

    static boolean isRalphs(Path path) {
        for (Path part : path) {
            if (part.toString().equals(".ralph")) {
                return true;
            }
        }
        return false;
    }

    /// Of a repository's own data: what would run programs.
    private static boolean isWorthKeeping(Path path) {
        for (Path part : path) {
            if (Set.of("hooks", "info", "config", "config.worktree", "modules").contains(part.toString())) {
                return !path.toString().contains("/objects/");
            }
        }
        return path.getNameCount() == 1; // a `.git` that became a file leads elsewhere
    }

    private List<RawName> gone(Delta delta, NavigableSet<RawName> known, Set<RawName> submodules) {
        List<RawName> gone = new ArrayList<>();
        for (PathChange change : delta.changes()) {
            if (change.kind() == Kind.DELETED || change.kind() == Kind.TYPE) {
                RawName name = name(change.path());
                if (known.contains(name)) {
                    gone.add(name);
                }
                for (RawName below : known.tailSet(new RawName(name.bytes() + "/"))) {
                    if (!below.isBelow(name)) {
                        break;
                    }
                    gone.add(below);
                }
            }
        }
        gone.removeIf(name -> submodules.stream().anyMatch(name::isBelow));
        return gone;
    }

    /// One name or content that git refuses must not cost all the others.
    private void add(PrivateIndex index, Map<RawName, Path> files) throws IOException {
        add(index, List.copyOf(files.keySet()));
        Set<RawName> held = index.blobs().keySet(); // git passes over some names without a word
        files.forEach((name, path) -> {
            if (!held.contains(name)) {
                apart.add(path);
            }
        });
    }

    /// Halves what git refuses until it is alone, which takes few calls; not for ever where it refuses many.
    private void add(PrivateIndex index, List<RawName> names) throws IOException {
        try {
            index.add(names);
        } catch (GitFailed some) {
            refusals++;
            if (names.size() > 1 && refusals < MOST_REFUSALS) {
                add(index, names.subList(0, names.size() / 2));
                add(index, names.subList(names.size() / 2, names.size()));
            }
        }
    }

    private void putApart(PrivateIndex index, OverlayChanges upper) throws IOException {
        Map<Path, String> stored = storedTogether(upper);
        Map<RawName, TreeEntry> blobs = new LinkedHashMap<>();
        for (Path path : apart) {
            PathEntry entry = upper.entry(path);
            boolean isProgram = entry.kind() == PathEntry.Kind.FILE && (entry.mode() & 0100) != 0;
            String mode = isProgram ? TreeEntry.PROGRAM : TreeEntry.FILE;
            String id = stored.get(path);
            blobs.put(
                    apartName(prefix.resolve(path)),
                    new TreeEntry(mode, id != null ? id : content(upper.path(path), entry)));
        }
        index.put(blobs);
    }

    /// Plain files by one call, as there may be thousands: an agent that checks out a submodule makes them.
    private Map<Path, String> storedTogether(OverlayChanges upper) throws IOException {
        List<Path> plain = new ArrayList<>();
        for (Path path : apart) {
            PathEntry entry = upper.entry(path);
            if (entry.kind() == PathEntry.Kind.FILE && (entry.mode() & 0400) != 0) {
                plain.add(path);
            }
        }
        Map<Path, String> stored = new LinkedHashMap<>();
        try {
            List<String> ids = repository.store(plain.stream().map(upper::path).toList());
            for (int i = 0; i < plain.size(); i++) {
                stored.put(plain.get(i), ids.get(i));
            }
        } catch (GitFailed some) {
            return Map.of(); // each by itself, then
        }
        return stored;
    }

    private String content(Path file, PathEntry entry) throws IOException {
        if (entry.kind() != PathEntry.Kind.LINK) {
            return ClosedFileAccess.to(
                    file, () -> repository.store(List.of(file)).getFirst());
        }
        Path target = scratch.resolve("link-target");
        Path leads = Files.readSymbolicLink(file);
        Files.write(
                target,
                leads.isAbsolute()
                        ? ("/" + FileNames.raw(leads).bytes()).getBytes(StandardCharsets.ISO_8859_1)
                        : FileNames.bytes(leads));
        try {
            return repository.store(List.of(target)).getFirst();
        } finally {
            Files.delete(target);
        }
    }

    static RawName apartName(Path full) {
        StringBuilder name = new StringBuilder(APART);
        for (Path part : full) {
            if (name.length() > APART.length()) {
                name.append('/');
            }
            name.append(
                    ProtectedPaths.isGitData(part)
                            ? "dot-git"
                            : FileNames.raw(part).bytes());
        }
        return new RawName(name.toString());
    }
}
