package dev.ralph.signal;

/// White space, as `\s` of a JavaScript pattern has it: the specification of the session loop is written in those.
final class WhiteSpace {
    private WhiteSpace() {}

    static boolean is(int c) {
        return switch (c) {
            case '\t', '\n', 0x0b, '\f', '\r', ' ', 0xa0, 0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff ->
                true;
            default -> c >= 0x2000 && c <= 0x200a;
        };
    }

    static String strip(String text) {
        int from = 0;
        int to = text.length();
        while (from < to && is(text.charAt(from))) {
            from++;
        }
        while (to > from && is(text.charAt(to - 1))) {
            to--;
        }
        return text.substring(from, to);
    }
}
