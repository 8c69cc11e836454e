package dev.ralph.tamper;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What an assertion can stand in, by the header of it.
enum Surrounding {
    CONDITION(TamperRule.ASSERTION_WEAKENED, "is made under the new condition"),
    /// The other side of a condition asserts something, too.
    ALTERNATIVE(TamperRule.TEST_CHANGED, "stands on the other side of a new condition:"),
    LOOP(TamperRule.TEST_CHANGED, "is made in the new loop"),
    FUNCTION(TamperRule.TEST_CHANGED, "is made in the new function"),
    FAILURE(TamperRule.ASSERTION_WEAKENED, "is expected to fail by");

    private static final Set<String> CONDITIONS = Set.of("if", "elif", "unless", "while", "switch", "match", "when");
    /// They make tests or groups of what they are given.
    private static final Set<String> TELLING = Set.of(
            "it",
            "test",
            "specify",
            "each",
            "describe",
            "context",
            "suite",
            "group",
            "step",
            "bench",
            "run",
            "when",
            "dynamictest",
            "dynamiccontainer",
            "eventually",
            "eventuallywitht",
            "notpanics",
            "asserttimeout");

    private static final Set<String> TYPES = Set.of("class", "interface", "enum");
    /// Between `new` and what is given to it.
    private static final Set<String> NAMING = Set.of(".", "<", ">", ",", "?");

    private final TamperRule rule;
    private final String words;

    Surrounding(TamperRule rule, String words) {
        this.rule = rule;
        this.words = words;
    }

    /// What finds fault with it.
    TamperRule rule(Place header) {
        return this == FUNCTION && !header.isInTest() ? TamperRule.TEST_NEUTRALIZED : rule;
    }

    String words() {
        return words;
    }

    /// Null for a header that encloses nothing that matters, and for what is no header.
    static @Nullable Surrounding of(Place place) {
        Statement statement = place.statement();
        List<String> words = statement.words();
        boolean otherwise = statement.first().equals("else") && statement.has("else", "if");
        if (CONDITIONS.contains(statement.first()) || otherwise) {
            return CONDITION;
        }
        boolean arrow = endsWithArrow(words);
        boolean expects = statement.first().equals("expect") || statement.has("await", "expect");
        if (words.stream().anyMatch(StatementChange::isFailing) || (arrow && expects)) {
            return FAILURE;
        }
        if (statement.first().equals("for")
                || ((arrow || statement.has("function", "(")) && statement.has("forEach"))) {
            return LOOP;
        }
        int sign = words.indexOf("=");
        boolean assigned = sign > 0
                && (arrow ? sign < words.size() - 2 : statement.has("=", "func") || statement.has("=", "function"));
        boolean closure = statement.first().equals("let") && words.getLast().equals("|");
        boolean named = statement.first().equals("def")
                || statement.first().equals("function")
                || statement.has("async", "function")
                || statement.has("async", "def");
        boolean inner = place.isInTest() && (isGiven(statement) || (isDeclared(statement) && !isTest(place)));
        return assigned || closure || named || inner ? FUNCTION : null;
    }

    static boolean endsWithArrow(List<String> words) {
        return words.size() > 2
                && words.getLast().equals(">")
                && Set.of("=", "-").contains(words.get(words.size() - 2));
    }

    /// A function that is given to somebody who may call it, and may pass its failures on, or not.
    private static boolean isGiven(Statement statement) {
        List<String> words = statement.words();
        boolean arrow = statement.language() != Language.RUST && endsWithArrow(words);
        boolean closure =
                statement.language() == Language.RUST && words.getLast().equals("|");
        boolean old = statement.language() == Language.SCRIPT && statement.has("function");
        boolean function = statement.language() == Language.GO && statement.has("func", "(");
        long depth = words.stream().filter("("::equals).count()
                - words.stream().filter(")"::equals).count();
        boolean given = function ? !statement.first().equals("func") : depth > 0 && (arrow || closure || old);
        return given && !isTelling(words);
    }

    /// Whether it is the header of the test itself, behind modifiers before its annotations.
    private static boolean isTest(Place place) {
        Source source = place.file().source();
        TestCase test = place.file().tests().get(place.statement().test());
        return source.pastBracket(source.next(place.statement().end())) >= test.end();
    }

    /// A function or an object with functions that is made inside of a test, whoever may call it.
    private static boolean isDeclared(Statement statement) {
        List<String> words = statement.words();
        return switch (statement.language()) {
            case RUST ->
                isNamed(words, "fn")
                        || statement.first().equals("macro_rules")
                        || words.getLast().equals("async")
                        || (words.getLast().equals("move") && statement.has("async", "move"));
            case JAVA ->
                isNamed(words, "fun")
                        || statement.has("fun", "(")
                        || statement.has("fun", "<")
                        || isRecord(words)
                        || TYPES.stream().anyMatch(type -> isNamed(words, type))
                        || ((isMade(words) || statement.has("object", ":")) && !isTelling(words));
            case SCRIPT -> isNamed(words, "class") || statement.has("=", "class") || isMethod(words);
            case PYTHON, GO, SHELL, OTHER -> false;
        };
    }

    private static boolean isNamed(List<String> words, String keyword) {
        int at = words.indexOf(keyword);
        return at >= 0
                && at + 1 < words.size()
                && Statement.isName(words.get(at + 1))
                && (at == 0 || !Set.of(".", ":").contains(words.get(at - 1)));
    }

    /// `record Point(`; but `record in all` and `record shouldBe 4` of Kotlin are none.
    private static boolean isRecord(List<String> words) {
        int at = words.indexOf("record") + 2;
        return isNamed(words, "record") && at < words.size() && Set.of("(", "<").contains(words.get(at));
    }

    /// `later = { go()` at its end, but not `test({ fn()`.
    private static boolean isMethod(List<String> words) {
        long depth = words.stream().filter("{"::equals).count()
                - words.stream().filter("}"::equals).count();
        return depth > 0 && words.getLast().equals(")") && !isTelling(words.subList(0, words.indexOf("{")));
    }

    /// `new Runnable()` at its end.
    static boolean isMade(List<String> words) {
        int i = words.size() - 1;
        int depth = 0;
        do {
            depth += words.get(i).equals(")") ? 1 : words.get(i).equals("(") ? -1 : 0;
            i--;
        } while (i > 0 && depth > 0);
        while (i > 0 && (Statement.isName(words.get(i)) || NAMING.contains(words.get(i)))) {
            if (words.get(i).equals("new")) {
                return words.getLast().equals(")");
            }
            i--;
        }
        return i == 0 && words.getFirst().equals("new") && words.getLast().equals(")");
    }

    /// By a call, not by a name that was given.
    private static boolean isTelling(List<String> words) {
        for (int i = 0; i + 1 < words.size(); i++) {
            String next = words.get(i + 1);
            boolean called = "(.<".contains(next) || Statement.isLiteral(next);
            boolean given = i > 0 && Set.of("function", "func", "new").contains(words.get(i - 1));
            boolean tells = StatementChange.isRunning(words.get(i))
                    || TELLING.contains(words.get(i).toLowerCase(Locale.ROOT));
            if (tells && called && !given) {
                return true;
            }
        }
        return false;
    }

    /// `if (a)` and nothing behind it: no block, and not even the `;` by which it would be over.
    static boolean isBare(Statement header, Source source) {
        boolean goesOn = Set.of("if", "else", "for", "while").contains(header.first());
        List<String> words = header.words();
        int depth = 0;
        for (int i = words.indexOf("("); goesOn && i >= 0 && i < words.size(); i++) {
            depth += words.get(i).equals("(") ? 1 : words.get(i).equals(")") ? -1 : 0;
            if (depth == 0) {
                int next = source.next(header.end());
                return i == words.size() - 1
                        && next < source.code().length()
                        && source.code().charAt(next) != ';'
                        && !source.opens(next);
            }
        }
        return false;
    }
}
