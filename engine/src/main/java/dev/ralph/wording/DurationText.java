package dev.ralph.wording;

import java.time.Duration;

/// Durations as people write them: `500ms`, `5s`, `1m30s`, `1.5h`, `1d`.
///
/// Units go from large to small, each at most once, and everything is a whole number of milliseconds, so a positive
/// duration is never shorter than `1ms`.
public final class DurationText {
    /// What every message about a missing or strange unit says.
    static final String UNITS = "ms, s, m, h or d";

    private static final String[] UNIT_NAMES = {"d", "h", "m", "s", "ms"};
    private static final long[] UNIT_MILLIS = {86_400_000, 3_600_000, 60_000, 1_000, 1};
    private static final long LONGEST_MILLIS = 365L * 86_400_000;
    private static final int LONGEST_TEXT = 64;
    private static final long WEEK_SECONDS = 7 * 86_400;

    private DurationText() {}

    /// Reads a duration.
    ///
    /// @throws IllegalArgumentException if the text is no duration, negative, or longer than 365 days
    public static Duration parse(String text) {
        if (text.isEmpty()) {
            throw new IllegalArgumentException("an empty text is not a duration; write a number and a unit such as 5s");
        }
        if (text.length() > LONGEST_TEXT) {
            throw new IllegalArgumentException("a text of " + text.length() + " characters is not a duration");
        }
        if (text.charAt(0) == '-') {
            throw new IllegalArgumentException("'" + text + "' is negative; a duration cannot be");
        }
        long total = 0;
        int from = 0;
        int smallestUnit = -1;
        while (from < text.length()) {
            int unitFrom = numberEnd(text, from);
            int unitTo = unitEnd(text, unitFrom);
            int unit = unit(text, from, unitFrom, unitTo);
            if (unit <= smallestUnit) {
                throw new IllegalArgumentException(
                        "'" + text + "' repeats or reorders units; write them once each, from large to small: 1h30m");
            }
            smallestUnit = unit;
            total += millis(text, from, unitFrom, unit);
            if (total > LONGEST_MILLIS) {
                throw new IllegalArgumentException("'" + text + "' is longer than 365d");
            }
            from = unitTo;
        }
        return Duration.ofMillis(total);
    }

    /// Go's notation, which the message bus texts use: `5m0s`, `1s`, `1.5s`, `500ms`, `1h0m0s`, `0s`.
    public static String format(Duration duration) {
        if (duration.isZero()) {
            return "0s";
        }
        StringBuilder out = new StringBuilder();
        Duration size = duration;
        if (duration.isNegative()) {
            out.append('-');
            size = duration.negated();
        }
        int nanos = size.toNanosPart();
        if (size.toSeconds() == 0) {
            belowOneSecond(out, nanos);
            return out.toString();
        }
        long hours = size.toHours();
        int minutes = size.toMinutesPart();
        if (hours > 0) {
            out.append(hours).append('h');
        }
        if (hours > 0 || minutes > 0) {
            out.append(minutes).append('m');
        }
        fraction(out.append(size.toSecondsPart()), nanos, 9);
        return out.append('s').toString();
    }

    /// The shortest text [#parse] reads back: `5m`, `1m30s`, `1d`. What is finer than a millisecond is left out.
    public static String brief(Duration duration) {
        long rest = duration.toMillis();
        if (rest <= 0) {
            return rest == 0 ? "0s" : format(duration);
        }
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < UNIT_NAMES.length; i++) {
            long count = rest / UNIT_MILLIS[i];
            if (count > 0) {
                out.append(count).append(UNIT_NAMES[i]);
                rest -= count * UNIT_MILLIS[i];
            }
        }
        return out.toString();
    }

    private static int numberEnd(String text, int from) {
        int at = from;
        while (at < text.length() && (isDigit(text.charAt(at)) || text.charAt(at) == '.')) {
            at++;
        }
        if (at == from) {
            throw new IllegalArgumentException(
                    "'" + text + "' is not a duration; write a number and a unit (" + UNITS + ") such as 5s or 1m30s");
        }
        return at;
    }

    private static int unitEnd(String text, int from) {
        int at = from;
        while (at < text.length() && !isDigit(text.charAt(at)) && text.charAt(at) != '.') {
            at++;
        }
        return at;
    }

    private static int unit(String text, int numberFrom, int from, int to) {
        String name = text.substring(from, to);
        for (int i = 0; i < UNIT_NAMES.length; i++) {
            if (UNIT_NAMES[i].equals(name)) {
                return i;
            }
        }
        if (name.isEmpty()) {
            String number = text.substring(numberFrom, from);
            throw new IllegalArgumentException("'" + text + "' has no unit after " + number + "; the units are " + UNITS
                    + ", as in " + likely(number));
        }
        throw new IllegalArgumentException(
                "'" + text + "' has the unknown unit '" + name + "'; the units are " + UNITS);
    }

    /// With the unit that was probably meant: nobody counts more than a week in seconds.
    private static String likely(String number) {
        boolean isWhole = number.length() <= 12 && number.chars().allMatch(c -> isDigit((char) c));
        if (!isWhole) {
            return number + "s";
        }
        long count = Long.parseLong(number);
        Duration meant = count > WEEK_SECONDS ? Duration.ofMillis(count) : Duration.ofSeconds(count);
        String written = number + (count > WEEK_SECONDS ? "ms" : "s");
        return written + (brief(meant).equals(written) ? "" : ", which is " + brief(meant));
    }

    private static long millis(String text, int from, int to, int unit) {
        int point = text.indexOf('.', from);
        int wholeTo = point < 0 || point >= to ? to : point;
        int fractionDigits = Math.max(0, to - wholeTo - 1);
        if (wholeTo == from || wholeTo == to - 1) {
            throw malformed(text, from, to);
        }
        if (wholeTo < to && (unit == UNIT_NAMES.length - 1 || fractionDigits > 3)) {
            throw new IllegalArgumentException("'" + text + "' is finer than a millisecond; use whole milliseconds");
        }
        long thousandths = digits(text, from, wholeTo) * 1000;
        if (wholeTo < to) {
            long scale = fractionDigits == 1 ? 100 : fractionDigits == 2 ? 10 : 1;
            thousandths += fractionDigitsValue(text, wholeTo + 1, to) * scale;
        }
        if (thousandths / 1000 > LONGEST_MILLIS / UNIT_MILLIS[unit]) {
            throw new IllegalArgumentException("'" + text + "' is longer than 365d");
        }
        return unit == UNIT_NAMES.length - 1 ? thousandths / 1000 : thousandths * (UNIT_MILLIS[unit] / 1000);
    }

    /// The value of the digits, or one past the longest duration if there are too many of them.
    private static long digits(String text, int from, int to) {
        long value = 0;
        for (int i = from; i < to; i++) {
            value = value * 10 + (text.charAt(i) - '0');
            if (value > LONGEST_MILLIS) {
                return LONGEST_MILLIS + 1;
            }
        }
        return value;
    }

    private static long fractionDigitsValue(String text, int from, int to) {
        for (int i = from; i < to; i++) {
            if (!isDigit(text.charAt(i))) {
                throw malformed(text, from, to);
            }
        }
        return digits(text, from, to);
    }

    private static IllegalArgumentException malformed(String text, int from, int to) {
        return new IllegalArgumentException(
                "'" + text + "' contains '" + text.substring(from, to) + "', which is not a number; write 1.5s or 90s");
    }

    private static void belowOneSecond(StringBuilder out, int nanos) {
        if (nanos >= 1_000_000) {
            fraction(out.append(nanos / 1_000_000), nanos % 1_000_000, 6);
            out.append("ms");
        } else if (nanos >= 1_000) {
            fraction(out.append(nanos / 1_000), nanos % 1_000, 3);
            out.append("µs");
        } else {
            out.append(nanos).append("ns");
        }
    }

    private static void fraction(StringBuilder out, int value, int width) {
        if (value == 0) {
            return;
        }
        out.append('.');
        int place = 1;
        for (int i = 1; i < width; i++) {
            place *= 10;
        }
        for (int rest = value; rest > 0; place /= 10) {
            out.append((char) ('0' + rest / place));
            rest %= place;
        }
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
