package dev.ralph.git;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A working tree as it stands, as a tree of git: untracked files included, ignored ones and Ralph's own not.
///
/// @param unread what git cannot hold or we may not read: pipes, sockets, devices, files and folders closed to us,
///     and what would be more than [#MOST_BYTES] together. What
///     was known of the closed ones before is in the tree: nobody can see that it is gone
public record Snapshot(String tree, List<RawName> unread) {
    /// What git can be given to remember in the time it has. An agent makes a file of any size in a moment, all hole.
    public static final long MOST_BYTES = 16L << 30;

    public Snapshot {
        unread = List.copyOf(unread);
    }

    /// @param index knows what the working tree was; it is changed
    /// @param last  the tree of what it knows; null when nobody asked for it
    static Snapshot of(PrivateIndex index, Path top, @Nullable String last) throws IOException {
        PrivateIndex.Changed found = index.changed();
        Set<RawName> changed = found.names();
        changed.removeIf(Snapshot::isOurs);
        found.closed().removeIf(Snapshot::isOurs);
        if (changed.isEmpty()) {
            return new Snapshot(last == null ? index.tree() : last, List.copyOf(found.closed()));
        }
        Taking taking = new Taking(top, index);
        taking.unread.addAll(found.closed());
        for (RawName name : changed) {
            taking.take(name);
        }
        index.remove(taking.gone);
        if (!index.add(taking.there)) { // git passes over some
            Set<RawName> held = index.blobs().keySet();
            taking.there.stream().filter(name -> !held.contains(name)).forEach(taking.unread::add);
        }
        return new Snapshot(index.tree(), taking.unread);
    }

    /// Ralph's state, and that of a session's loop where its specification wants it.
    private static boolean isOurs(RawName name) {
        return name.hasPart(".ralph") || ("/" + name.bytes()).contains("/.supercoin/ralph-loop-");
    }

    private static final class Taking {
        private final Path top;
        private final PrivateIndex index;
        private @Nullable Map<RawName, TreeEntry> known;
        private final List<RawName> there = new ArrayList<>();
        private long bytes;
        private final List<RawName> gone = new ArrayList<>();
        private final List<RawName> unread = new ArrayList<>();

        Taking(Path top, PrivateIndex index) {
            this.top = top;
            this.index = index;
        }

        private Map<RawName, TreeEntry> known() throws IOException {
            Map<RawName, TreeEntry> asked = known == null ? index.blobs() : known;
            known = asked;
            return asked;
        }

        void take(RawName name) throws IOException {
            Path path = top.resolve(name.path());
            if (isBeyondLink(path)) {
                gone.add(name); // what stands there is another tree's
            } else if (name.bytes().endsWith("/")) {
                takeAll(path);
            } else if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
                TreeEntry before = known().get(name);
                boolean submodule = before != null && before.isSubmodule() && Files.exists(path.resolve(".git"));
                (submodule ? there : gone).add(name);
            } else if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
                takeFile(path, name);
            } else if (!isBehindClosedFolder(path)) {
                gone.add(name);
            }
        }

        private boolean isBehindClosedFolder(Path path) {
            for (Path above = path.getParent(); above != null && !above.equals(top); above = above.getParent()) {
                if (Files.isDirectory(above, LinkOption.NOFOLLOW_LINKS)) {
                    if (Files.isExecutable(above)) {
                        return false;
                    }
                    RawName closed = new RawName(RawName.of(top, above).bytes() + "/");
                    if (!unread.contains(closed)) {
                        unread.add(closed);
                    }
                    return true;
                }
            }
            return false;
        }

        private boolean isBeyondLink(Path path) {
            for (Path above = path.getParent(); above != null && !above.equals(top); above = above.getParent()) {
                if (Files.isSymbolicLink(above)) {
                    return true;
                }
            }
            return false;
        }

        private void takeFile(Path path, RawName name) throws IOException {
            BasicFileAttributes found =
                    Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            boolean fits = bytes + found.size() <= MOST_BYTES;
            if (found.isSymbolicLink() || (found.isRegularFile() && fits && Files.isReadable(path))) {
                bytes += found.size();
                there.add(name);
            } else {
                unread.add(name);
            }
        }

        /// A repository inside this one: git would remember nothing of it but its last commit.
        private void takeAll(Path folder) throws IOException {
            Files.walkFileTree(folder, Set.of(), Integer.MAX_VALUE, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path inner, BasicFileAttributes attributes) {
                    String last = String.valueOf(inner.getFileName());
                    boolean left = last.equals(".git") || last.equals(".ralph");
                    return left ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    if (!String.valueOf(file.getFileName()).equals(".git")) {
                        takeFile(file, RawName.of(top, file));
                    }
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFileFailed(Path file, IOException closed) {
                    unread.add(RawName.of(top, file));
                    return FileVisitResult.CONTINUE;
                }
            });
        }
    }
}
