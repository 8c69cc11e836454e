package dev.ralph.config;

import java.util.Locale;

/// Sizes as people write them: `64MB`, `1GiB`, `512k`, `4096B`.
///
/// As in the GNU tools, `kB`, `MB`, `GB`, `TB` count in thousands, and `k`, `M`, `G`, `T` or `KiB`, `MiB`, `GiB`, `TiB`
/// in 1024s. Upper and lower case mean the same.
final class ByteText {
    static final String UNITS = "B, kB, MB, GB, TB (thousands) or k, M, G, T, KiB, MiB, GiB, TiB (1024s)";

    private static final String[] DECIMAL = {"B", "kB", "MB", "GB", "TB"};
    private static final String[] BINARY = {"B", "KiB", "MiB", "GiB", "TiB"};
    private static final String PREFIXES = "kmgt";
    private static final long LARGEST = 1L << 50;
    private static final int LONGEST_TEXT = 32;

    private ByteText() {}

    /// Reads a size.
    ///
    /// @throws IllegalArgumentException if the text is no size, negative, or more than 1024TiB
    public static long parse(String text) {
        if (text.isEmpty() || text.length() > LONGEST_TEXT) {
            throw new IllegalArgumentException(
                    "a text of " + text.length() + " characters is not a size; write a number and a unit such as 64MB");
        }
        if (text.charAt(0) == '-') {
            throw new IllegalArgumentException("'" + text + "' is negative; a size cannot be");
        }
        int unitFrom = 0;
        long number = 0;
        while (unitFrom < text.length() && isDigit(text.charAt(unitFrom))) {
            number = Math.min(number * 10 + (text.charAt(unitFrom) - '0'), LARGEST + 1);
            unitFrom++;
        }
        if (unitFrom == 0) {
            throw new IllegalArgumentException(
                    "'" + text + "' is not a size; write a whole number and a unit such as 64MB");
        }
        if (unitFrom == text.length()) {
            throw new IllegalArgumentException(
                    "'" + text + "' has no unit; the units are " + UNITS + ", as in " + text + "MB");
        }
        long unit = unit(text, text.substring(unitFrom).toLowerCase(Locale.ROOT));
        if (number > LARGEST / unit) {
            throw new IllegalArgumentException("'" + text + "' is more than 1024TiB");
        }
        return number * unit;
    }

    /// The shortest exact text [#parse] reads back: `64MB`, `1GiB`, `1500B`.
    public static String format(long bytes) {
        String decimal = exact(bytes, 1000, DECIMAL);
        String binary = exact(bytes, 1024, BINARY);
        return binary.length() < decimal.length() ? binary : decimal;
    }

    private static long unit(String text, String unit) {
        if (unit.equals("b")) {
            return 1;
        }
        int power = PREFIXES.indexOf(unit.charAt(0)) + 1;
        String ending = unit.substring(1);
        if (power == 0 || !(ending.isEmpty() || ending.equals("b") || ending.equals("ib"))) {
            throw new IllegalArgumentException("'" + text + "' has an unknown unit; the units are " + UNITS);
        }
        long base = ending.equals("b") ? 1000 : 1024;
        long value = 1;
        for (int i = 0; i < power; i++) {
            value *= base;
        }
        return value;
    }

    private static String exact(long bytes, int base, String[] names) {
        long rest = bytes;
        int power = 0;
        while (rest > 0 && rest % base == 0 && power < names.length - 1) {
            rest /= base;
            power++;
        }
        return rest + names[power];
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
