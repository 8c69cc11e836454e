package dev.ralph.claim;

import java.util.Locale;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/// What an agent says itself in a text: Markdown without its code, its quotations and what a tool has printed, in
/// sentences.
///
/// A fence that is never closed hides nothing.
final class OwnWords {
    private static final int LOG_HEAD = 80;
    private static final Pattern LOG =
            Pattern.compile("(\\[(info|warn|warning|error|debug|trace)\\]|(info|warn|error|debug)[: ]\\s*\\[?\\d"
                    + "|\\d{4}-\\d\\d-\\d\\d[ t]\\d\\d:\\d\\d|\\[?\\d\\d:\\d\\d:\\d\\d|[$%ℹ] \\S|at [\\w.$/]+\\([^)]*\\)|\\s*\\^+$"
                    + "|npm err!|> task |> [\\w@-]+@\\d).*");

    private final String text;
    private final Consumer<Sentence> heard;
    private final StringBuilder passage = new StringBuilder();
    private int passageLine;
    private int line;
    private boolean inList;
    private boolean afterBlank = true;
    private boolean inIndentedCode;
    private boolean fences = true;
    private char fence;
    private int fenceLength;
    private int fenceLine;
    private int fenceAt;
    private boolean promises;

    private OwnWords(String text, Consumer<Sentence> heard) {
        this.text = text;
        this.heard = heard;
    }

    /// @return whether a promise is among them
    static boolean read(String text, Consumer<Sentence> heard) {
        OwnWords words = new OwnWords(text, heard);
        words.read();
        return words.promises;
    }

    private void read() {
        int at = 0;
        while (at < text.length()) {
            int end = text.indexOf('\n', at);
            end = end < 0 ? text.length() : end;
            line++;
            int before = at;
            hear(text.substring(at, end), before);
            at = end + 1;
            if (at >= text.length() && fenceLength > 0) {
                fences = false; // Nothing closes it: from there on, fences are ordinary lines.
                fenceLength = 0;
                line = fenceLine;
                at = text.indexOf('\n', fenceAt) < 0 ? text.length() : text.indexOf('\n', fenceAt) + 1;
            }
        }
        flush(false);
    }

    private void hear(String whole, int at) {
        String body = whole.strip();
        if (fenceLength > 0) {
            if (fenceLength(body) >= fenceLength && body.charAt(0) == fence && body.length() == fenceLength(body)) {
                fenceLength = 0;
            }
            return;
        }
        if (fences && fenceLength(body) >= 3) {
            flush(false);
            fence = body.charAt(0);
            fenceLength = fenceLength(body);
            fenceLine = line;
            fenceAt = at;
            return;
        }
        boolean code = isIndentedCode(whole, body);
        boolean blank = body.isEmpty();
        if (blank || code || body.startsWith(">")) {
            flush(false);
        } else {
            prose(body, Character.isWhitespace(whole.charAt(0)));
        }
        inIndentedCode = code || (inIndentedCode && blank);
        afterBlank = blank;
    }

    private static int fenceLength(String body) {
        if (body.isEmpty() || (body.charAt(0) != '`' && body.charAt(0) != '~')) {
            return 0;
        }
        int length = 1;
        while (length < body.length() && body.charAt(length) == body.charAt(0)) {
            length++;
        }
        return length;
    }

    /// Below an item of a list, four blanks only say that a line belongs to it.
    private boolean isIndentedCode(String whole, String body) {
        boolean indented = whole.startsWith("    ") || whole.startsWith("\t");
        return !body.isEmpty() && indented && !inList && (afterBlank || inIndentedCode);
    }

    private void prose(String body, boolean indented) {
        int item = itemMark(body);
        if (body.startsWith("|")) {
            flush(false);
            for (int from = 1, to; from < body.length(); from = to + 1) {
                to = body.indexOf('|', from);
                to = to < 0 ? body.length() : to;
                begin(body.substring(from, to));
                flush(false);
            }
        } else if (body.startsWith("#") || item > 0) {
            flush(false);
            inList = item > 0;
            begin(body.substring(body.startsWith("#") ? 1 : item));
            if (item == 0) {
                flush(false);
            }
        } else if (isLog(body)) {
            flush(false);
            begin(body);
            flush(true);
        } else if (passage.isEmpty()) {
            inList = inList && indented;
            begin(body);
        } else {
            passage.append('\n').append(body);
        }
    }

    private void begin(String words) {
        passage.append(words);
        passageLine = line;
    }

    /// How long the mark of a list's item is, 0 when there is none.
    private static int itemMark(String body) {
        char first = body.charAt(0);
        if (body.length() > 1 && (first == '-' || first == '*' || first == '+' || first == '•')) {
            return body.charAt(1) == ' ' ? 2 : 0;
        }
        int digits = 0;
        while (digits < body.length() && digits < 9 && body.charAt(digits) >= '0' && body.charAt(digits) <= '9') {
            digits++;
        }
        boolean dotted = digits > 0
                && digits + 1 < body.length()
                && (body.charAt(digits) == '.' || body.charAt(digits) == ')')
                && body.charAt(digits + 1) == ' ';
        return dotted ? digits + 2 : 0;
    }

    private static boolean isLog(String body) {
        String head = body.substring(0, Math.min(body.length(), LOG_HEAD));
        return LOG.matcher(head.toLowerCase(Locale.ROOT)).matches();
    }

    private void flush(boolean log) {
        if (!passage.isEmpty()) {
            promises = promises || (passage.indexOf(Quotations.PROMISE) >= 0 && Quotations.promise(passage));
            Sentences.of(Quotations.masked(passage), passageLine, log, heard);
            passage.setLength(0);
        }
    }
}
