package dev.ralph.agent;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Finds the end of a JSON text, eight bytes at a time, and decodes it if somebody wants it. Bytes that are no UTF-8
/// and escapes that are no character become replacement characters.
final class JsonTextScanner {
    static final byte[] NOTHING = {};

    private static final VarHandle EIGHT = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGH = 0x8080808080808080L;
    private static final long QUOTES = ONES * '"';
    private static final long BACKSLASHES = ONES * '\\';
    private static final long SPACES = ONES * ' ';
    private static final int BUFFER_KEPT = 64 << 10;
    private static final int SHORT_TEXT = 16;
    private static final int RECENT = 64;
    private static final int REPLACEMENT = 0xfffd;

    /// Why an object cannot be read. Thrown often and caught at once, so it has no trace.
    static final class Unreadable extends RuntimeException {
        private final boolean isShort;

        private Unreadable(boolean isShort) {
            super(null, null, false, false);
            this.isShort = isShort;
        }

        /// The bytes ended too early; more of them may make it readable.
        static Unreadable tooShort() {
            return new Unreadable(true);
        }

        static Unreadable broken() {
            return new Unreadable(false);
        }

        boolean isShort() {
            return isShort;
        }
    }

    private final @Nullable String[] recent = new String[RECENT];
    private byte[] source = NOTHING;
    private int to;
    private int end;
    private byte[] buffer = NOTHING;
    private int length;

    /// Where the quote stands that ends a text.
    ///
    /// @param from behind the quote that begins it
    static int close(byte[] bytes, int from, int to) {
        int at = special(bytes, from, to);
        while (bytes[at] == '\\') {
            at = special(bytes, behindEscape(bytes, at, to), to);
        }
        if (bytes[at] != '"') {
            throw Unreadable.broken();
        }
        return at;
    }

    /// Decodes a text.
    ///
    /// @param from behind the quote that begins it
    String read(byte[] bytes, int from, int to) {
        int at = special(bytes, from, to);
        if (bytes[at] == '"') {
            end = at;
            return at - from <= SHORT_TEXT ? shortText(bytes, from, at) : string(bytes, from, at);
        }
        return readEscaped(bytes, from, at, to);
    }

    /// Where the quote stands that ended the text that was decoded last.
    int end() {
        return end;
    }

    /// The next quote, backslash or control character.
    static int special(byte[] bytes, int from, int to) {
        int at = from;
        while (at <= to - 8) {
            long eight = (long) EIGHT.get(bytes, at);
            long quote = eight ^ QUOTES;
            long backslash = eight ^ BACKSLASHES;
            long found = (((quote - ONES) & ~quote) | ((backslash - ONES) & ~backslash) | ((eight - SPACES) & ~eight))
                    & HIGH;
            if (found != 0) {
                return at + (Long.numberOfTrailingZeros(found) >>> 3);
            }
            at += 8;
        }
        while (at < to) {
            byte c = bytes[at];
            if (c == '"' || c == '\\' || (c >= 0 && c < ' ')) {
                return at;
            }
            at++;
        }
        throw Unreadable.tooShort();
    }

    private static int behindEscape(byte[] bytes, int backslash, int to) {
        if (backslash + 2 > to) {
            throw Unreadable.tooShort();
        }
        if (bytes[backslash + 1] == '\n') {
            throw Unreadable.broken();
        }
        return backslash + 2;
    }

    /// Types, names, session ids: the same few come again and again, so the last ones are kept.
    private String shortText(byte[] bytes, int from, int to) {
        int length = to - from;
        int slot = length == 0
                ? 0
                : (length * 7 + bytes[from] * 31 + bytes[to - 1] * 3 + bytes[from + length / 2]) & (RECENT - 1);
        String known = recent[slot];
        if (known != null && known.length() == length) {
            int i = 0;
            while (i < length && known.charAt(i) == bytes[from + i]) {
                i++;
            }
            if (i == length) {
                return known;
            }
        }
        String text = string(bytes, from, to);
        recent[slot] = text;
        return text;
    }

    private String readEscaped(byte[] bytes, int from, int backslash, int to) {
        source = bytes;
        this.to = to;
        length = 0;
        int start = from;
        int at = backslash;
        while (bytes[at] == '\\') {
            put(start, at);
            behindEscape(bytes, at, to);
            start = escape(at + 1);
            at = special(bytes, start, to);
        }
        if (bytes[at] != '"') {
            throw Unreadable.broken();
        }
        put(start, at);
        end = at;
        source = NOTHING;
        String text = string(buffer, 0, length);
        if (buffer.length > BUFFER_KEPT) {
            buffer = NOTHING;
        }
        return text;
    }

    private static String string(byte[] bytes, int from, int to) {
        return new String(
                bytes,
                from,
                to - from,
                isAscii(bytes, from, to) ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8);
    }

    /// The first eight bytes of a name, or all of them if it has fewer.
    static long head(byte[] bytes, int from, int to) {
        int length = to - from;
        if (from + 8 <= bytes.length) {
            long eight = (long) EIGHT.get(bytes, from);
            return length >= 8 ? eight : eight & ((1L << (8 * length)) - 1);
        }
        long head = 0;
        for (int i = Math.min(length, 8) - 1; i >= 0; i--) {
            head = (head << 8) | (bytes[from + i] & 0xff);
        }
        return head;
    }

    /// Whether the bytes of a name stand at a place.
    static boolean isAt(byte[] name, byte[] bytes, int from) {
        int length = name.length;
        int i = 0;
        for (; i <= length - 8; i += 8) {
            if ((long) EIGHT.get(name, i) != (long) EIGHT.get(bytes, from + i)) {
                return false;
            }
        }
        for (; i < length; i++) {
            if (name[i] != bytes[from + i]) {
                return false;
            }
        }
        return true;
    }

    private static boolean isAscii(byte[] bytes, int from, int to) {
        int at = from;
        for (; at <= to - 8; at += 8) {
            if (((long) EIGHT.get(bytes, at) & HIGH) != 0) {
                return false;
            }
        }
        for (; at < to; at++) {
            if (bytes[at] < 0) {
                return false;
            }
        }
        return true;
    }

    private void put(int from, int to) {
        room(to - from);
        System.arraycopy(source, from, buffer, length, to - from);
        length += to - from;
    }

    private void room(int more) {
        if (length + more > buffer.length) {
            buffer = Arrays.copyOf(buffer, Math.max(length + more, Math.max(256, 2 * buffer.length)));
        }
    }

    /// Decodes what follows a backslash and says where it ends.
    private int escape(int at) {
        if (source[at] != 'u') {
            room(1);
            buffer[length++] = switch (source[at]) {
                case 'n' -> '\n';
                case 't' -> '\t';
                case 'r' -> '\r';
                case 'b' -> '\b';
                case 'f' -> '\f';
                default -> source[at];
            };
            return at + 1;
        }
        int first = hex(at + 1);
        if (first < 0) {
            putCharacter(REPLACEMENT);
            return at + 1;
        }
        boolean high = Character.isHighSurrogate((char) first);
        int second = high && at + 6 < to && source[at + 5] == '\\' && source[at + 6] == 'u' ? hex(at + 7) : -1;
        if (second >= 0 && Character.isLowSurrogate((char) second)) {
            putCharacter(Character.toCodePoint((char) first, (char) second));
            return at + 11;
        }
        putCharacter(Character.isSurrogate((char) first) ? REPLACEMENT : first);
        return at + 5;
    }

    /// Four hexadecimal digits, or -1.
    private int hex(int at) {
        if (at + 4 > to) {
            return -1;
        }
        int value = 0;
        for (int i = at; i < at + 4; i++) {
            int digit = Character.digit(source[i], 16);
            if (digit < 0) {
                return -1;
            }
            value = (value << 4) | digit;
        }
        return value;
    }

    /// In UTF-8.
    private void putCharacter(int character) {
        room(4);
        if (character < 0x80) {
            buffer[length++] = (byte) character;
        } else if (character < 0x800) {
            buffer[length++] = (byte) (0xc0 | (character >> 6));
            buffer[length++] = (byte) (0x80 | (character & 0x3f));
        } else if (character < 0x10000) {
            buffer[length++] = (byte) (0xe0 | (character >> 12));
            buffer[length++] = (byte) (0x80 | ((character >> 6) & 0x3f));
            buffer[length++] = (byte) (0x80 | (character & 0x3f));
        } else {
            buffer[length++] = (byte) (0xf0 | (character >> 18));
            buffer[length++] = (byte) (0x80 | ((character >> 12) & 0x3f));
            buffer[length++] = (byte) (0x80 | ((character >> 6) & 0x3f));
            buffer[length++] = (byte) (0x80 | (character & 0x3f));
        }
    }
}
