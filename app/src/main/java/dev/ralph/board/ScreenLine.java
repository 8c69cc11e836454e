package dev.ralph.board;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// A line of a screen: pieces of text, each in one style.
///
/// It is our own because the library writes the lines of boxes in the alternate character set of old terminals, which
/// what copies a screen reads as letters.
record ScreenLine(List<Piece> pieces) {
    static final ScreenLine EMPTY = new ScreenLine(List.of());

    /// How a text looks, as terminals are told: the parameters of one escape sequence.
    static final String PLAIN = "";

    static final String BOLD = "1";
    static final String FAINT = "2";
    static final String UNDERLINED = "1;4";
    static final String INVERSE = "7";
    static final String BOLD_INVERSE = "1;7";
    static final String RED = "31";
    static final String GREEN = "32";
    static final String YELLOW = "33";
    static final String BOLD_YELLOW = "1;33";
    static final String CYAN = "36";

    record Piece(String text, String style) {}

    ScreenLine {
        pieces = List.copyOf(pieces);
    }

    static ScreenLine of(String text, String style) {
        return new ScreenLine(List.of(new Piece(text, style)));
    }

    ScreenLine and(String text, String style) {
        return and(of(text, style));
    }

    ScreenLine and(ScreenLine more) {
        List<Piece> all = new ArrayList<>(pieces);
        all.addAll(more.pieces());
        return new ScreenLine(all);
    }

    int columns() {
        return BoardStyle.columns(text());
    }

    String text() {
        return pieces.stream().map(Piece::text).collect(Collectors.joining());
    }

    /// For a terminal.
    String ansi() {
        StringBuilder line = new StringBuilder();
        for (Piece piece : pieces) {
            if (piece.style().isEmpty()) {
                line.append(piece.text());
            } else {
                line.append("\u001b[")
                        .append(piece.style())
                        .append('m')
                        .append(piece.text())
                        .append("\u001b[0m");
            }
        }
        return line.toString();
    }
}
