package dev.ralph.wording;

import java.math.BigDecimal;
import java.math.MathContext;

/// Amounts as people read them.
public final class Amount {
    private static final String[] UNITS = {"B", "kB", "MB", "GB", "TB", "PB", "EB"};
    private static final MathContext THREE_DIGITS = new MathContext(3);

    private Amount() {}

    /// `1 attempt`, `2 attempts`.
    public static String of(long count, String noun) {
        return of(count, noun, noun + "s");
    }

    /// `1 entry`, `2 entries`.
    public static String of(long count, String one, String many) {
        return count + " " + (count == 1 ? one : many);
    }

    /// Three digits and a unit: `1.23 GB`.
    public static String ofBytes(long bytes) {
        BigDecimal amount = BigDecimal.valueOf(bytes);
        int unit = 0;
        while (amount.round(THREE_DIGITS).compareTo(BigDecimal.valueOf(1000)) >= 0) {
            amount = amount.movePointLeft(3);
            unit++;
        }
        return amount.round(THREE_DIGITS).stripTrailingZeros().toPlainString() + " " + UNITS[unit];
    }
}
