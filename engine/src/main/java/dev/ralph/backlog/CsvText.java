package dev.ralph.backlog;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// CSV as RFC 4180 has it, row by row. The first line says what separates cells: comma, semicolon or tab. After a row
/// that is broken, reading goes on with the line below the one it begins in: a lost quotation mark costs one task, not
/// all that follow.
final class CsvText {
    private static final int MOST_CELLS = 1000;

    private final String text;
    private final char separator;
    private int at;
    private int line = 1;
    private int nextLine = 1;
    private String trouble = "";

    CsvText(String text) {
        this.text = text;
        String first = text.lines().findFirst().orElse("");
        this.separator =
                count(first, ';') > count(first, ',') ? ';' : count(first, '\t') > count(first, ',') ? '\t' : ',';
    }

    private static long count(String line, char c) {
        return line.chars().filter(other -> other == c).count();
    }

    boolean hasNext() {
        return at < text.length();
    }

    /// Where the last row begins, from 1.
    int line() {
        return line;
    }

    /// What was wrong with the last row.
    String trouble() {
        return trouble;
    }

    /// The cells of the next row; null where it is broken.
    @Nullable
    List<String> next() {
        int start = at;
        line = nextLine;
        trouble = "";
        List<String> cells = new ArrayList<>();
        do {
            String cell = isQuoted() ? quoted() : bare();
            if (cells.size() < MOST_CELLS) {
                cells.add(cell);
            }
        } while (trouble.isEmpty() && skip(separator));
        if (!trouble.isEmpty()) {
            at = start;
            bareLine();
        }
        lineEnd();
        nextLine = line + Math.max(1, (int) text.substring(start, at).lines().count());
        return trouble.isEmpty() ? cells : null;
    }

    /// Blanks before a quotation mark are not part of the cell.
    private boolean isQuoted() {
        int mark = blanksFrom(at);
        if (mark < text.length() && text.charAt(mark) == '"') {
            at = mark + 1;
            return true;
        }
        return false;
    }

    private String quoted() {
        StringBuilder cell = new StringBuilder();
        for (boolean more = true; more; ) {
            int mark = text.indexOf('"', at);
            if (mark < 0) {
                trouble = "has a quotation mark that is never closed";
                return "";
            }
            cell.append(text, at, mark);
            at = mark + 1;
            more = skip('"');
            cell.append(more ? "\"" : "");
        }
        at = blanksFrom(at);
        if (at < text.length() && text.charAt(at) != separator && !isLineEnd(at)) {
            trouble = "has text after a closing quotation mark";
        }
        return cell.toString();
    }

    private String bare() {
        int start = at;
        while (at < text.length() && text.charAt(at) != separator && !isLineEnd(at)) {
            at++;
        }
        return text.substring(start, at).strip();
    }

    private void bareLine() {
        while (at < text.length() && !isLineEnd(at)) {
            at++;
        }
    }

    private boolean isLineEnd(int place) {
        return text.charAt(place) == '\n' || text.charAt(place) == '\r';
    }

    private void lineEnd() {
        skip('\r');
        skip('\n');
    }

    private int blanksFrom(int place) {
        int end = place;
        while (end < text.length() && text.charAt(end) == ' ') {
            end++;
        }
        return end;
    }

    private boolean skip(char c) {
        boolean is = at < text.length() && text.charAt(at) == c;
        at += is ? 1 : 0;
        return is;
    }
}
