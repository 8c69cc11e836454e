package dev.ralph.tamper;

import java.text.Normalizer;

/// A language's other ways to write the same word: a compiler that reads an escaped `@` as `@` must not see
/// more than we do.
final class Spelling {
    private Spelling() {}

    static String plain(String text, Language language) {
        String marked = text.startsWith("\uFEFF") ? text.substring(1) : text;
        // Elsewhere a return alone ends no line, and what follows it goes on with a comment.
        boolean ends = language == Language.JAVA || language == Language.SCRIPT || language == Language.PYTHON;
        String lines =
                marked.indexOf('\r') < 0 ? marked : marked.replace("\r\n", "\n").replace('\r', ends ? '\n' : ' ');
        return switch (language) {
            case JAVA -> lines.contains("\\u") ? unescaped(lines) : lines;
            case SCRIPT -> {
                String cut = lines.replace('\u2028', '\n').replace('\u2029', '\n');
                yield cut.contains("\\u") ? unescaped(cut) : cut;
            }
            case PYTHON ->
                Normalizer.isNormalized(lines, Normalizer.Form.NFKC)
                        ? lines
                        : Normalizer.normalize(lines, Normalizer.Form.NFKC);
            case GO, RUST, SHELL, OTHER -> lines;
        };
    }

    /// Only plain characters that a word or an annotation may consist of, and ends of lines.
    private static String unescaped(String text) {
        StringBuilder plain = new StringBuilder(text.length());
        int i = 0;
        while (i < text.length()) {
            int end = text.charAt(i) == '\\' && !isEscaped(text, i) ? end(text, i) : -1;
            int c = end < 0 ? -1 : value(text, i, end);
            if (c == '\n' || c == '\r' || (c > ' ' && c < 127 && c != '\\' && c != '"' && c != '\'' && c != '`')) {
                plain.append(c == '\r' ? '\n' : (char) c);
                i = end;
            } else {
                plain.append(text.charAt(i));
                i++;
            }
        }
        return plain.toString();
    }

    private static boolean isEscaped(String text, int at) {
        int before = at;
        while (before > 0 && text.charAt(before - 1) == '\\' && at - before < 64) {
            before--;
        }
        return (at - before) % 2 == 1;
    }

    /// Where the escape that begins here ends; -1 when none begins.
    private static int end(String text, int start) {
        int i = start + 1;
        while (i < text.length() && text.charAt(i) == 'u') {
            i++;
        }
        if (i == start + 1 || i >= text.length()) {
            return -1;
        }
        if (text.charAt(i) == '{') {
            int close = text.indexOf('}', i, Math.min(text.length(), i + 9));
            return close > i + 1 && isHex(text, i + 1, close) ? close + 1 : -1;
        }
        return i + 4 <= text.length() && isHex(text, i, i + 4) ? i + 4 : -1;
    }

    private static int value(String text, int start, int end) {
        int from = start + 1;
        while (text.charAt(from) == 'u' || text.charAt(from) == '{') {
            from++;
        }
        return Integer.parseInt(text, from, text.charAt(end - 1) == '}' ? end - 1 : end, 16);
    }

    private static boolean isHex(String text, int from, int to) {
        for (int i = from; i < to; i++) {
            if (Character.digit(text.charAt(i), 16) < 0) {
                return false;
            }
        }
        return true;
    }
}
