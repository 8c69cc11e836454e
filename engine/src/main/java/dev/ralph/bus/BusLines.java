package dev.ralph.bus;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Instant;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// A stretch of a bus file seen as lines; a carriage return before the line break is not part of a line.
final class BusLines {
    private static final byte[] ID = "msg_id:".getBytes(US_ASCII);

    private final byte[] bytes;
    private final int to;

    /// @param to where the bytes that are known so far end
    BusLines(byte[] bytes, int to) {
        this.bytes = bytes;
        this.to = to;
    }

    /// Whether a record begins at a line.
    enum Begins {
        YES,
        NO,
        /// It depends on bytes that are not there yet.
        UNKNOWN
    }

    byte[] bytes() {
        return bytes;
    }

    int to() {
        return to;
    }

    /// The index of the line break that ends the line, or -1.
    int end(int start) {
        for (int i = start; i < to; i++) if (bytes[i] == '\n') return i;
        return -1;
    }

    /// The line at `start` must be complete.
    Begins begins(int start) {
        if (!dashes(start)) return Begins.NO;
        int next = end(start) + 1;
        for (int i = 0; i < ID.length; i++) {
            if (next + i >= to) return Begins.UNKNOWN;
            if (bytes[next + i] != ID[i]) return Begins.NO;
        }
        return Begins.YES;
    }

    boolean dashes(int start) {
        return start + 3 < to
                && bytes[start] == '-'
                && bytes[start + 1] == '-'
                && bytes[start + 2] == '-'
                && blank(start + 3);
    }

    /// Only white space from here to the line break.
    boolean blank(int start) {
        for (int i = start; i < to; i++) {
            if (bytes[i] == '\n') return true;
            if (bytes[i] != ' ' && bytes[i] != '\t' && bytes[i] != '\r') return false;
        }
        return false;
    }

    /// The next line that begins a record, or -1 if none is known to.
    int nextRecord(int start) {
        for (int at = start, end; (end = end(at)) >= 0; at = end + 1) if (begins(at) == Begins.YES) return at;
        return -1;
    }

    /// The first line that is not surely the inside of something damaged.
    int resume(int start) {
        int at = start;
        for (int end; (end = end(at)) >= 0 && begins(at) == Begins.NO; ) at = end + 1;
        return at;
    }

    /// The bytes with each carriage return and line break made a line break.
    byte[] unixBytes(int from, int until) {
        byte[] copy = new byte[until - from];
        int length = 0;
        for (int i = from; i < until; i++) {
            if (bytes[i] == '\r' && i + 1 < to && bytes[i + 1] == '\n') continue;
            copy[length++] = bytes[i];
        }
        return length == copy.length ? copy : Arrays.copyOf(copy, length);
    }

    /// A one-line record of the first format: `[2026-02-05 10:00:00] INFO: text`.
    @Nullable
    Legacy legacy(int start, int end) {
        if (end - start < 25 || bytes[start] != '[' || bytes[start + 20] != ']' || bytes[start + 21] != ' ')
            return null;
        Instant at = Timestamps.fromLegacy(new String(bytes, start + 1, 19, US_ASCII));
        String rest = new String(bytes, start + 22, end - start - 22, UTF_8).stripTrailing();
        int colon = rest.indexOf(':');
        if (at == null || colon < 1) return null;
        String type = rest.substring(0, colon);
        for (int i = 0; i < type.length(); i++) {
            char c = type.charAt(i);
            if (!Character.isLetterOrDigit(c) && c != '_' && c != '-') return null;
        }
        return new Legacy(at, type, rest.substring(colon + 1).strip());
    }

    record Legacy(Instant at, String type, String text) {}
}
