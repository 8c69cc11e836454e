package dev.ralph.tamper;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// A word, a literal or a mark of a source file.
///
/// @param text strings with `"` around them, whatever quotes they had
/// @param at   where it begins
/// @param end  past its last character
record Word(String text, int at, int end) {

    /// Each text is there once, however often it stands in the file: files of a million marks are read, too.
    static List<Word> all(Source source) {
        String code = source.code();
        Map<String, String> known = new HashMap<>();
        List<Word> words = new ArrayList<>(code.length() / 5 + 8);
        int i = 0;
        while (i < code.length()) {
            char c = code.charAt(i);
            if (Character.isWhitespace(c)) {
                i++;
            } else if (c == '"') {
                int close = code.indexOf('"', i + 1);
                int end = close < 0 ? code.length() : close + 1;
                words.add(new Word(once(known, unquoted(source.plain(), i, end)), i, end));
                i = end;
            } else if (isPart(c)) {
                int end = i + 1;
                while (end < code.length() && isPart(code.charAt(end))) {
                    end++;
                }
                words.add(new Word(once(known, code.substring(i, end)), i, end));
                i = end;
            } else {
                words.add(new Word(once(known, String.valueOf(c)), i, i + 1));
                i++;
            }
        }
        return words;
    }

    private static String once(Map<String, String> known, String text) {
        String same = known.putIfAbsent(text, text);
        return same == null ? text : same;
    }

    private static String unquoted(String plain, int from, int to) {
        int start = from;
        int end = to;
        while (start < end && isQuote(plain.charAt(start))) {
            start++;
        }
        while (end > start && isQuote(plain.charAt(end - 1))) {
            end--;
        }
        return "\"" + plain.substring(start, end) + "\"";
    }

    private static boolean isQuote(char c) {
        return c == '"' || c == '\'' || c == '`';
    }

    private static boolean isPart(char c) {
        return Character.isLetterOrDigit(c) || c == '_' || c == '$';
    }

    boolean isString() {
        return text.charAt(0) == '"';
    }

    boolean isLiteral() {
        return isString() || Character.isDigit(text.charAt(0));
    }

    boolean isName() {
        return Character.isLetter(text.charAt(0)) || text.charAt(0) == '_' || text.charAt(0) == '$';
    }

    boolean is(String other) {
        return text.equals(other);
    }
}
