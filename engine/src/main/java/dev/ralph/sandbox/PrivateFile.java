package dev.ralph.sandbox;

import dev.ralph.process.OpenFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;

/// A file in the private home of an agent. That agent may have put a link in the place of every folder on the way, so
/// none is followed: what is done here is done inside the home, or not at all.
///
/// @param folder below the home, empty for the home itself
record PrivateFile(Path home, Path folder, String name) {
    private static final int OWNERS = 0700;

    /// What is done with a file whose folder is held open.
    interface Use<T> {
        T of(Path file) throws IOException;
    }

    /// Empty when a folder on the way is missing, or is something else.
    <T> Optional<T> find(Use<T> use) throws IOException {
        OpenFolder reached;
        try {
            reached = open(folder);
        } catch (NoSuchFileException | NotDirectoryException otherwise) {
            return Optional.empty();
        }
        try (reached) {
            return Optional.of(use.of(reached.path().resolve(name)));
        }
    }

    /// The same after the folders on the way were made. What an agent put in the place of one of them goes, and one
    /// that it closed is opened: the home is ours.
    <T> T make(Use<T> use) throws IOException {
        Path way = Path.of("");
        for (Path part : folder.toString().isEmpty() ? List.<Path>of() : folder) {
            try (OpenFolder above = open(way)) {
                unlock(above.path());
                Path here = above.path().resolve(part);
                if (!Files.isDirectory(here, LinkOption.NOFOLLOW_LINKS)) {
                    clear(here);
                    Files.createDirectory(here);
                }
            }
            way = way.resolve(part);
        }
        try (OpenFolder reached = open(folder)) {
            unlock(reached.path());
            return use.of(reached.path().resolve(name));
        }
    }

    /// Makes room at a name, whatever an agent put there; a folder with something in it goes to another name.
    static void clear(Path place) throws IOException {
        try {
            Files.deleteIfExists(place);
        } catch (DirectoryNotEmptyException full) {
            int number = 1;
            while (Files.exists(aside(place, number), LinkOption.NOFOLLOW_LINKS)) {
                number++;
            }
            Files.move(place, aside(place, number), StandardCopyOption.ATOMIC_MOVE);
        }
    }

    private static Path aside(Path place, int number) {
        return place.resolveSibling(place.getFileName() + ".aside-" + number);
    }

    private OpenFolder open(Path below) throws IOException {
        return OpenFolder.beneath(
                home, below, part -> part.toString().getBytes(StandardCharsets.US_ASCII)); // names that we chose
    }

    private static void unlock(Path held) throws IOException {
        int mode = (Integer) Files.getAttribute(held, "unix:mode");
        if ((mode & OWNERS) != OWNERS) {
            Files.setAttribute(held, "unix:mode", (mode & 07777) | OWNERS);
        }
    }
}
