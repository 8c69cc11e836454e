package dev.ralph.tamper;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;

/// Cuts a source file into statements, so that two files are compared by what they say and not by how it is laid out.
final class Statements {
    private static final Set<String> BEFORE_VALUE = Set.of(
            "=", "(", ",", "[", ":", "?", "&", "|", "return", "+", "!", ">", "<", "import", "export", "const", "let",
            "var", "type");
    private static final Set<String> GOES_ON =
            Set.of(".", "?", ":", "+", "-", "*", "/", "&", "|", "=", ",", ")", "]", "<", ">");
    private static final Set<String> NOT_OVER =
            Set.of(".", "?", ":", "+", "-", "*", "/", "&", "|", "=", ",", "(", "[", "<", ">", "\\", "!", "else");
    /// Operators of JavaScript whose value may stand on the next line.
    private static final Set<String> BEFORE_LINE =
            Set.of("%", "^", "~", "await", "void", "typeof", "delete", "new", "in", "instanceof");

    /// Of one file: what is made of them fits into the memory that `ralph` is started with.
    static final int MOST = 250_000;

    private final Source source;
    private final List<Statement> found = new ArrayList<>();
    private final List<String> current = new ArrayList<>();
    /// For each open brace the depth of parentheses outside, or -1 for a brace that is a value.
    private final Deque<Integer> braces = new ArrayDeque<>();
    private final TestAtPlace inside;
    private int depth;
    private int start;
    private int end;
    private int lastLine;

    private Statements(Source source, List<TestCase> tests) {
        this.source = source;
        this.inside = new TestAtPlace(tests);
    }

    static List<Statement> of(Source source, List<TestCase> tests) {
        Statements statements = new Statements(source, tests);
        for (Word word : Word.all(source)) {
            statements.take(word);
        }
        statements.flush();
        return statements.found;
    }

    private void take(Word word) {
        int line = source.line(word.at());
        if (line > lastLine && endsWithLine(word)) {
            flush();
        }
        lastLine = Math.max(line, lastLine);
        if (isOtherwise(word) || isAnnotationOver(word)) {
            flush();
        }
        switch (word.text()) {
            case "{" -> open(word);
            case "}" -> close(word);
            case ";" -> {
                if (depth == 0) {
                    flush();
                } else {
                    add(word);
                }
            }
            case "(", "[" -> {
                add(word);
                depth++;
            }
            case ")", "]" -> {
                dropComma();
                depth = Math.max(0, depth - 1);
                add(word);
            }
            default -> add(word);
        }
    }

    private boolean endsWithLine(Word next) {
        if (current.isEmpty()) {
            return false;
        }
        return switch (source.language()) {
            case SCRIPT ->
                depth == 0
                        && !GOES_ON.contains(next.text())
                        && !NOT_OVER.contains(current.getLast())
                        && !isBeforeLine();
            case PYTHON -> depth == 0 && !current.getLast().equals("\\");
            case GO -> depth == 0 && !NOT_OVER.contains(current.getLast());
            case SHELL, OTHER -> !current.getLast().equals("\\");
            case JAVA, RUST -> false;
        };
    }

    /// `let done: () => void` of TypeScript is over.
    private boolean isBeforeLine() {
        String before = current.size() > 1 ? current.get(current.size() - 2) : "";
        boolean type = current.getLast().equals("void")
                && (before.equals(">") || (before.equals(":") && !current.contains("?")));
        return !type && BEFORE_LINE.contains(current.getLast());
    }

    /// What stands on the other side of a condition is a statement of its own, with braces or without.
    private boolean isOtherwise(Word next) {
        return source.language() == Language.SCRIPT
                && current.size() == 1
                && current.getFirst().equals("else")
                && !next.is("if")
                && !next.is("return"); // as behind `if (a)`
    }

    /// An annotation is a statement of its own: it may go while what it belongs to stays.
    private boolean isAnnotationOver(Word next) {
        if (depth > 0 || current.isEmpty()) {
            return false;
        }
        boolean begins = source.language() == Language.JAVA && next.is("@");
        if (current.getFirst().equals("@") && source.language() == Language.JAVA) {
            return begins || (current.size() > 1 && !current.getLast().equals(".") && !next.is("(") && !next.is("."));
        }
        if (current.getFirst().equals("#") && source.language() == Language.RUST) {
            return current.getLast().equals("]");
        }
        return begins;
    }

    private void open(Word word) {
        if (!source.language().hasBraces() || isValue()) {
            braces.push(-1);
            add(word);
            depth++;
        } else {
            flush();
            braces.push(depth);
            depth = 0;
        }
    }

    private void close(Word word) {
        int outside = braces.isEmpty() ? 0 : braces.pop();
        if (outside < 0) {
            dropComma();
            depth = Math.max(0, depth - 1);
            add(word);
        } else {
            flush();
            depth = outside;
        }
    }

    /// Whether a brace that comes now is part of an expression.
    private boolean isValue() {
        if (current.isEmpty()) {
            return false;
        }
        String last = current.getLast();
        boolean arrow =
                last.equals(">") && current.size() > 1 && Set.of("=", "-").contains(current.get(current.size() - 2));
        if (arrow || last.equals(")")) {
            return false;
        }
        return switch (source.language()) {
            case SCRIPT -> BEFORE_VALUE.contains(last);
            case JAVA -> Set.of("]", "=", ",", "(").contains(last);
            case RUST, GO -> depth > 0 && !last.equals("|");
            case PYTHON, SHELL, OTHER -> true;
        };
    }

    private void add(Word word) {
        if (current.isEmpty()) {
            start = word.at();
        }
        current.add(word.text());
        end = word.end();
    }

    /// Formatters put a comma before a closing bracket, or take it away.
    private void dropComma() {
        if (!current.isEmpty() && current.getLast().equals(",")) {
            current.removeLast();
        }
    }

    private void flush() {
        dropComma();
        if (!current.isEmpty()) {
            if (found.size() == MOST) {
                throw new TooMuch("holds too many statements to compare them");
            }
            found.add(new Statement(current, start, end, inside.at(start), source.language()));
            current.clear();
        }
    }
}
