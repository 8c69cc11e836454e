package dev.ralph.bus;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reads one bus file from front to back, in memory bounded by the longest record, and can be asked again when it has
/// grown. It takes no lock, and uses [RandomAccessFile] because an interrupt does not close that.
final class BusReader implements AutoCloseable {
    private static final int FIRST_BUFFER = 64 << 10;
    private static final int LARGEST_BUFFER = 2 * RecordParser.MAX_RECORD + (1 << 20);

    private final Path name;
    private final RandomAccessFile file;
    private final List<BusWarning> warnings = new ArrayList<>();
    private byte[] buffer = new byte[FIRST_BUFFER];
    private int start;
    private int end;
    private long base;
    private long skippedTo = -1;
    private long countedTo;
    private long countedLines = 1;

    BusReader(Path name) throws IOException {
        PipeCheck.at(name);
        this.name = name;
        this.file = new RandomAccessFile(name.toFile(), "r");
    }

    /// The next complete message, or null if there is none (yet).
    @Nullable
    BusMessage next() throws IOException {
        return next(true);
    }

    /// @param settled false to leave alone a last message that may still grow
    @Nullable
    BusMessage next(boolean settled) throws IOException {
        if (base + start == 0) skipByteOrderMark();
        for (boolean atEnd = false; ; ) {
            ParseStep step = new RecordParser(new BusLines(buffer, end), atEnd).next(start);
            switch (step) {
                case ParseStep.Found found -> {
                    if (!found.whole() && !settled) return null;
                    advance(found.end());
                    return found.message();
                }
                case ParseStep.FoundLegacy found -> {
                    advance(found.start());
                    BusMessage message = legacy(found.legacy());
                    advance(found.end());
                    return message;
                }
                case ParseStep.Skipped skipped -> {
                    warn(base + skipped.start(), skipped.what());
                    advance(skipped.end());
                    skippedTo = position();
                }
                case ParseStep.Blank blank -> {
                    advance(blank.end());
                    if (!fill()) return null;
                }
                case ParseStep.Incomplete _ -> {
                    if (atEnd) return null;
                    atEnd = !fill();
                }
            }
        }
    }

    /// Where the next record is expected: everything before is read.
    long position() {
        return base + start;
    }

    long size() throws IOException {
        return file.length();
    }

    /// Goes to the start of a record.
    void moveTo(long offset) {
        base = offset;
        start = 0;
        end = 0;
    }

    /// Goes from anywhere to the next line that begins a record, dropping what is before it without a word.
    void alignToRecord() throws IOException {
        if (!skipLine()) return;
        while (true) {
            BusLines lines = new BusLines(buffer, end);
            advance(lines.resume(start));
            if (lines.end(start) >= 0 && lines.begins(start) == BusLines.Begins.YES) return;
            boolean more = end - start > FIRST_BUFFER ? skipLine() : fill();
            if (!more) return;
        }
    }

    /// Gives away what was stepped over since the last call.
    List<BusWarning> takeWarnings() {
        List<BusWarning> taken = List.copyOf(warnings);
        warnings.clear();
        return taken;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }

    private boolean skipLine() throws IOException {
        int e = new BusLines(buffer, end).end(start);
        while (e < 0) {
            advance(end);
            if (!fill()) return false;
            e = new BusLines(buffer, end).end(start);
        }
        advance(e + 1);
        return true;
    }

    private void skipByteOrderMark() throws IOException {
        if (end == 0) fill();
        if (end >= 3 && buffer[0] == (byte) 0xEF && buffer[1] == (byte) 0xBB && buffer[2] == (byte) 0xBF) start = 3;
    }

    private BusMessage legacy(BusLines.Legacy legacy) throws IOException {
        return new BusMessage(
                "LEGACY-LINE-" + lineNumber(),
                legacy.at(),
                legacy.type(),
                "legacy",
                null,
                null,
                List.of(),
                List.of(),
                Map.of(),
                legacy.text());
    }

    /// Text right behind something damaged is the rest of it and not told again.
    private void warn(long offset, String what) {
        if (offset == skippedTo && what.equals(RecordParser.NO_MESSAGE)) return;
        warnings.add(new BusWarning(name, offset, what));
    }

    /// Counted only when asked for, since hardly any file has legacy records.
    private long lineNumber() throws IOException {
        if (countedTo > position()) {
            countedTo = 0;
            countedLines = 1;
        }
        byte[] part = new byte[FIRST_BUFFER];
        file.seek(countedTo);
        while (countedTo < position()) {
            int read = file.read(part, 0, (int) Math.min(part.length, position() - countedTo));
            if (read < 0) break; // cut off by somebody
            for (int i = 0; i < read; i++) if (part[i] == '\n') countedLines++;
            countedTo += read;
        }
        return countedLines;
    }

    private void advance(int to) {
        start = to;
    }

    private boolean fill() throws IOException {
        if (start > 0) {
            System.arraycopy(buffer, start, buffer, 0, end - start);
            base += start;
            end -= start;
            start = 0;
        }
        if (end == buffer.length) {
            if (end >= LARGEST_BUFFER) throw new IllegalStateException("parser asked for more than a record can have");
            buffer = Arrays.copyOf(buffer, Math.min(LARGEST_BUFFER, 2 * buffer.length));
        }
        file.seek(base + end);
        int read = file.read(buffer, end, buffer.length - end);
        if (read > 0) end += read;
        return read > 0;
    }
}
