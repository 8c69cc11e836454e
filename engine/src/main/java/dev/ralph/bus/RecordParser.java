package dev.ralph.bus;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.ralph.bus.ParseStep.Blank;
import dev.ralph.bus.ParseStep.Found;
import dev.ralph.bus.ParseStep.FoundLegacy;
import dev.ralph.bus.ParseStep.Incomplete;
import dev.ralph.bus.ParseStep.Skipped;
import java.util.Arrays;

/// Reads one record out of bytes, without any IO. The parser promises:
/// 1. It never throws and always moves on, whatever the bytes are.
/// 2. A record in our form is found whole or not at all, never cut, and never inside another one's body.
/// 3. After damage it goes on with the next line that begins a record.
///
/// @param atEnd whether the file is known to end with these bytes
record RecordParser(BusLines lines, boolean atEnd) {
    /// The longest record that is read; a foreign writer may exceed what a [MessageDraft] allows.
    static final int MAX_RECORD = 8 << 20;

    static final String NO_MESSAGE = "text that belongs to no message";

    private static final int MAX_HEADERS = 256 << 10;
    private static final byte[] CHECKSUM_LINE = ("\n" + RecordForm.CHECKSUM + ": ").getBytes(UTF_8);

    ParseStep next(int from) {
        int start = from;
        while (lines.blank(start)) start = lines.end(start) + 1;
        if (start == lines.to()) return new Blank(start);
        int end = lines.end(start);
        if (end < 0)
            return lines.to() - start > MAX_RECORD
                    ? new Skipped(NO_MESSAGE, start, lines.to())
                    : start > from ? new Blank(start) : new Incomplete();
        return switch (lines.begins(start)) {
            case YES -> record(start);
            case UNKNOWN -> new Incomplete();
            case NO -> outside(start, end);
        };
    }

    private ParseStep outside(int start, int end) {
        BusLines.Legacy legacy = lines.legacy(start, end);
        if (legacy != null) return new FoundLegacy(legacy, start, end + 1);
        int at = end + 1;
        for (int e; (e = lines.end(at)) >= 0; at = e + 1) {
            if (lines.begins(at) != BusLines.Begins.NO || lines.legacy(at, e) != null) break;
        }
        return new Skipped(NO_MESSAGE, start, at);
    }

    private ParseStep record(int start) {
        int first = lines.end(start) + 1;
        for (int at = first, end; ; at = end + 1) {
            if (at - first > MAX_HEADERS) return damaged("headers that do not end", start, first);
            end = lines.end(at);
            if (end < 0)
                return lines.to() - first > MAX_HEADERS
                        ? damaged("headers that do not end", start, first)
                        : new Incomplete();
            if (!lines.dashes(at)) continue;
            return switch (lines.begins(at)) {
                case YES -> new Skipped("a torn message, its writer was stopped in the headers", start, at);
                case UNKNOWN -> new Incomplete();
                case NO -> body(start, lines.unixBytes(first, at), end + 1);
            };
        }
    }

    private ParseStep body(int start, byte[] head, int bodyStart) {
        Headers headers = Headers.parse(new String(head, UTF_8));
        if (headers == null) return damaged("a message whose headers cannot be read", start, bodyStart);
        String length = headers.text(RecordForm.BODY_BYTES);
        String checksum = headers.text(RecordForm.CHECKSUM);
        int checked = lastIndexOf(head, CHECKSUM_LINE) + 1;
        if (length == null && checksum == null) return foreign(start, headers, bodyStart);
        if (length == null || checksum == null || checked == 0)
            return damaged("a message with a damaged length or checksum", start, bodyStart);
        int bytes = number(length);
        if (bytes < 0) return damaged("a message with the impossible body length " + length, start, bodyStart);
        return checked(start, new Check(headers, Arrays.copyOf(head, checked), bytes, checksum), bodyStart);
    }

    /// What our own writer says about its record.
    private static final class Check {
        private final Headers headers;
        private final byte[] head;
        private final int length;
        private final String checksum;

        Check(Headers headers, byte[] head, int length, String checksum) {
            this.headers = headers;
            this.head = head;
            this.length = length;
            this.checksum = checksum;
        }

        boolean fits(byte[] body) {
            return body.length >= length
                    && RecordForm.checksum(head, body, length).equals(checksum);
        }
    }

    private ParseStep checked(int start, Check check, int bodyStart) {
        int end = bodyStart + check.length;
        if (end < lines.to() && lines.bytes()[end] == '\n') {
            byte[] body = Arrays.copyOfRange(lines.bytes(), bodyStart, end);
            if (check.fits(body)) return found(start, check, body, end + 1);
        }
        int next = lines.nextRecord(bodyStart);
        int until = next >= 0 ? next : lines.to();
        if (next < 0 && !atEnd && until - bodyStart <= 2 * (check.length + 2)) return new Incomplete();
        byte[] unix = lines.unixBytes(bodyStart, until);
        if (unix.length > check.length && check.fits(unix))
            return found(start, check, Arrays.copyOf(unix, check.length), until);
        if (next < 0 && until - bodyStart <= 2 * (check.length + 2)) return new Incomplete();
        String what = "a torn or changed message: its " + check.length + " bytes are not all there";
        return next >= 0 ? new Skipped(what, start, next) : damaged(what, start, bodyStart);
    }

    private ParseStep found(int start, Check check, byte[] body, int end) {
        BusMessage message = check.headers.message(RecordForm.unguarded(new String(body, UTF_8)));
        return message == null
                ? new Skipped("a message that lacks id, type or project, or has no valid time", start, end)
                : new Found(message, end, true);
    }

    /// A writer that gives no length: the body goes to the next record, or to the end of the file.
    private ParseStep foreign(int start, Headers headers, int bodyStart) {
        int next = lines.nextRecord(bodyStart);
        int until = next >= 0 ? next : lines.to();
        if (next < 0) {
            if (until - start > MAX_RECORD)
                return damaged("a message of more than " + MAX_RECORD + " bytes", start, bodyStart);
            if (!atEnd || lines.bytes()[until - 1] != '\n') return new Incomplete();
        }
        String body = new String(lines.unixBytes(bodyStart, until), UTF_8);
        int length = body.length();
        while (length > 0 && body.charAt(length - 1) == '\n') length--;
        BusMessage message = headers.message(body.substring(0, length));
        if (message == null)
            return new Skipped("a message that lacks id, type or project, or has no valid time", start, until);
        return new Found(message, until, next >= 0);
    }

    private ParseStep damaged(String what, int start, int from) {
        return new Skipped(what, start, lines.resume(from));
    }

    private static int number(String digits) {
        if (digits.length() > 8) return -1;
        int value = 0;
        for (int i = 0; i < digits.length(); i++) {
            int digit = digits.charAt(i) - '0';
            if (digit < 0 || digit > 9) return -1;
            value = value * 10 + digit;
        }
        return value <= MAX_RECORD ? value : -1;
    }

    private static int lastIndexOf(byte[] bytes, byte[] part) {
        for (int i = bytes.length - part.length; i >= 0; i--)
            if (Arrays.equals(bytes, i, i + part.length, part, 0, part.length)) return i;
        return -1;
    }
}
