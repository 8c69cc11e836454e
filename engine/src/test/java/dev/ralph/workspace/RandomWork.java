package dev.ralph.workspace;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/// What an agent might do to a tree, from a seed: every kind of change, in any order, names of all sorts.
final class RandomWork {
    private static final List<String> NAMES = List.of(
            "a",
            "b",
            "c",
            "src",
            "test",
            "x.txt",
            "with%20blank",
            "line%0Aend",
            "not%FFtext",
            "%C3%BC",
            "-dash",
            "a-b");

    private static final List<Integer> FILE_MODES = List.of(0000, 0444, 0755);
    private static final List<Integer> FOLDER_MODES = List.of(0500, 0555, 0700);

    private final Path root;
    private final RandomGenerator random;

    RandomWork(Path root, RandomGenerator random) {
        this.root = root;
        this.random = random;
    }

    /// A tree to begin with.
    void plant() throws IOException {
        for (int i = 0; i < 40; i++) {
            Path folder = anyFolder();
            Path path = folder.resolve(name());
            if (PathEntry.at(path) == null) {
                switch (random.nextInt(5)) {
                    case 0, 1 -> Files.createDirectory(path);
                    case 2 -> Files.createSymbolicLink(path, Path.of(random.nextBoolean() ? "../x" : "/etc/hostname"));
                    default -> write(path);
                }
            }
        }
    }

    /// Takes away what may be done to some of it, as users do.
    void close() throws IOException {
        for (Path path : all()) {
            if (random.nextInt(6) == 0 && PathEntry.listed(path).kind() != PathEntry.Kind.LINK) {
                boolean folder = PathEntry.listed(path).isDirectory();
                ClosedFileAccess.mode(path, (folder ? FOLDER_MODES : FILE_MODES).get(random.nextInt(3)));
            }
        }
    }

    void step() throws IOException {
        try {
            switch (random.nextInt(16)) {
                case 0, 1 -> write(anyFolder().resolve(name()));
                case 2 -> append(any());
                case 3 -> TreeRemoval.delete(any());
                case 4 -> recreate(any());
                case 5 -> becomeFolder(any());
                case 6 -> becomeLink(any());
                case 7 -> becomeFile(any());
                case 8, 9 -> move(any(), anyFolder().resolve(name()));
                case 10 ->
                    ClosedFileAccess.mode(
                            existing(any()),
                            List.of(0644, 0755, 0600, 0555, 0000, 0700).get(random.nextInt(6)));
                case 11 ->
                    Files.setLastModifiedTime(
                            existing(any()), FileTime.fromMillis(random.nextLong(2_000_000_000_000L)));
                case 12 -> Files.createLink(anyFolder().resolve(name()), existing(any()));
                case 13 -> copy(any(), anyFolder().resolve(name()));
                case 14 -> rewrite(any());
                default -> Files.createDirectory(anyFolder().resolve(name()));
            }
        } catch (FileSystemException notThisTime) {
            // An agent, too, tries things that fail: a name that is taken, a folder moved into itself.
        }
    }

    private Path name() {
        if (random.nextInt(30) == 0) {
            return Path.of("n".repeat(255));
        }
        return FileNames.decoded(NAMES.get(random.nextInt(NAMES.size())));
    }

    private List<Path> all() throws IOException {
        List<Path> found = new ArrayList<>();
        collect(root, found);
        return found;
    }

    private static void collect(Path folder, List<Path> found) throws IOException {
        for (Path child : TreeRemoval.list(folder).stream().sorted().toList()) {
            found.add(child);
            if (PathEntry.listed(child).isDirectory()) {
                collect(child, found);
            }
        }
    }

    private Path any() throws IOException {
        List<Path> all = all();
        if (all.isEmpty()) {
            throw new FileSystemException("nothing left");
        }
        return all.get(random.nextInt(all.size()));
    }

    private Path anyFolder() throws IOException {
        List<Path> folders = new ArrayList<>(List.of(root));
        for (Path path : all()) {
            if (PathEntry.listed(path).isDirectory() && path.getNameCount() < root.getNameCount() + 5) {
                folders.add(path);
            }
        }
        return folders.get(random.nextInt(folders.size()));
    }

    private static Path existing(Path path) throws IOException {
        if (PathEntry.listed(path).kind() == PathEntry.Kind.LINK) {
            throw new FileSystemException(path.toString(), null, "a link has no mode of its own");
        }
        return path;
    }

    private void write(Path path) throws IOException {
        if (PathEntry.at(path) != null) {
            throw new FileAlreadyExistsException(path.toString());
        }
        byte[] bytes = new byte[random.nextInt(200)];
        random.nextBytes(bytes);
        Files.write(path, bytes);
    }

    private void append(Path path) throws IOException {
        if (PathEntry.listed(path).kind() == PathEntry.Kind.FILE) {
            Files.write(path, new byte[] {'+'}, StandardOpenOption.APPEND);
        }
    }

    /// The same bytes again: a touch, no change.
    private static void rewrite(Path path) throws IOException {
        if (PathEntry.listed(path).kind() == PathEntry.Kind.FILE) {
            Files.write(path, Files.readAllBytes(path));
        }
    }

    /// A folder removed and made again with some of its old names.
    private void recreate(Path path) throws IOException {
        if (PathEntry.listed(path).isDirectory()) {
            List<Path> before = TreeRemoval.list(path);
            TreeRemoval.delete(path);
            Files.createDirectory(path);
            for (Path child : before) {
                switch (random.nextInt(3)) {
                    case 0 -> write(child);
                    case 1 -> Files.createDirectory(child);
                    default -> {}
                }
            }
        }
    }

    private void becomeFolder(Path path) throws IOException {
        TreeRemoval.delete(path);
        Files.createDirectory(path);
        write(path.resolve(name()));
    }

    private static void becomeLink(Path path) throws IOException {
        TreeRemoval.delete(path);
        Files.createSymbolicLink(path, Path.of("/tmp"));
    }

    private void becomeFile(Path path) throws IOException {
        TreeRemoval.delete(path);
        write(path);
    }

    /// As `mv` does it: a folder of the layer below cannot be renamed, so it is copied and removed.
    private void move(Path from, Path to) throws IOException {
        if (to.startsWith(from)) {
            throw new FileSystemException(from.toString(), to.toString(), "into itself");
        }
        if (PathEntry.listed(from).isDirectory()) {
            copy(from, to);
            TreeRemoval.delete(from);
        } else {
            Files.move(from, to);
        }
    }

    private void copy(Path from, Path to) throws IOException {
        if (to.startsWith(from) || PathEntry.at(to) != null) {
            throw new FileSystemException(from.toString(), to.toString(), "not possible");
        }
        PathEntry entry = PathEntry.listed(from);
        switch (entry.kind()) {
            case FILE -> Files.copy(from, to, java.nio.file.StandardCopyOption.COPY_ATTRIBUTES);
            case LINK -> Files.createSymbolicLink(to, Files.readSymbolicLink(from));
            case DIRECTORY -> {
                Files.createDirectory(to);
                for (Path child : TreeRemoval.list(from)) {
                    copy(child, to.resolve(child.getFileName()));
                }
            }
            case SPECIAL, WHITEOUT -> {}
        }
    }
}
