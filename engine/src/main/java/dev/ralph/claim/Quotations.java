package dev.ralph.claim;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Takes out of a paragraph what is not its author's own statement: code, quoted words, struck words, addresses, tags.
/// Each becomes one mark and blanks, so that everything else stays where it was. One pass, whatever stands there.
final class Quotations {
    static final String PROMISE = "<promise>";

    private static final int LONGEST_QUOTE = 300;
    private static final int LONGEST_SINGLE = 120;

    private final CharSequence text;
    private final char[] masked;
    private final Map<Integer, Integer> code = new HashMap<>();

    private Quotations(CharSequence text) {
        this.text = text;
        this.masked = text.toString().toCharArray();
    }

    static char[] masked(CharSequence text) {
        Quotations quotations = new Quotations(text);
        quotations.findCode();
        quotations.mask();
        return quotations.masked;
    }

    /// Whether a promise is its author's own, and not shown as code or quoted.
    static boolean promise(CharSequence text) {
        Quotations quotations = new Quotations(text);
        quotations.findCode();
        for (int at = 0, end; at < text.length(); at = Math.max(end, at + 1)) {
            end = quotations.end(at);
            if (quotations.starts(at, PROMISE)) {
                return true;
            }
        }
        return false;
    }

    /// Where each run of backticks that opens code is closed: by the next run of the same length.
    private void findCode() {
        List<int[]> runs = new ArrayList<>();
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == '`') {
                int from = i;
                while (i + 1 < text.length() && text.charAt(i + 1) == '`') {
                    i++;
                }
                runs.add(new int[] {from, i + 1 - from});
            }
        }
        Map<Integer, Integer> next = new HashMap<>();
        for (int i = runs.size() - 1; i >= 0; i--) {
            int[] run = runs.get(i);
            Integer closing = next.put(run[1], run[0]);
            code.put(run[0], closing == null ? run[0] + run[1] : -(closing + run[1]));
        }
    }

    private void mask() {
        int at = 0;
        while (at < text.length()) {
            int end = end(at);
            if (end > at) {
                hide(at, end);
                at = end;
            } else {
                if (text.charAt(at) == '*') {
                    masked[at] = ' ';
                }
                at++;
            }
        }
    }

    private void hide(int from, int to) {
        boolean silent = text.charAt(from) == '~' || text.charAt(from) == '(' || text.charAt(from) == '<';
        for (int i = from; i < to; i++) {
            masked[i] = text.charAt(i) == '\n' ? '\n' : ' ';
        }
        if (!silent) {
            masked[from] = Token.QUOTED.charAt(0);
        }
    }

    /// Where that ends which begins here and is not the author's own; `at` when nothing does.
    private int end(int at) {
        return switch (text.charAt(at)) {
            case '`' -> {
                int end = code.getOrDefault(at, at + 1);
                yield end < 0 ? -end : at;
            }
            case '"' -> quote(at, '"', LONGEST_QUOTE);
            case '“', '„' -> quote(at, '”', LONGEST_QUOTE);
            case '«' -> quote(at, '»', LONGEST_QUOTE);
            case '\'', '‘' -> single(at);
            case '~' -> starts(at, "~~") ? pair(at, "~~") : at;
            case '<' -> starts(at, PROMISE) ? pair(at, "</promise>") : starts(at, "<!--") ? pair(at, "-->") : at;
            case '(' -> at > 0 && text.charAt(at - 1) == ']' ? address(at) : at;
            case 'h' -> starts(at, "http://") || starts(at, "https://") ? address(at) : at;
            default -> at;
        };
    }

    private boolean starts(int at, String what) {
        return at + what.length() <= text.length() && what.contentEquals(text.subSequence(at, at + what.length()));
    }

    private int quote(int at, char closing, int longest) {
        char opening = text.charAt(at);
        for (int i = at + 1; i < Math.min(text.length(), at + longest); i++) {
            if (text.charAt(i) == closing) {
                return i + 1;
            }
            if (text.charAt(i) == opening) {
                return at;
            }
        }
        return at;
    }

    /// Not an apostrophe: it opens before a word and closes behind one.
    private int single(int at) {
        if (at > 0 && Character.isLetterOrDigit(text.charAt(at - 1))) {
            return at;
        }
        char closing = text.charAt(at) == '‘' ? '’' : '\'';
        for (int i = at + 2; i < Math.min(text.length(), at + LONGEST_SINGLE); i++) {
            boolean ends = i + 1 == text.length() || !Character.isLetterOrDigit(text.charAt(i + 1));
            if (text.charAt(i) == closing && ends && !Character.isWhitespace(text.charAt(i - 1))) {
                return i + 1;
            }
        }
        return at;
    }

    private int pair(int at, String closing) {
        int last = Math.min(text.length() - closing.length(), at + LONGEST_QUOTE);
        for (int i = at + 2; i <= last; i++) {
            if (starts(i, closing)) {
                return i + closing.length();
            }
        }
        return at;
    }

    private int address(int at) {
        int end = at;
        while (end < text.length() && end < at + LONGEST_QUOTE && !Character.isWhitespace(text.charAt(end))) {
            end++;
            if (text.charAt(at) == '(' && text.charAt(end - 1) == ')') {
                return end;
            }
        }
        return text.charAt(at) == '(' ? at : end;
    }
}
