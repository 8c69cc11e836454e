package dev.ralph.paths;

import dev.ralph.process.PlainText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;

/// Text from files that anybody may have written: bytes that are no UTF-8 become replacement characters.
public final class LenientText {
    private LenientText() {}

    /// All of a file. A pipe or a device in its place is refused: reading one may never end.
    public static String read(Path file) throws IOException {
        if (!Files.readAttributes(file, BasicFileAttributes.class).isRegularFile()) {
            throw new FileSystemException(file.toString(), null, "not a regular file; remove it");
        }
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    }

    /// All of a file that an agent may have put there.
    ///
    /// @param home see [UnlinkedFiles]
    /// @throws FileSystemException where it is longer, or a link leads to it
    public static String read(Path home, Path file, int most) throws IOException {
        byte[] bytes = UnlinkedFiles.end(home, file, most + 1);
        if (bytes.length > most) {
            throw new FileSystemException(
                    file.toString(), null, "longer than the " + most + " bytes that are taken: shorten it");
        }
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /// The last lines of a file, at most `bytes` long, [as plain text][PlainText]; empty when there is no such file, or
    /// a link in its place.
    public static String tail(Path file, int lines, int bytes) throws IOException {
        return tail(Objects.requireNonNull(file.toAbsolutePath().getParent()), file.toAbsolutePath(), lines, bytes);
    }

    /// The same for a file in a folder that agents write to.
    ///
    /// @param home see [UnlinkedFiles]
    public static String tail(Path home, Path file, int lines, int bytes) throws IOException {
        String text = end(home, file, bytes);
        int start = text.length();
        for (int line = 0; line <= lines && start >= 0; line++) {
            start = text.lastIndexOf('\n', start - 1);
        }
        return PlainText.of(start < 0 ? text : text.substring(start + 1));
    }

    /// The end of a file, at most so many bytes; empty when there is no such file, or a link leads to it.
    ///
    /// @param home see [UnlinkedFiles]
    public static String end(Path home, Path file, int bytes) throws IOException {
        if (!UnlinkedFiles.has(home, file)) { // a link of an agent's could lead to a secret
            return "";
        }
        return new String(UnlinkedFiles.end(home, file, bytes), StandardCharsets.UTF_8);
    }
}
