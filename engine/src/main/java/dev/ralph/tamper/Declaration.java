package dev.ralph.tamper;

import java.util.Set;

/// Where a method or function begins that a place is in the head of.
final class Declaration {
    private static final int NEAR = 1000;
    private static final Set<String> MODIFIERS = Set.of(
            "public",
            "protected",
            "private",
            "internal",
            "static",
            "final",
            "abstract",
            "synchronized",
            "default",
            "open",
            "override",
            "suspend",
            "inline",
            "operator",
            "infix",
            "tailrec",
            "external");

    private final String code;
    private final Source source;

    private Declaration(Source source) {
        this.source = source;
        this.code = source.code();
    }

    static boolean isModifier(String word) {
        return MODIFIERS.contains(word);
    }

    /// Past the last `;`, `{` or `}`, those between parentheses left out, and past what ended with its line.
    static int begin(Source source, int at) {
        Declaration declaration = new Declaration(source);
        int i = at;
        int depth = 0;
        while (i > Math.max(0, at - NEAR)) {
            char c = source.code().charAt(i - 1);
            depth += c == ')' || c == ']' ? 1 : c == '(' || c == '[' ? -1 : 0;
            if (depth == 0 && (c == ';' || c == '{' || c == '}')) {
                break;
            }
            i--;
        }
        int first = source.language() == Language.JAVA ? declaration.pastProperties(i, at) : i;
        while (first < at && Character.isWhitespace(source.code().charAt(first))) {
            first++;
        }
        return first;
    }

    /// Kotlin and Groovy need no `;`: a line that has more than annotations and modifiers is another declaration.
    private int pastProperties(int from, int to) {
        int begin = from;
        int i = from;
        boolean own = true;
        while (i < to) {
            char c = code.charAt(i);
            if (c == '\n') {
                begin = own ? begin : i;
                own = true;
            }
            int next = c == '(' || c == '[' ? Math.min(to, source.pastBracket(i)) : pastWord(i);
            own &= c == '@' || Character.isWhitespace(c) || MODIFIERS.contains(code.substring(i, next));
            i = c == '@' ? pastArguments(next) : next;
        }
        return begin;
    }

    /// Past a name, an annotation without its arguments, or one other character.
    private int pastWord(int at) {
        int i = at + 1;
        char first = code.charAt(at);
        boolean name = first == '@' || Character.isJavaIdentifierStart(first);
        while (name && i < code.length() && isPart(first, code.charAt(i))) {
            i++;
        }
        return i;
    }

    /// `@field:Mock`, `@org.junit.Test`.
    private static boolean isPart(char first, char c) {
        return Character.isJavaIdentifierPart(c) || (first == '@' && (c == '.' || c == ':'));
    }

    private int pastArguments(int at) {
        int i = at;
        while (i < code.length() && code.charAt(i) == ' ') {
            i++;
        }
        return i < code.length() && code.charAt(i) == '(' ? source.pastBracket(i) : at;
    }
}
