package dev.ralph.signal;

/// Foreign text made fit for one line of a message.
final class PromiseExcerpt {
    private static final int LONGEST = 200;

    private PromiseExcerpt() {}

    /// At most 200 characters; white space as blanks, and nothing that moves a cursor or hides.
    static String of(String text) {
        int end = Math.min(text.length(), LONGEST);
        if (end < text.length() && Character.isHighSurrogate(text.charAt(end - 1))) {
            end--;
        }
        StringBuilder shown = new StringBuilder(end + 1);
        for (int i = 0; i < end; i++) {
            char c = text.charAt(i);
            boolean hides = Character.isISOControl(c) || Character.getType(c) == Character.FORMAT;
            shown.append(WhiteSpace.is(c) ? ' ' : hides ? '\ufffd' : c);
        }
        return end < text.length() ? shown.append('…').toString() : shown.toString();
    }
}
