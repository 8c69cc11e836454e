package dev.ralph.bus;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/// Times as they stand in a bus file, always UTC. Written by hand because `DateTimeFormatter` costs a command its
/// start-up time.
final class Timestamps {
    private Timestamps() {}

    /// `2026-02-23T19:17:10Z`, with as many digits after the second as it needs.
    static String iso(Instant at) {
        LocalDateTime t = utc(at);
        StringBuilder out = new StringBuilder(30);
        digits(out, t.getYear(), 4).append('-');
        digits(out, t.getMonthValue(), 2).append('-');
        digits(out, t.getDayOfMonth(), 2).append('T');
        digits(out, t.getHour(), 2).append(':');
        digits(out, t.getMinute(), 2).append(':');
        digits(out, t.getSecond(), 2);
        int nano = t.getNano();
        if (nano != 0) {
            digits(out.append('.'), nano, 9);
            while (out.charAt(out.length() - 1) == '0') out.setLength(out.length() - 1);
        }
        return out.append('Z').toString();
    }

    /// `20260223-191710`, as in message ids and names of archives.
    static String compact(Instant at) {
        LocalDateTime t = utc(at);
        StringBuilder out = new StringBuilder(15);
        digits(out, t.getYear(), 4);
        digits(out, t.getMonthValue(), 2);
        digits(out, t.getDayOfMonth(), 2).append('-');
        digits(out, t.getHour(), 2);
        digits(out, t.getMinute(), 2);
        return digits(out, t.getSecond(), 2).toString();
    }

    /// Reads what [#compact] writes; null if it is something else.
    static @Nullable Instant fromCompact(String text) {
        if (text.length() != 15 || text.charAt(8) != '-') return null;
        return instant(text, new int[] {0, 4, 6, 9, 11, 13}, 0);
    }

    /// Reads an ISO time with or without an offset; null if it is none.
    static @Nullable Instant fromIso(String text) {
        int length = text.length();
        if (length >= 20 && length <= 30 && text.charAt(length - 1) == 'Z' && shaped(text, 'T')) {
            int nano = length == 20 ? 0 : fraction(text, length - 1);
            return nano < 0 ? null : instant(text, new int[] {0, 5, 8, 11, 14, 17}, nano);
        }
        try {
            return OffsetDateTime.parse(text.replace(' ', 'T')).toInstant();
        } catch (DateTimeException e) {
            return null;
        }
    }

    /// Reads the nineteen characters `2026-02-23 19:17:10` of a legacy record; null if they are something else.
    static @Nullable Instant fromLegacy(String text) {
        return text.length() == 19 && shaped(text, ' ') ? instant(text, new int[] {0, 5, 8, 11, 14, 17}, 0) : null;
    }

    static StringBuilder digits(StringBuilder out, long value, int width) {
        String text = Long.toString(value);
        for (int i = text.length(); i < width; i++) out.append('0');
        return out.append(text);
    }

    private static LocalDateTime utc(Instant at) {
        return LocalDateTime.ofEpochSecond(at.getEpochSecond(), at.getNano(), ZoneOffset.UTC);
    }

    private static boolean shaped(String text, char middle) {
        return text.charAt(4) == '-'
                && text.charAt(7) == '-'
                && text.charAt(10) == middle
                && text.charAt(13) == ':'
                && text.charAt(16) == ':';
    }

    private static int fraction(String text, int end) {
        if (text.charAt(19) != '.') return -1;
        int nano = number(text, 20, end);
        for (int i = end - 20; i < 9 && nano > 0; i++) nano *= 10;
        return nano;
    }

    private static @Nullable Instant instant(String text, int[] starts, int nano) {
        int[] values = new int[6];
        for (int i = 0; i < 6; i++) {
            values[i] = number(text, starts[i], starts[i] + (i == 0 ? 4 : 2));
            if (values[i] < 0) return null;
        }
        try {
            return LocalDateTime.of(values[0], values[1], values[2], values[3], values[4], values[5], nano)
                    .toInstant(ZoneOffset.UTC);
        } catch (DateTimeException e) {
            return null;
        }
    }

    private static int number(String text, int from, int to) {
        int value = 0;
        for (int i = from; i < to; i++) {
            int digit = text.charAt(i) - '0';
            if (digit < 0 || digit > 9) return -1;
            value = value * 10 + digit;
        }
        return from == to ? -1 : value;
    }
}
