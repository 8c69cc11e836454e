package dev.ralph.session;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.ralph.disk.WholeFile;
import dev.ralph.fault.FaultPoint;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/// One small file that is whole at every moment.
///
/// It promises:
/// 1. A reader, and whoever looks after a crash or a power cut, finds all of the old text or all of the new.
/// 2. An interrupted thread reads and writes like any other, because streams are used here and not channels.
/// 3. Reading ends: a pipe, a folder or a file of any length in its place is refused, not waited for.
record StateFile(Path path) {
    /// A task of the greatest length, with every character escaped, and the rest.
    private static final int LONGEST = 8 << 20;

    /// The text, null when there is no such file.
    @Nullable
    String read() throws IOException {
        try {
            BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
            if (!attributes.isRegularFile()) {
                throw new IOException("it is not a file");
            }
            if (attributes.size() > LONGEST) {
                throw new IOException("it has more than " + LONGEST + " bytes");
            }
            try (InputStream in = new FileInputStream(path.toFile())) {
                String text = new String(in.readNBytes(LONGEST), UTF_8);
                return text.startsWith("\ufeff") ? text.substring(1) : text;
            }
        } catch (NoSuchFileException gone) {
            return null;
        } catch (FileNotFoundException goneOrForbidden) {
            if (Files.exists(path)) {
                throw goneOrForbidden;
            }
            return null;
        }
    }

    void write(String text) throws IOException {
        Files.createDirectories(path.resolveSibling(""));
        WholeFile.writeDurably(FaultPoint.SESSION_STATE, path, text);
    }

    void delete() throws IOException {
        FaultPoint.SESSION_CLEAR.before();
        Files.deleteIfExists(path);
        FaultPoint.SESSION_CLEAR.after();
    }

    /// Out of the way, where its owner can still find it.
    void putAside() throws IOException {
        FaultPoint.SESSION_CLEAR.before();
        Files.move(
                path,
                path.resolveSibling(path.getFileName() + ".imported"),
                StandardCopyOption.ATOMIC_MOVE,
                StandardCopyOption.REPLACE_EXISTING);
        FaultPoint.SESSION_CLEAR.after();
    }
}
