package dev.ralph.cli;

import dev.ralph.process.Terminal;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// How many columns the terminal has: asked each time, or now and then where that takes a program, since people resize
/// it.
final class TerminalWidth {
    private static final int USUAL = 80;
    private static final long FRESH = TimeUnit.SECONDS.toNanos(5);

    private static final Pattern COLOUR = Pattern.compile("\u001b\\[[0-9;]*m");
    private static final Pattern NAME = Pattern.compile(
            "^(?:\u001b\\[[0-9;]*m)?(?: *(?:\u001b\\[[0-9;]*m)?[\\w…]{1,12}(?:\u001b\\[[0-9;]*m)? {2,}| +|\\[[^\\]]{1,20}\\] |\\d\\d:\\d\\d:\\d\\d +)");

    private static int columns;
    private static long asked;

    private TerminalWidth() {}

    static synchronized int columns() {
        OptionalInt known = Terminal.columns();
        if (known.isPresent()) {
            return known.getAsInt();
        }
        long now = System.nanoTime();
        if (columns == 0 || now - asked > FRESH) {
            columns = ask();
            asked = now;
        }
        return columns;
    }

    private static int ask() {
        try {
            Process stty = new ProcessBuilder("stty", "size")
                    .redirectInput(new File("/dev/tty"))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String[] size = new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII)
                    .strip()
                    .split(" ");
            int found = size.length == 2 ? Integer.parseInt(size[1]) : USUAL;
            return found > 0 ? found : USUAL;
        } catch (IOException | NumberFormatException unknown) {
            return USUAL;
        }
    }

    /// The text, cut where it would not fit into one line.
    static String fit(String text, int columns) {
        int used = 0;
        int cut = 0;
        for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
            used += columns(text.codePointAt(i));
            if (used > columns) {
                return text.substring(0, cut) + "…";
            }
            if (used < columns) {
                cut = i + Character.charCount(text.codePointAt(i));
            }
        }
        return text;
    }

    /// The text in lines of whole words; a word that is longer than a line stays as it is. What follows a column of
    /// names goes on below its beginning.
    static String wrap(String text, int columns) {
        if (of(text) <= columns || text.indexOf('\n') >= 0) {
            return text;
        }
        Matcher name = NAME.matcher(text);
        String indent = " ".repeat(name.find() ? Math.min(of(name.group()), columns / 2) : 2);
        StringBuilder lines = new StringBuilder();
        int used = 0;
        for (String word : text.split("(?<=\\S) ")) {
            int wide = of(word);
            boolean first = lines.isEmpty();
            if (used > 0 && used + 1 + wide > columns) {
                lines.append('\n').append(indent).append(word.strip());
                used = indent.length() + of(word.strip());
            } else {
                lines.append(first ? "" : " ").append(word);
                used += (first ? 0 : 1) + wide;
            }
        }
        return lines.toString();
    }

    /// How many columns a text takes; colours take none.
    static int of(String text) {
        return COLOUR.matcher(text)
                .replaceAll("")
                .codePoints()
                .map(TerminalWidth::columns)
                .sum();
    }

    /// How many columns a character takes, as terminals agree on for the scripts people write in.
    private static int columns(int c) {
        if (c < 0x300) {
            return 1;
        }
        int type = Character.getType(c);
        if (type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK || type == Character.FORMAT) {
            return 0;
        }
        boolean wide = (c >= 0x1100 && c <= 0x115f)
                || (c >= 0x2e80 && c <= 0xa4cf)
                || (c >= 0xac00 && c <= 0xd7a3)
                || (c >= 0xf900 && c <= 0xfaff)
                || (c >= 0xfe30 && c <= 0xfe6f)
                || (c >= 0xff00 && c <= 0xff60)
                || (c >= 0xffe0 && c <= 0xffe6)
                || (c >= 0x1f300 && c <= 0x1faff)
                || (c >= 0x20000 && c <= 0x3fffd);
        return wide ? 2 : 1;
    }
}
