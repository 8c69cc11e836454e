package dev.ralph.config;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A number of things or an amount of money, with the suffixes people use: `500k`, `20M`, `12.50`.
///
/// @param unit     what it counts, completing "expected …"
/// @param fraction digits allowed after the point
/// @param type     what the number becomes
record AmountKind<N extends Number>(String unit, int fraction, String example, Function<BigDecimal, N> type)
        implements Kind<N> {
    static final AmountKind<Long> TOKENS =
            new AmountKind<>("a whole number", 0, "500000, 500k or 20M", BigDecimal::longValueExact);

    static AmountKind<BigDecimal> dollars(String example) {
        return new AmountKind<>("dollars", 6, example, Function.identity());
    }

    private static final BigDecimal MOST = new BigDecimal("1000000000000000");
    private static final int LONGEST_TEXT = 32;
    private static final String SUFFIXES = "kMG";

    @Override
    public N read(Written written, Base base) throws Misfit {
        if (!(written instanceof Written.Text text)
                || text.meaning() == Meaning.NOTHING
                || text.meaning() == Meaning.TRUTH) {
            throw Misfit.expected(written, expected());
        }
        BigDecimal value = parse(text.value());
        if (value == null || !fits(value)) {
            throw Misfit.expected(written, expected());
        }
        return type.apply(value);
    }

    private boolean fits(BigDecimal value) {
        return value.signum() > 0
                && value.compareTo(MOST) <= 0
                && value.stripTrailingZeros().scale() <= fraction;
    }

    @Override
    public String text(N value) {
        return value instanceof BigDecimal decimal ? decimal.toPlainString() : value.toString();
    }

    @Override
    public String expected() {
        return unit + " more than 0, such as " + example;
    }

    @Override
    public String placeholder() {
        return fraction == 0 ? "N" : "DOLLARS";
    }

    @Override
    public Map<String, Object> schema() {
        String digits = fraction == 0 ? "^[0-9]+[kMG]?$" : "^[0-9]+([.][0-9]+)?[kMG]?$";
        return JsonObject.of(
                "anyOf",
                List.of(
                        JsonObject.of("type", fraction == 0 ? "integer" : "number", "exclusiveMinimum", 0),
                        JsonObject.of("type", "string", "pattern", digits)));
    }

    /// Null when it is no number. Only digits and one point: an exponent could make it gigabytes long.
    private static @Nullable BigDecimal parse(String text) {
        int power = text.isEmpty() ? 0 : SUFFIXES.indexOf(text.charAt(text.length() - 1)) + 1;
        String digits = power == 0 ? text : text.substring(0, text.length() - 1);
        if (digits.isEmpty() || digits.length() > LONGEST_TEXT || !Character.isDigit(digits.charAt(0))) {
            return null;
        }
        for (int i = 0; i < digits.length(); i++) {
            char c = digits.charAt(i);
            boolean point = c == '.' && digits.indexOf('.') == i && i < digits.length() - 1;
            if (!point && (c < '0' || c > '9')) {
                return null;
            }
        }
        BigDecimal value = new BigDecimal(digits).movePointRight(3 * power);
        return value.scale() < 0 ? value.setScale(0) : value;
    }
}
