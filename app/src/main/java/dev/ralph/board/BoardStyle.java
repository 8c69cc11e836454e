package dev.ralph.board;

import dev.ralph.process.PlainText;
import java.util.Map;
import org.jline.utils.WCWidth;

/// What a terminal can show, and text that it shows harmlessly.
///
/// @param unicode it knows more than ASCII
/// @param color   colours are wanted
public record BoardStyle(boolean unicode, boolean color) {
    private static final int ZERO_WIDTH_JOINER = 0x200d;

    /// For what is no terminal.
    public static final BoardStyle PLAIN = new BoardStyle(true, false);

    /// @param environment of the user
    public static BoardStyle of(Map<String, String> environment, boolean color) {
        boolean unicode = PlainText.isUnicode(environment)
                && !environment.getOrDefault("TERM", "").equals("linux");
        return new BoardStyle(unicode, color);
    }

    /// What a card begins its last line with.
    String symbol(Card.Mark mark) {
        return switch (mark) {
            case WORKING -> unicode ? "🔄" : "*";
            case LIMITED -> unicode ? "…" : "~";
            case PAUSED -> "=";
            case ASKS -> "?";
            case INTERRUPTED, BLOCKED -> "!";
            case FAILED -> unicode ? "✗" : "x";
            case READY -> unicode ? "·" : ".";
            case STOPPED, WAITS -> "-";
            case DONE -> unicode ? "✓" : "+";
        };
    }

    /// See [ScreenLine].
    String style(Card.Mark mark) {
        if (!color) {
            return ScreenLine.PLAIN;
        }
        return switch (mark) {
            case WORKING -> ScreenLine.CYAN;
            case LIMITED, PAUSED, INTERRUPTED -> ScreenLine.YELLOW;
            case ASKS -> ScreenLine.BOLD_YELLOW;
            case FAILED, BLOCKED -> ScreenLine.RED;
            case DONE -> ScreenLine.GREEN;
            case READY, WAITS, STOPPED -> ScreenLine.PLAIN;
        };
    }

    /// For what matters less.
    String faint() {
        return color ? ScreenLine.FAINT : ScreenLine.PLAIN;
    }

    String across() {
        return unicode ? "─" : "-";
    }

    String down() {
        return unicode ? "│" : "|";
    }

    /// How many cards stand above those that are shown.
    String upwards() {
        return unicode ? "↑ " : "^ ";
    }

    String downwards() {
        return unicode ? "↓ " : "v ";
    }

    /// @param corner 0 to 3, from the upper left one to the right and down
    String corner(int corner) {
        return unicode ? "┌┐└┘".substring(corner, corner + 1) : "+";
    }

    /// Text from outside as one line: nothing in it controls a terminal, and each character takes the columns that
    /// terminals agree on.
    String line(String text) {
        return typed(text).strip();
    }

    /// The same with the blanks at its ends.
    String typed(String text) {
        StringBuilder line = new StringBuilder(text.length());
        PlainText.of(text).codePoints().forEach(c -> {
            if (c == '\n' || c == '\t') {
                line.append(' ');
            } else if (!unicode && c > '~') {
                line.repeat('?', Math.max(0, WCWidth.wcwidth(c)));
            } else if (c != ZERO_WIDTH_JOINER && !isVariation(c) && WCWidth.wcwidth(c) >= 0) {
                line.appendCodePoint(c); // joined pictures are as wide as each terminal likes
            }
        });
        return line.toString();
    }

    private static boolean isVariation(int c) {
        return c >= 0xfe00 && c <= 0xfe0f;
    }

    /// How many columns a text takes.
    static int columns(String text) {
        return text.codePoints().map(c -> Math.max(0, WCWidth.wcwidth(c))).sum();
    }

    /// The text, cut where it is wider than that.
    String fit(String text, int columns) {
        if (columns(text) <= columns) {
            return text;
        }
        String end = unicode ? "…" : "~";
        StringBuilder fitting = new StringBuilder();
        int used = 1;
        for (int c : text.codePoints().toArray()) {
            used += Math.max(0, WCWidth.wcwidth(c));
            if (used > columns) {
                break;
            }
            fitting.appendCodePoint(c);
        }
        return columns < 1 ? "" : fitting + end;
    }

    /// The text in exactly so many columns.
    String exactly(String text, int columns) {
        String fitting = fit(text, columns);
        return fitting + " ".repeat(Math.max(0, columns - columns(fitting)));
    }
}
