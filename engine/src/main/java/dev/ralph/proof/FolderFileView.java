package dev.ralph.proof;

import dev.ralph.disk.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/// Looks into a folder that everybody sees.
///
/// @param above what holds all that is not outside, as a path from the folder
public record FolderFileView(Path folder, String above) implements FileView {
    public FolderFileView(Path folder) {
        this(folder, "");
    }

    @Override
    public FileView within(String other) {
        return new FolderFileView(folder, other);
    }

    @Override
    public Seen at(String path) throws IOException {
        Path file;
        try {
            file = folder.resolve(path);
        } catch (InvalidPathException strange) {
            return Seen.no(Kind.MISSING);
        }
        Path real;
        try {
            real = file.toRealPath();
        } catch (FileSystemException gone) { // or a link that leads nowhere or round in a circle
            return Seen.no(Kind.MISSING);
        }
        if (!real.startsWith(folder.toRealPath().resolve(above).normalize())) {
            return Seen.no(Kind.OUTSIDE);
        }
        if (!Files.isRegularFile(real)) {
            return Seen.no(Kind.NO_FILE);
        }
        return Files.size(real) == 0 ? Seen.no(Kind.EMPTY) : new Seen(Kind.FILE, hash(real));
    }

    private static String hash(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return Sha256.of(in);
        }
    }
}
