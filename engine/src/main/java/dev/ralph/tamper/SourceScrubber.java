package dev.ralph.tamper;

/// Blanks out comments and strings, in one pass.
///
/// A string that is not closed on its line ends there, where the language has it so: a stray quote hides one line, not
/// the rest of the file. Whoever confuses it makes tests vanish from our view, and vanished tests are a finding.
final class SourceScrubber {
    private static final int DEEPEST = 20;
    private static final int LONGEST_PATTERN = 400;
    /// It hid scripts from browsers that did not know any, and is a comment to some compilers only; [Marks] tells it.
    private static final String OLD_COMMENT = "<!--";

    private final String text;
    private final Language language;
    private final char[] plain;
    private final char[] code;
    /// The last character of code that is no blank, for telling a regular expression from a division.
    private char last = '\n';

    SourceScrubber(String text, Language language) {
        this.text = text;
        this.language = language;
        this.plain = text.toCharArray();
        this.code = text.toCharArray();
    }

    String plain() {
        return new String(plain);
    }

    String code() {
        return new String(code);
    }

    void scrub() {
        int i = 0;
        while (i < text.length()) {
            int next = pastComment(i);
            if (next > i) {
                blank(plain, text.startsWith(OLD_COMMENT, i) ? i + OLD_COMMENT.length() : i, next);
                blank(code, i, next);
            } else {
                next = pastString(i);
                if (next > i) {
                    hide(i, next);
                    last = '"';
                }
            }
            if (next <= i) {
                last = Character.isWhitespace(text.charAt(i)) && text.charAt(i) != '\n' ? last : text.charAt(i);
                next = i + 1;
            }
            i = next;
        }
    }

    private static void blank(char[] view, int from, int to) {
        for (int i = from; i < to; i++) {
            view[i] = view[i] == '\n' ? '\n' : ' ';
        }
    }

    /// Leaves a mark at both ends, so that a string is seen, and not its quotes.
    private void hide(int from, int to) {
        blank(code, from, to);
        int close = to - 1;
        while (close > from && text.charAt(close) == '\n') {
            close--;
        }
        if (close > from) {
            code[from] = '"';
            code[close] = '"';
        }
    }

    /// `at` when no comment begins there.
    private int pastComment(int at) {
        if (language.hasHashComments()) {
            boolean word = language == Language.SHELL && at > 0 && !Character.isWhitespace(text.charAt(at - 1));
            return text.charAt(at) == '#' && !word ? endOfLine(at) : at;
        }
        if (text.startsWith("//", at) || (language == Language.SCRIPT && isOldComment(at))) {
            return endOfLine(at);
        }
        return text.startsWith("/*", at) ? pastBlock(at) : at;
    }

    private boolean isOldComment(int at) {
        return text.startsWith(OLD_COMMENT, at) || (last == '\n' && text.startsWith("-->", at));
    }

    private int endOfLine(int at) {
        int end = text.indexOf('\n', at);
        return end < 0 ? text.length() : end;
    }

    private int pastBlock(int at) {
        int depth = 1;
        int i = at + 2;
        while (i < text.length() && depth > 0) {
            if (text.startsWith("*/", i)) {
                depth--;
                i += 2;
            } else if (language == Language.RUST && text.startsWith("/*", i)) {
                depth++;
                i += 2;
            } else {
                i++;
            }
        }
        return Math.min(i, text.length());
    }

    private int pastString(int at) {
        char c = text.charAt(at);
        return switch (language) {
            case JAVA ->
                c == '"' && text.startsWith("\"\"\"", at)
                        ? pastTriple(at, c)
                        : c == '"' || c == '\'' ? pastLine(at, c) : at;
            case PYTHON ->
                c != '"' && c != '\''
                        ? at
                        : text.startsWith(String.valueOf(c).repeat(3), at) ? pastTriple(at, c) : pastLine(at, c);
            case GO -> c == '`' ? pastRaw(at, "`") : c == '"' || c == '\'' ? pastLine(at, c) : at;
            case SCRIPT ->
                c == '`'
                        ? pastTemplate(at, 0)
                        : c == '/' ? pastPattern(at) : c == '"' || c == '\'' ? pastLine(at, c) : at;
            case RUST -> c == '"' ? pastQuoted(at, c) : c == '\'' ? pastCharacter(at) : pastRustRaw(at);
            case SHELL -> c == '\'' ? pastRaw(at, "'") : c == '"' ? pastQuoted(at, c) : at;
            case OTHER -> c == '"' ? pastLine(at, c) : at;
        };
    }

    /// A string that ends with its line at the latest, unless the line end is escaped.
    private int pastLine(int at, char quote) {
        for (int i = at + 1; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\\') {
                i++;
            } else if (c == quote) {
                return i + 1;
            } else if (c == '\n') {
                return i;
            }
        }
        return text.length();
    }

    private int pastQuoted(int at, char quote) {
        for (int i = at + 1; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\\') {
                i++;
            } else if (c == quote) {
                return i + 1;
            }
        }
        return text.length();
    }

    private int pastTriple(int at, char quote) {
        String end = String.valueOf(quote).repeat(3);
        for (int i = at + 3; i < text.length(); i++) {
            if (text.charAt(i) == '\\') {
                i++;
            } else if (text.startsWith(end, i)) {
                return i + 3;
            }
        }
        return text.length();
    }

    private int pastRaw(int at, String end) {
        int close = text.indexOf(end, at + 1);
        return close < 0 ? text.length() : close + end.length();
    }

    private int pastTemplate(int at, int depth) {
        int i = at + 1;
        while (i < text.length()) {
            char c = text.charAt(i);
            if (c == '\\') {
                i += 2;
            } else if (c == '`') {
                return i + 1;
            } else if (c == '$' && text.startsWith("${", i) && depth < DEEPEST) {
                i = pastHole(i + 2, depth);
            } else {
                i++;
            }
        }
        return text.length();
    }

    private int pastHole(int at, int depth) {
        int open = 1;
        int i = at;
        while (i < text.length() && open > 0) {
            char c = text.charAt(i);
            if (c == '`') {
                i = pastTemplate(i, depth + 1);
            } else if (c == '"' || c == '\'') {
                i = Math.max(i + 1, pastLine(i, c));
            } else {
                open += c == '{' ? 1 : c == '}' ? -1 : 0;
                i++;
            }
        }
        return i;
    }

    /// A regular expression stands where a value may begin.
    private int pastPattern(int at) {
        if (Character.isLetterOrDigit(last)
                || last == '_'
                || last == '$'
                || last == ')'
                || last == ']'
                || last == '"') {
            return at;
        }
        boolean set = false;
        int end = Math.min(text.length(), at + LONGEST_PATTERN);
        for (int i = at + 1; i < end && text.charAt(i) != '\n'; i++) {
            char c = text.charAt(i);
            if (c == '\\') {
                i++;
            } else if (c == '[' || c == ']') {
                set = c == '[';
            } else if (c == '/' && !set) {
                return i + 1;
            }
        }
        return at;
    }

    /// `'a'` is a character, `'a` a lifetime.
    private int pastCharacter(int at) {
        boolean escape = text.startsWith("\\", at + 1);
        int close = text.indexOf('\'', at + 1);
        boolean near = close > at + 1 && close <= at + (escape ? 12 : 3);
        return near ? (escape && close == at + 2 ? Math.min(close + 2, text.length()) : close + 1) : at;
    }

    private int pastRustRaw(int at) {
        char c = text.charAt(at);
        if (c != 'r' || (at > 0 && Character.isJavaIdentifierPart(text.charAt(at - 1)) && text.charAt(at - 1) != 'b')) {
            return at;
        }
        int i = at + 1;
        while (i < text.length() && text.charAt(i) == '#' && i - at < 256) {
            i++;
        }
        return i < text.length() && text.charAt(i) == '"' ? pastRaw(i, "\"" + "#".repeat(i - at - 1)) : at;
    }
}
