package dev.ralph.tamper;

import java.util.Arrays;

/// Which brackets of a source file belong together. A bracket of another kind that is still open when one closes is
/// taken for a slip.
final class Brackets {
    private static final String OPENING = "([{";
    private static final String CLOSING = ")]}";

    private int[] opens = new int[16];
    private int[] closes = new int[16];
    private int count;

    private Brackets() {}

    static Brackets of(String code) {
        Brackets brackets = new Brackets();
        brackets.read(code);
        return brackets;
    }

    private void read(String code) {
        int[] open = new int[16]; // numbers of those that are not closed yet
        int[] kinds = new int[OPENING.length()];
        int depth = 0;
        for (int i = 0; i < code.length(); i++) {
            int opening = OPENING.indexOf(code.charAt(i));
            int closing = CLOSING.indexOf(code.charAt(i));
            if (opening >= 0) {
                kinds[opening]++;
                open = depth == open.length ? Arrays.copyOf(open, depth * 2) : open;
                open[depth++] = add(i);
            } else if (closing >= 0 && kinds[closing] > 0) {
                int found;
                do {
                    depth--;
                    found = OPENING.indexOf(code.charAt(opens[open[depth]]));
                    kinds[found]--;
                } while (found != closing);
                closes[open[depth]] = i;
            }
        }
    }

    private int add(int at) {
        if (count == opens.length) {
            opens = Arrays.copyOf(opens, count * 2);
            closes = Arrays.copyOf(closes, count * 2);
        }
        opens[count] = at;
        closes[count] = -1;
        return count++;
    }

    /// Where the bracket closes that opens here; -1 when it does not, or when there is none.
    int close(int at) {
        int found = Arrays.binarySearch(opens, 0, count, at);
        return found < 0 ? -1 : closes[found];
    }
}
