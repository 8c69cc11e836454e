package dev.ralph.workspace;

import dev.ralph.git.Blob;
import dev.ralph.git.GitFailed;
import dev.ralph.git.PrivateIndex;
import dev.ralph.git.RawName;
import dev.ralph.git.Repository;
import dev.ralph.workspace.Change.Kind;
import dev.ralph.workspace.Change.Thing;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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

    private final Repository repository;
    private final Path top;
    private final Path prefix;
    private final Path scratch;
    private final List<Path> apart = new ArrayList<>();

    OverlayTree(Repository repository, Path top, Path prefix, Path scratch) {
        this.repository = repository;
        this.top = top;
        this.prefix = prefix;
        this.scratch = scratch;
    }

    /// @param base a commit or tree; null for none
    /// @param rules whether ignored files are left out
    String build(@Nullable String base, UpperLayer upper, Delta delta, Rules rules) throws IOException {
        try (GitView view = new GitView(scratch.resolve("git-view"), top, prefix, upper, delta);
                PrivateIndex index = repository.index(view.root(), scratch.resolve("git-index"))) {
            index.read(base);
            Map<RawName, Blob> known = index.blobs();
            Set<RawName> submodules = new LinkedHashSet<>();
            known.forEach((name, blob) -> {
                if (blob.isSubmodule()) {
                    submodules.add(name);
                }
            });
            Map<RawName, Path> files = files(delta, submodules);
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
        return Names.raw(prefix.resolve(path));
    }

    /// What can stand in its place; the rest is set apart.
    private Map<RawName, Path> files(Delta delta, Set<RawName> submodules) {
        Map<RawName, Path> files = new LinkedHashMap<>();
        for (Change change : delta.changes()) {
            boolean content = change.thing() == Thing.FILE || change.thing() == Thing.LINK;
            if (change.kind() == Kind.DELETED || !content || isRalphs(change.path())) {
                continue;
            }
            RawName name = name(change.path());
            if (ProtectedPaths.isGitData(change.path())) {
                if (isWorthKeeping(change.path())) {
                    apart.add(change.path());
                }
            } else if (submodules.stream().anyMatch(name::isBelow)) {
                apart.add(change.path());
            } else {
                files.put(name, change.path());
            }
        }
        return files;
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
        for (Change change : delta.changes()) {
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
        try {
            index.add(files.keySet());
        } catch (GitFailed some) {
            for (Map.Entry<RawName, Path> file : files.entrySet()) {
                try {
                    index.add(List.of(file.getKey()));
                } catch (GitFailed thisOne) {
                    // It is set apart below.
                }
            }
        }
        Set<RawName> held = index.blobs().keySet(); // git passes over some names without a word
        files.forEach((name, path) -> {
            if (!held.contains(name)) {
                apart.add(path);
            }
        });
    }

    private void putApart(PrivateIndex index, UpperLayer upper) throws IOException {
        Map<RawName, Blob> blobs = new LinkedHashMap<>();
        for (Path path : apart) {
            Entry entry = upper.entry(path);
            boolean isProgram = entry.kind() == Entry.Kind.FILE && (entry.mode() & 0100) != 0;
            String mode = isProgram ? Blob.PROGRAM : Blob.FILE;
            blobs.put(apartName(prefix.resolve(path)), new Blob(mode, content(upper.path(path), entry)));
        }
        index.put(blobs);
    }

    private String content(Path file, Entry entry) throws IOException {
        if (entry.kind() != Entry.Kind.LINK) {
            return Opened.to(file, () -> repository.store(List.of(file)).getFirst());
        }
        Path target = scratch.resolve("link-target");
        Path leads = Files.readSymbolicLink(file);
        Files.write(
                target,
                leads.isAbsolute()
                        ? ("/" + Names.raw(leads).bytes()).getBytes(StandardCharsets.ISO_8859_1)
                        : Names.bytes(leads));
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
                    ProtectedPaths.isGitData(part) ? "dot-git" : Names.raw(part).bytes());
        }
        return new RawName(name.toString());
    }
}
