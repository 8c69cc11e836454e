package dev.ralph.store;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// What `ralph status` shows, in a small file beside the journal: loading a database takes longer than all the rest of
/// that command.
///
/// It promises:
/// 1. What [#read] returns is what the journal said at some moment of the call. Who appends writes down, under the
/// journal's lock and before the commit, the position to which the journal moves; lines count only while they are of
/// that position. What a power cut may have taken is not believed: lines are of one boot. A journal that was put in
/// the place of another is known by its stamp.
/// 2. In doubt the journal has to be asked: the answer is then null.
/// 3. Deleting the files costs time, nothing else.
public final class StatusFile {
    private static final String FORMAT = "ralph status 1";
    private static final long LARGEST = 16 << 20;
    private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");

    private final Path journal;
    private final Path file;
    private final Path mark;

    public StatusFile(Path journal) {
        this.journal = journal.toAbsolutePath();
        this.file = beside("-status");
        this.mark = beside("-mark");
    }

    private Path beside(String ending) {
        return journal.resolveSibling(journal.getFileName() + ending);
    }

    /// The stream that was begun last first; null when only the journal can tell.
    public @Nullable List<StatusLine> read() {
        Lines known = lines();
        try {
            return known != null
                            && Files.readString(mark).equals(token(known.position()))
                            && known.stamp().equals(stamp())
                    ? known.lines()
                    : null;
        } catch (IOException unknown) {
            return null;
        }
    }

    /// What the file says, and of which position; null when it is not whole, or from before the last start of the
    /// machine.
    @Nullable
    Lines lines() {
        try {
            if (Files.size(file) > LARGEST) {
                return null;
            }
            String[] texts = Files.readString(file).split("\n", -1);
            String[] head = texts[0].split("\t", -1);
            boolean isWhole = head.length == 5
                    && head[0].equals(FORMAT)
                    && head[1].equals(boot())
                    && Integer.parseInt(head[4]) == texts.length - 2;
            if (!isWhole) {
                return null;
            }
            List<StatusLine> lines = new ArrayList<>();
            for (int i = 1; i < texts.length - 1; i++) {
                StatusLine line = StatusLine.read(texts[i]);
                if (line == null) {
                    return null;
                }
                lines.add(line);
            }
            return new Lines(Long.parseLong(head[2]), head[3], lines);
        } catch (IOException | NumberFormatException unknown) {
            return null;
        }
    }

    record Lines(long position, String stamp, List<StatusLine> lines) {}

    /// Must be called under the journal's lock, before the commit: what the file says does not count any more.
    void move(long position) throws IOException {
        try {
            Files.writeString(mark, token(position), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        } catch (IOException full) {
            Files.deleteIfExists(file);
        }
    }

    /// @param position as of which the lines are
    void write(long position, Collection<StatusLine> lines) throws IOException {
        StringBuilder text = new StringBuilder();
        text.append(String.join("\t", FORMAT, boot(), Long.toString(position), stamp(), Integer.toString(lines.size())))
                .append('\n');
        lines.forEach(line -> text.append(line.text()).append('\n'));
        Path draft = beside("-status-" + position);
        try {
            Files.writeString(draft, text);
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(draft);
        }
    }

    /// The same for who only reads the journal: only where the last who wrote keeps the mark.
    void repair(long position, Collection<StatusLine> lines) throws IOException {
        if (Files.readString(mark).equals(token(position))) {
            write(position, lines);
        }
    }

    /// Always of the same length, so that writing over it leaves nothing of the one before.
    private static String token(long position) {
        String digits = Long.toString(position);
        return "0".repeat(20 - digits.length()) + digits;
    }

    private static String boot() throws IOException {
        return new String(Files.readAllBytes(BOOT), StandardCharsets.US_ASCII).strip();
    }

    private String stamp() throws IOException {
        BasicFileAttributes seen = Files.readAttributes(journal, BasicFileAttributes.class);
        return seen.fileKey() + " " + seen.size() + " "
                + seen.lastModifiedTime().to(TimeUnit.NANOSECONDS);
    }
}
