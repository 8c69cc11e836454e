package dev.ralph.tamper;

/// Foreign text in a message: one line, not too long, nothing that steers a terminal.
final class Shown {
    private static final int LONGEST = 120;

    private Shown() {}

    static String line(String text) {
        String start = text.length() > LONGEST * 2 ? text.substring(0, LONGEST * 2) : text;
        String plain = start.replaceAll("[\\p{Cntrl}\\p{Cf}\\u2028\\u2029]++", " ")
                .replaceAll("\\s++", " ")
                .strip();
        return plain.length() <= LONGEST ? plain : plain.substring(0, LONGEST - 1) + "…";
    }
}
