package dev.ralph.config;

import java.util.Map;

record WholeNumberKind(int least, int most) implements Kind<Integer> {
    @Override
    public Integer read(Written written, Base base) throws Misfit {
        if (!(written instanceof Written.Text text)
                || text.notation() == Written.Notation.QUOTED
                || !isWhole(text.value())) {
            throw Misfit.expected(written, expected());
        }
        String digits = text.value();
        // Longer than any int: no need to know by how much.
        long value = digits.length() > 11 ? Long.MAX_VALUE : Long.parseLong(digits);
        if (value < least || value > most) {
            throw Misfit.expected(written, expected());
        }
        return (int) value;
    }

    @Override
    public String text(Integer value) {
        return Integer.toString(value);
    }

    @Override
    public String expected() {
        return "a whole number from " + least + " to " + most;
    }

    @Override
    public String placeholder() {
        return "N";
    }

    @Override
    public Map<String, Object> schema() {
        return JsonObject.of("type", "integer", "minimum", least, "maximum", most);
    }

    /// Decimal digits without leading zeros, perhaps after a minus sign.
    private static boolean isWhole(String text) {
        int from = text.startsWith("-") ? 1 : 0;
        if (from == text.length() || (text.charAt(from) == '0' && text.length() > 1)) {
            return false;
        }
        for (int i = from; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return true;
    }
}
