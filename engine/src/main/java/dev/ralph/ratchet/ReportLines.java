package dev.ralph.ratchet;

import java.io.IOException;
import java.io.Reader;
import org.jspecify.annotations.Nullable;

/// The lines of a report, one after the other. Of a very long one, which may be what a test printed, the beginning is
/// held.
final class ReportLines {
    static final int LONGEST = 1 << 20;

    private final Reader text;
    private final char[] buffer = new char[1 << 13];
    private int at;
    private int end;
    private boolean returned;

    ReportLines(Reader text) {
        this.text = text;
    }

    /// @param cut whether it is longer than what is held of it
    record Line(String text, boolean cut) {}

    /// @return null behind the last one
    @Nullable
    Line next() throws IOException {
        int c = read();
        if (returned && c == '\n') {
            c = read();
        }
        if (c < 0) {
            return null;
        }
        StringBuilder line = new StringBuilder();
        boolean cut = false;
        for (; c >= 0 && c != '\n' && c != '\r'; c = read()) {
            if (line.length() < LONGEST) {
                line.append((char) c);
            } else {
                cut = true;
            }
        }
        returned = c == '\r';
        return new Line(line.toString(), cut);
    }

    private int read() throws IOException {
        if (at == end) {
            at = 0;
            end = Math.max(0, text.read(buffer));
        }
        return at == end ? -1 : buffer[at++];
    }
}
