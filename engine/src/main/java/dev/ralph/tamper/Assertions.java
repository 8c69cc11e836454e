package dev.ralph.tamper;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/// Which statements assert something, and how much.
final class Assertions {
    /// From nothing to an exact value.
    enum Strength {
        NOTHING,
        LITTLE,
        SOME,
        EXACT
    }

    private static final Set<String> FAILURES = Set.of(
            "Error",
            "Errorf",
            "Fatal",
            "Fatalf",
            "Fail",
            "FailNow",
            "fail",
            "panic",
            "AssertionError",
            "raises",
            "warns",
            "rejects",
            "throws",
            "Expect",
            "require",
            "verify",
            "unreachable",
            "should",
            "should_panic");
    /// What goes there fails nothing.
    private static final Set<String> ELSEWHERE = Set.of("fmt", "errors", "log", "slog", "logger", "logging", "console");
    private static final Set<String> SHELL = Set.of(
            "[", "test", "grep", "diff", "cmp", "exit", "fail", "die", "run", "expect", "raise", "is", "ok", "like",
            "cmp_ok");
    private static final Set<String> CONSTANTS = Set.of(
            "true",
            "false",
            "True",
            "False",
            "null",
            "None",
            "nil",
            "undefined",
            "this",
            "self",
            "not",
            "and",
            "or",
            "is",
            "Some",
            "Ok",
            "t",
            "toBe",
            "toEqual",
            "toBeTruthy",
            "equal",
            "deepEqual",
            "strictEqual",
            "ok",
            "isTrue",
            "eq",
            "isEqualTo",
            "Assert",
            "Assertions",
            "Equal",
            "NotNil",
            "with",
            "pytest",
            "toBeDefined",
            "toStrictEqual");
    private static final Set<String> LITTLE = Set.of(
            "assertnotnull",
            "isnotnull",
            "tobedefined",
            "tobetruthy",
            "assertisnotnone",
            "is_some",
            "is_ok",
            "isok",
            "notnil",
            "doesnotthrow",
            "assertdoesnotthrow",
            "isnotempty",
            "assertnotempty",
            "isnotnil",
            "notempty",
            "noerror",
            "exist",
            "assertisinstance",
            "isinstance",
            "assertinstanceof",
            "tobeinstanceof",
            "isinstanceof",
            "is_err",
            "unwrap");
    private static final Set<String> SOME = Set.of(
            "contains",
            "containsany",
            "tocontain",
            "tomatch",
            "assertin",
            "greater",
            "assertgreater",
            "less",
            "assertless",
            "assertgreaterequal",
            "assertlessequal",
            "isgreaterthan",
            "islessthan",
            "tobegreaterthan",
            "tobelessthan",
            "assertnotequals",
            "assertnotequal",
            "isnotequalto",
            "assert_ne",
            "notequal",
            "notdeepequal",
            "startswith",
            "endswith",
            "tobecloseto",
            "assertalmostequal",
            "assertregex",
            "tohaveproperty",
            "tobegreaterthanorequal",
            "tobelessthanorequal",
            "any",
            "anything",
            "objectcontaining",
            "stringcontaining");

    private static final Set<String> KEYWORDS =
            Set.of("if", "in", "for", "while", "return", "await", "new", "throw", "raise", "len", "resolves", "each");
    /// How names of matchers begin: `toBe`, `isEqualTo`.
    private static final List<String> MATCHERS =
            List.of("to", "is", "has", "not", "does", "all", "any", "none", "should", "only");
    private static final Set<String> AFTER_CALLED = Set.of("(", "!", ".", "[");
    private static final Set<String> TRUTHS =
            Set.of("assertTrue", "assertFalse", "assert", "isTrue", "isFalse", "ok", "True", "False");
    private static final Set<String> EXACT = Set.of(
            "assertEquals",
            "assertEqual",
            "assert_eq",
            "toBe",
            "toEqual",
            "toStrictEqual",
            "isEqualTo",
            "strictEqual",
            "deepStrictEqual",
            "deepEqual",
            "Equal");
    private static final Set<Language> TYPED = Set.of(Language.JAVA, Language.SCRIPT, Language.RUST);
    private static final Set<String> EQUALITIES =
            Set.of("equal", "deepEqual", "strictEqual", "Equal", "deepStrictEqual", "throws", "rejects");

    private Assertions() {}

    static boolean is(Statement statement) {
        if (statement.isImport()) {
            return false;
        }
        if (statement.language() == Language.SHELL || statement.language() == Language.OTHER) {
            return statement.words().stream().anyMatch(word -> SHELL.contains(word) || isAssertWord(word))
                    || statement.has("|", "|")
                    || statement.has("&", "&");
        }
        if (statement.language() == Language.GO && statement.first().equals("if")) {
            return true;
        }
        if (statement.isAnnotation()) {
            return statement.has("should_panic") || (statement.has("Test", "(") && statement.has("expected"));
        }
        boolean ava =
                statement.first().equals("t") && statement.has("t", ".") && statement.language() == Language.SCRIPT;
        return ava || isSaid(statement.words());
    }

    private static boolean isSaid(List<String> words) {
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            boolean called = i + 1 < words.size() && AFTER_CALLED.contains(words.get(i + 1));
            if (isAssertWord(word) && (called || word.equals("assert") || i + 1 < words.size())) {
                return true;
            }
            boolean elsewhere = i > 1 && words.get(i - 1).equals(".") && ELSEWHERE.contains(words.get(i - 2));
            if (called && FAILURES.contains(word) && !elsewhere) {
                return true;
            }
        }
        return false;
    }

    private static boolean isAssertWord(String word) {
        return word.startsWith("assert")
                || (word.startsWith("expect") && !word.startsWith("expected")) // which is a value
                || word.startsWith("Assert")
                || word.startsWith("prop_assert")
                || word.startsWith("debug_assert")
                || word.startsWith("verify")
                || word.equals("andExpect");
    }

    /// Whether a failure that is told there is told to nobody.
    static boolean isElsewhere(String word) {
        return ELSEWHERE.contains(word);
    }

    /// Whether whoever calls it asserts something.
    static boolean isAsserting(String name) {
        return isAssertWord(name) || FAILURES.contains(name);
    }

    /// Words that say how much is asserted, which no renaming replaces.
    static boolean isVocabulary(String word) {
        String lower = word.toLowerCase(Locale.ROOT);
        return isAssertWord(word)
                || FAILURES.contains(word)
                || CONSTANTS.contains(word)
                || LITTLE.contains(lower)
                || SOME.contains(lower)
                || KEYWORDS.contains(word)
                || MATCHERS.stream()
                        .anyMatch(start -> word.length() > start.length()
                                && word.startsWith(start)
                                && Character.isUpperCase(word.charAt(start.length())));
    }

    static Strength strength(Statement statement) {
        List<String> words = statement.words();
        if (isEmpty(statement)) {
            return Strength.NOTHING;
        }
        boolean equality = statement.has("=", "=") || statement.has("equals", "(");
        boolean little = false;
        boolean some = statement.has("!", "=") || statement.has("in") || isComparison(statement);
        boolean failing = words.stream().anyMatch(StatementChange::isFailing);
        for (String word : words) {
            String lower = word.toLowerCase(Locale.ROOT);
            little |= LITTLE.contains(lower) && !(failing && lower.endsWith("instanceof")); // of what was thrown
            some |= SOME.contains(lower);
        }
        boolean truth =
                words.stream().anyMatch(TRUTHS::contains) && words.stream().noneMatch(EQUALITIES::contains);
        if (little) {
            return Strength.LITTLE;
        }
        if (some && !equality) {
            return Strength.SOME;
        }
        return truth && !equality ? Strength.LITTLE : Strength.EXACT;
    }

    /// `a < b`, but neither `() => a` nor `List<String>`.
    private static boolean isComparison(Statement statement) {
        List<String> words = statement.words();
        for (int i = 1; i < words.size(); i++) {
            boolean arrow = words.get(i).equals(">") && "=-".contains(words.get(i - 1));
            if (words.get(i).equals("<") && TYPED.contains(statement.language())) {
                i = pastTypes(words, i);
            }
            if (i < words.size() && (words.get(i).equals("<") || words.get(i).equals(">")) && !arrow) {
                return words.stream().noneMatch(EXACT::contains);
            }
        }
        return false;
    }

    /// Past `<String, List<Integer>>`; `at` when it is something else.
    private static int pastTypes(List<String> words, int at) {
        int depth = 0;
        for (int i = at; i < words.size(); i++) {
            String word = words.get(i);
            depth += word.equals("<") ? 1 : word.equals(">") ? -1 : 0;
            if (depth == 0) {
                boolean over = i + 1 == words.size() || "()[]{}.,:?".contains(words.get(i + 1));
                return over ? i + 1 : at;
            }
            if (!Statement.isName(word) && !"<>,.:?*[]".contains(word)) {
                return at;
            }
        }
        return at;
    }

    /// Whether it holds whatever the program does.
    private static boolean isEmpty(Statement statement) {
        List<String> words = statement.words();
        if (statement.language() == Language.SHELL || statement.language() == Language.OTHER) {
            return statement.text().endsWith("| | true") || statement.text().endsWith("| | :");
        }
        if (statement.has("or", "True") || statement.has("|", "true")) {
            return true;
        }
        if (statement.language() == Language.PYTHON && isPair(words)) {
            return true;
        }
        boolean onlyConstants = words.stream()
                .noneMatch(word -> Statement.isName(word) && !isAssertWord(word) && !CONSTANTS.contains(word));
        boolean fails = words.contains("fail") || words.contains("panic") || words.contains("AssertionError");
        boolean constants = words.stream().anyMatch(word -> Statement.isLiteral(word) || CONSTANTS.contains(word));
        return (onlyConstants && constants && !fails && !statement.isAnnotation() && !isFailure(words))
                || isSameTwice(words);
    }

    /// `assert (x == 4, "four")`: a tuple that is not empty is true.
    private static boolean isPair(List<String> words) {
        boolean around = words.size() > 3
                && words.getFirst().equals("assert")
                && words.get(1).equals("(")
                && words.getLast().equals(")");
        int depth = 0;
        boolean comma = false;
        for (int i = 1; around && i < words.size(); i++) {
            String word = words.get(i);
            depth += "([{".contains(word) ? 1 : ")]}".contains(word) ? -1 : 0;
            comma |= depth == 1 && word.equals(",");
            around = depth > 0 || i == words.size() - 1;
        }
        return around && comma;
    }

    private static boolean isFailure(List<String> words) {
        return words.stream()
                .anyMatch(word -> FAILURES.contains(word) && !word.equals("require") && !word.equals("should"));
    }

    /// `assertEquals(sum, sum)`, `x == x`.
    private static boolean isSameTwice(List<String> words) {
        int open = words.indexOf("(");
        if (open < 0 || !words.getLast().equals(")")) {
            return false;
        }
        List<String> inner = words.subList(open + 1, words.size() - 1);
        int middle = inner.size() / 2;
        return inner.size() % 2 == 1
                && inner.size() >= 3
                && inner.get(middle).equals(",")
                && inner.subList(0, middle).equals(inner.subList(middle + 1, inner.size()));
    }
}
