package dev.ralph.tamper;

import java.util.regex.Pattern;

/// Foreign text in a message: one line, not too long, nothing that steers a terminal.
final class TamperExcerpt {
    private static final Pattern BLANK = Pattern.compile("[\\s\\p{Cntrl}\\p{Cf}\\u2028\\u2029]++");
    private static final int LONGEST = 120;
    private static final int LONGEST_NAME = 400;

    private TamperExcerpt() {}

    static String line(String text) {
        return line(text, LONGEST);
    }

    /// Of a file.
    static String name(String path) {
        return line(path, LONGEST_NAME);
    }

    private static String line(String text, int longest) {
        String start = text.length() > longest * 2 ? text.substring(0, longest * 2) : text;
        String plain = BLANK.matcher(start).replaceAll(" ").strip();
        return plain.length() <= longest ? plain : plain.substring(0, longest - 1) + "…";
    }
}
