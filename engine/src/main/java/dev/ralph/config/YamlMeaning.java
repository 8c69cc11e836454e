package dev.ralph.config;

/// What YAML 1.2 (core schema) takes an unquoted text for.
enum YamlMeaning {
    NOTHING,
    TRUTH,
    NUMBER,
    TEXT;

    static YamlMeaning ofPlain(String text) {
        return switch (text) {
            case "", "~", "null", "Null", "NULL" -> NOTHING;
            case "true", "True", "TRUE", "false", "False", "FALSE" -> TRUTH;
            case ".nan", ".NaN", ".NAN" -> NUMBER;
            default -> isNumber(text) ? NUMBER : TEXT;
        };
    }

    private static boolean isNumber(String text) {
        char first = text.charAt(0);
        int from = first == '-' || first == '+' ? 1 : 0;
        String unsigned = text.substring(from);
        if (unsigned.startsWith("0x") || unsigned.startsWith("0o")) {
            return from == 0 && unsigned.length() > 2 && allOf(unsigned, 2, unsigned.charAt(1) == 'x' ? 16 : 8);
        }
        return switch (unsigned) {
            case ".inf", ".Inf", ".INF" -> true;
            default -> isDecimal(unsigned);
        };
    }

    private static boolean allOf(String text, int from, int radix) {
        for (int i = from; i < text.length(); i++) {
            if (Character.digit(text.charAt(i), radix) < 0 || text.charAt(i) > 'f') {
                return false;
            }
        }
        return true;
    }

    /// Digits with at most one point, at least one digit, and perhaps an exponent.
    private static boolean isDecimal(String text) {
        int at = skipDigits(text, 0);
        int digits = at;
        if (at < text.length() && text.charAt(at) == '.') {
            int end = skipDigits(text, at + 1);
            digits += end - at - 1;
            at = end;
        }
        if (digits == 0) {
            return false;
        }
        if (at == text.length()) {
            return true;
        }
        if (text.charAt(at) != 'e' && text.charAt(at) != 'E') {
            return false;
        }
        at++;
        if (at < text.length() && (text.charAt(at) == '-' || text.charAt(at) == '+')) {
            at++;
        }
        return at < text.length() && skipDigits(text, at) == text.length();
    }

    private static int skipDigits(String text, int from) {
        int at = from;
        while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
            at++;
        }
        return at;
    }
}
