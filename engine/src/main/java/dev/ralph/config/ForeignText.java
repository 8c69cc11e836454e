package dev.ralph.config;

/// Foreign text made fit for one line of a message.
final class ForeignText {
    private static final int LONGEST = 60;

    private ForeignText() {}

    /// What an exception says, on one line.
    static String shortenedMessage(Exception e) {
        return oneLine(String.valueOf(e.getMessage()));
    }

    /// At most 60 characters, control characters as `?`.
    static String shortened(String text) {
        return oneLine(text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…");
    }

    private static String oneLine(String cut) {
        StringBuilder out = new StringBuilder(cut.length());
        for (int i = 0; i < cut.length(); i++) {
            char c = cut.charAt(i);
            out.append(c < ' ' || (c >= 0x7f && c < 0xa0) ? '?' : c);
        }
        return out.toString();
    }
}
