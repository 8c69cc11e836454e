package dev.ralph.backlog;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// A file of the project that says what a task is about. Whoever names it may not be trusted, so it lies inside the
/// project, no link leads to it, and it is committed: others, as `.env`, are not for agents.
///
/// @param name from the project's folder
public record SpecificationFile(Path project, String name, Committed committed) {
    private static final int LONGEST = 1 << 20;

    /// Tells which files agents see anyway.
    @FunctionalInterface
    public interface Committed {
        boolean isCommitted(Path file) throws IOException;
    }

    /// Why it cannot be read, null where it can.
    public @Nullable String against() {
        String whole = "its spec " + name;
        Path file;
        try {
            file = project.resolve(name).normalize();
        } catch (InvalidPathException none) {
            return whole + " is not the path of a file";
        }
        if (!file.startsWith(project) || file.equals(project) || file.startsWith(project.resolve(".git"))) {
            return whole + " lies outside the project: name a file in it";
        }
        for (Path part = file; part != null && !part.equals(project); part = part.getParent()) {
            if (Files.isSymbolicLink(part)) {
                return whole + " is a link, or leads through one: name the file itself";
            }
        }
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return whole + " is not a file: create it, or correct the task";
        }
        try {
            if (!committed.isCommitted(file)) {
                return whole + " is not committed: commit it, or name a file that is";
            }
            return Files.size(file) > LONGEST ? whole + " is larger than 1 MB: name a shorter one" : null;
        } catch (IOException gone) {
            return whole + " cannot be read";
        }
    }

    public String read() throws IOException {
        String against = against();
        if (against != null) {
            throw new IOException(against);
        }
        try (InputStream in = Files.newInputStream(project.resolve(name).normalize(), LinkOption.NOFOLLOW_LINKS)) {
            return new String(in.readNBytes(LONGEST), StandardCharsets.UTF_8);
        }
    }
}
