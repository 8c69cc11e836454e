package dev.ralph.tamper;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// A statement, a header or an annotation of a source file, without regard to how it is laid out.
///
/// @param words at least one, without `;` at its end and without a comma before a closing bracket
/// @param end   past its last character
/// @param test  the number of the test it is in, -1 for none
record Statement(List<String> words, int at, int end, int test, Language language) {
    private static final Set<String> IMPORTS = Set.of("import", "package", "use", "extern", "from", "export");

    /// Between the two halves of an operator, which are words of their own.
    private static final Pattern SPLIT =
            Pattern.compile("(?<=[=!<>]) (?==)|(?<=&) (?=&)|(?<=\\|) (?=\\|)|(?<=[=-]) (?=>)");

    private static final Set<String> BARE = Set.of("else", "try", "finally", "do", "pass", "break");
    /// Annotations that change nothing, or that make a test of a method, which is counted elsewhere.
    private static final Set<String> TELLING =
            Set.of("Test", "DisplayName", "Override", "SuppressWarnings", "Order", "ParameterizedTest");
    /// Where those come from, if it is told.
    private static final Pattern FRAMEWORK = Pattern.compile(
            "(?:org\\.(?:junit|testng|springframework|spockframework)|junit|java|javax|jakarta|kotlin|io\\.kotest|net\\.jqwik)\\..*");

    Statement {
        words = List.copyOf(words);
    }

    /// The same for two that differ in layout only.
    String text() {
        return String.join(" ", words);
    }

    String first() {
        return words.getFirst();
    }

    boolean has(String word) {
        return words.contains(word);
    }

    /// Words that follow each other.
    boolean has(String first, String second) {
        for (int i = 0; i + 1 < words.size(); i++) {
            if (words.get(i).equals(first) && words.get(i + 1).equals(second)) {
                return true;
            }
        }
        return false;
    }

    /// Brackets, `else`, `try`: nothing that anything depends on.
    boolean isTrivial() {
        if (language == Language.JAVA && isAnnotation() && TELLING.contains(annotation())) {
            return true;
        }
        return words.stream().noneMatch(word -> isName(word) || isLiteral(word))
                || (words.size() == 1 && BARE.contains(first()))
                || (words.size() == 2 && words.get(1).equals(":") && BARE.contains(first()))
                || (words.size() == 1 && first().charAt(0) == '"'); // a comment in the form of a string
    }

    /// Of a call that begins a test: whatever it is called, it is the same, and so is what it does between braces or
    /// without.
    Statement withoutTitle() {
        int title = -1;
        for (int i = 0; i < words.size() && title < 0; i++) {
            title = words.get(i).charAt(0) == '"' ? i : -1;
        }
        if (language != Language.SCRIPT || title < 0) {
            return this;
        }
        int arrow = arrow();
        if (arrow > 0 && arrow + 2 < words.size() - 1 && words.getLast().equals(")") && !has("each", "(")) {
            return new Statement(words.subList(arrow + 2, words.size() - 1), at, end, test, language);
        }
        List<String> others = new ArrayList<>(words);
        others.set(title, "\"\"");
        return new Statement(others, at, end, test, language);
    }

    private int arrow() {
        int at = words.indexOf("=");
        return at > 0 && at + 1 < words.size() && words.get(at + 1).equals(">") ? at : -1;
    }

    boolean isAnnotation() {
        return ((language == Language.JAVA || language == Language.PYTHON) && first().equals("@"))
                || (language == Language.RUST && first().equals("#"));
    }

    /// The last part of its name, all of it where it comes from nowhere that we know; empty when it has none.
    String annotation() {
        int end = 1;
        while (end < words.size() && (isName(words.get(end)) || words.get(end).equals("."))) {
            end++;
        }
        String name = String.join("", words.subList(1, end));
        boolean whole = name.contains(".") && !FRAMEWORK.matcher(name).matches();
        return whole ? name : name.substring(name.lastIndexOf('.') + 1);
    }

    boolean isImport() {
        boolean required = language == Language.SCRIPT && has("require", "(") && !has("describe");
        return required || (IMPORTS.contains(first()) && !has("assert") && !has("=") && !first().equals("export"));
    }

    static boolean isName(String word) {
        char first = word.charAt(0);
        return Character.isLetter(first) || first == '_' || first == '$';
    }

    static boolean isLiteral(String word) {
        return word.charAt(0) == '"' || Character.isDigit(word.charAt(0));
    }

    /// For people, short.
    String shown() {
        String whole = words.stream().limit(60).collect(Collectors.joining(" "));
        String tidy = whole.replaceAll(" ([)\\].,;:(\\[])", "$1").replaceAll("([(\\[.!]) ", "$1");
        String line = SPLIT.matcher(tidy).replaceAll("").replaceAll("\\p{Cntrl}", " ");
        return line.length() <= 80 ? line : line.substring(0, 77) + "…";
    }
}
