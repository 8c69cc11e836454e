package dev.ralph.backlog;

import dev.ralph.disk.Durable;
import dev.ralph.fault.FaultPoint;
import dev.ralph.json.InvalidJson;
import dev.ralph.json.JsonText;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Files of JSON objects, one in each line, that many processes append to.
public final class JsonLinesFile {
    static final int LONGEST = 4 << 20;
    private static final int CHUNK = 1 << 16;
    private static final int LAST = 1 << 20;

    private JsonLinesFile() {}

    /// One write at the end of the file, which the kernel does not mix with others. Where the last line was not
    /// finished, it begins with a new one; should two see that at once, there is an empty line.
    /// A link is refused: an agent may have made it.
    public static void append(Path file, Map<String, @Nullable Object> operation) throws IOException {
        boolean isNew = !Files.exists(file);
        if (Files.isSymbolicLink(file)) {
            throw new FileSystemException(file.toString(), null, "is a link, not a file: move it away");
        }
        byte[] line = (JsonText.of(operation) + "\n").getBytes(StandardCharsets.UTF_8);
        if (line.length > LONGEST) {
            throw new FileSystemException(file.toString(), null, "a line is too long: name a file instead");
        }
        FaultPoint.LIST_LINE.before(file.getFileName().toString());
        try (FileChannel channel = FileChannel.open(
                file,
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE,
                StandardOpenOption.APPEND,
                LinkOption.NOFOLLOW_LINKS)) {
            ByteBuffer bytes = ByteBuffer.wrap(isFinished(file) ? line : beginningAnew(line));
            int all = bytes.remaining();
            if (channel.write(bytes) < all) {
                throw new FileSystemException(file.toString(), null, "the disk is full");
            }
            channel.force(true);
        }
        if (isNew) {
            Durable.folder(file.toAbsolutePath().resolveSibling(""));
        }
        FaultPoint.LIST_LINE.after(file.getFileName().toString());
    }

    /// Every line as it stands there, of a line that is too long its beginning; nothing where there is no file, or a
    /// link. Only one line is in memory.
    public static void read(Path file, Consumer<String> lines) throws IOException {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS), CHUNK)) {
            ByteArrayOutputStream line = new ByteArrayOutputStream();
            boolean first = true;
            for (int next = in.read(); next >= 0; next = in.read()) {
                if (next != '\n') {
                    if (line.size() < LONGEST) {
                        line.write(next);
                    }
                    continue;
                }
                lines.accept(text(line, first));
                line.reset();
                first = false;
            }
            if (line.size() > 0) {
                lines.accept(text(line, first));
            }
        }
    }

    private static String text(ByteArrayOutputStream line, boolean first) {
        String text = line.toString(StandardCharsets.UTF_8);
        return first && text.startsWith("\ufeff") ? text.substring(1) : text;
    }

    /// The objects of its last lines; what is none is passed over.
    public static List<Map<String, @Nullable Object>> last(Path file) throws IOException {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return List.of();
        }
        List<Map<String, @Nullable Object>> all = new ArrayList<>();
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
            long from = Math.max(0, channel.size() - LAST);
            ByteBuffer bytes = ByteBuffer.allocate((int) (channel.size() - from));
            while (bytes.hasRemaining() && channel.read(bytes, from + bytes.position()) > 0) {}
            String text = new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8);
            text.lines().forEach(line -> object(line).ifPresent(all::add));
        }
        return all;
    }

    private static Optional<Map<String, @Nullable Object>> object(String line) {
        try {
            return Optional.of(JsonText.object(line));
        } catch (InvalidJson none) {
            return Optional.empty();
        }
    }

    private static byte[] beginningAnew(byte[] line) {
        byte[] all = new byte[line.length + 1];
        all[0] = '\n';
        System.arraycopy(line, 0, all, 1, line.length);
        return all;
    }

    private static boolean isFinished(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            ByteBuffer last = ByteBuffer.allocate(1);
            return channel.size() == 0 || (channel.read(last, channel.size() - 1) == 1 && last.get(0) == '\n');
        }
    }
}
