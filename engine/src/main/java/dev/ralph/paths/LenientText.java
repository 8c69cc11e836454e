package dev.ralph.paths;

import dev.ralph.process.PlainText;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/// Text from files that anybody may have written: bytes that are no UTF-8 become replacement characters.
public final class LenientText {
    private LenientText() {}

    /// All of a file. A pipe or a device in its place is refused: reading one may never end.
    public static String read(Path file) throws IOException {
        if (!Files.readAttributes(file, BasicFileAttributes.class).isRegularFile()) {
            throw new FileSystemException(
                    file.toString(), null, "a folder, a pipe or a device stands where a file is needed: move it away");
        }
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    }

    /// The last lines of a file, at most `bytes` long, [as plain text][PlainText]; empty when there is no such file.
    public static String tail(Path file, int lines, int bytes) throws IOException {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) { // a link of an agent's could lead to a secret
            return "";
        }
        try (RandomAccessFile source = new RandomAccessFile(file.toFile(), "r")) {
            long from = Math.max(0, source.length() - bytes);
            source.seek(from);
            byte[] end = new byte[(int) Math.min(bytes, source.length() - from)];
            source.readFully(end);
            String text = new String(end, StandardCharsets.UTF_8);
            int start = text.length();
            for (int line = 0; line <= lines && start >= 0; line++) {
                start = text.lastIndexOf('\n', start - 1);
            }
            return PlainText.of(start < 0 ? text : text.substring(start + 1));
        }
    }
}
