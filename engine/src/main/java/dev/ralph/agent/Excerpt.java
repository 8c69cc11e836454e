package dev.ralph.agent;

import dev.ralph.process.PlainText;
import java.nio.charset.StandardCharsets;

/// The beginning of a foreign text, on one line.
final class Excerpt {
    private static final int DETAIL = 200;
    private static final int WORDS = 2000;

    private Excerpt() {}

    /// Of a line that was not understood.
    static String of(byte[] bytes, int from, int to) {
        int end = Math.min(to, from + DETAIL);
        String text = new String(bytes, from, end - from, StandardCharsets.UTF_8);
        return oneLine(end < to ? text + "…" : text);
    }

    /// Of a command line, a path, a name.
    static String detail(String text) {
        return text.length() <= DETAIL && isPlain(text) ? text : oneLine(cut(text, DETAIL));
    }

    private static boolean isPlain(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isISOControl(text.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    /// Of the words of a failure, which may have several lines.
    static String words(String text) {
        return cut(PlainText.of(cut(text, 2 * WORDS)).strip(), WORDS);
    }

    static String oneLine(String text) {
        return PlainText.of(text).replaceAll("[\n\t ]+", " ").strip();
    }

    private static String cut(String text, int longest) {
        if (text.length() <= longest) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(longest - 1)) ? longest - 1 : longest;
        return text.substring(0, end) + "…";
    }
}
