package dev.ralph.budget;

import java.math.BigDecimal;
import java.math.RoundingMode;

/// Money as people read it.
public final class Dollars {
    private static final BigDecimal CENT = new BigDecimal("0.01");

    private Dollars() {}

    /// `$12.34`, and as many digits as it takes to see less than a cent.
    public static String words(BigDecimal dollars) {
        int digits = dollars.signum() == 0 || dollars.compareTo(CENT) >= 0 ? 2 : 6;
        return "$" + dollars.setScale(digits, RoundingMode.HALF_UP).toPlainString();
    }
}
