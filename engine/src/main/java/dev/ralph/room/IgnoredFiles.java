package dev.ralph.room;

import dev.ralph.git.Repository;
import dev.ralph.workspace.TreeRemoval;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/// What the user's folder has that git ignores, such as installed libraries: remembered when a loop begins, so that
/// what was there then can be told from what came later.
public final class IgnoredFiles {
    private static final int MOST = 200_000;
    private static final String SEPARATOR = "\0";

    private IgnoredFiles() {}

    /// Writes down what is there.
    ///
    /// @return whether all of it can be linked beside the list, as far as one file of each folder tells
    public static boolean remember(Repository users, Path list) throws IOException {
        Path top = users.top().toRealPath();
        StringBuilder text = new StringBuilder();
        Set<Path> tried = new HashSet<>();
        boolean[] linked = {true};
        boolean whole = each(users, (file, attributes) -> {
            text.append(line(top, file, attributes)).append(SEPARATOR);
            linked[0] &= !tried.add(file.resolveSibling("")) || isLinkable(file, attributes, list);
        });
        Files.writeString(list, text, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        return whole && linked[0];
    }

    private static boolean isLinkable(Path file, BasicFileAttributes attributes, Path list) throws IOException {
        Path link = list.resolveSibling(list.getFileName() + ".link");
        try {
            link(file, attributes, link);
            Files.delete(link);
            return true;
        } catch (FileSystemException notHere) { // another file system, or files of another user
            return false;
        }
    }

    /// Links what was remembered, and is still as it was, into a folder that rooms can lie on.
    ///
    /// @param list  what [#remember] wrote
    /// @param layer a folder that does not exist, on the file system of the project
    /// @return false where nothing of it is left, or where it cannot be linked
    public static boolean layer(Repository users, Path list, Path layer) throws IOException {
        Set<String> known = new HashSet<>(List.of(Files.readString(list).split(SEPARATOR)));
        Path tree = Files.createDirectories(layer.resolve("tree"));
        Files.createDirectory(layer.resolve("home"));
        Path top = users.top().toRealPath();
        Set<Path> linked = new HashSet<>();
        boolean whole;
        try {
            whole = each(users, (file, attributes) -> {
                if (known.contains(line(top, file, attributes))) {
                    link(file, attributes, tree.resolve(top.relativize(file)));
                    linked.add(file);
                }
            });
        } catch (FileSystemException notHere) {
            whole = false; // another file system, or files of another user
        }
        if (!whole || linked.isEmpty()) {
            TreeRemoval.delete(layer);
            return false;
        }
        return true;
    }

    private static void link(Path file, BasicFileAttributes attributes, Path place) throws IOException {
        Files.createDirectories(place.resolveSibling(""));
        if (attributes.isSymbolicLink()) {
            Files.copy(file, place, LinkOption.NOFOLLOW_LINKS, StandardCopyOption.COPY_ATTRIBUTES);
        } else {
            Files.createLink(place, file);
        }
    }

    private static String line(Path top, Path file, BasicFileAttributes attributes) {
        return attributes.fileKey() + " " + attributes.size() + " "
                + attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS) + " "
                + top.relativize(file);
    }

    private interface Seen {
        void file(Path file, BasicFileAttributes attributes) throws IOException;
    }

    /// @return whether all of it was seen: nobody waits for more files than any project has installed
    private static boolean each(Repository users, Seen seen) throws IOException {
        Path top = users.top().toRealPath();
        int[] left = {MOST};
        for (String name : users.ignored(MOST)) {
            Path root = top.resolve(name);
            if (!Files.exists(root, LinkOption.NOFOLLOW_LINKS)) {
                continue;
            }
            Files.walkFileTree(root, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    if (attributes.isRegularFile() || attributes.isSymbolicLink()) {
                        left[0]--;
                        seen.file(file, attributes);
                    }
                    return left[0] > 0 ? FileVisitResult.CONTINUE : FileVisitResult.TERMINATE;
                }

                @Override
                public FileVisitResult visitFileFailed(Path file, IOException failed) throws IOException {
                    if (failed instanceof NoSuchFileException) {
                        return FileVisitResult.CONTINUE;
                    }
                    throw failed;
                }
            });
            if (left[0] <= 0) {
                return false;
            }
        }
        return true;
    }
}
