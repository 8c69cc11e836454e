package dev.ralph.tamper;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// What the statement means that took the place of another one and still has all of its words: whether those that are
/// new let it say less, or something else.
final class StatementChange {
    /// Under a condition, or as one of several things that may hold.
    private static final Set<String> ALTERNATIVES = Set.of("if", "elif", "unless", "while", "or", "else", "catch");
    /// What is between these must fail.
    private static final Set<String> FAILING = Set.of(
            "assertThrows",
            "assertThrowsExactly",
            "assertRaises",
            "assertRaisesRegex",
            "assertFailsWith",
            "assertThatThrownBy",
            "catchThrowable",
            "catch_unwind",
            "raises",
            "throws",
            "rejects",
            "toThrow",
            "toThrowError",
            "should_panic",
            "suppress");
    /// Those that are content where nothing fails.
    private static final Set<String> SWALLOWING = Set.of("suppress", "catchThrowable", "catch_unwind");
    /// Another value where there is none.
    private static final Set<String> FALLBACKS = Set.of(
            "unwrap_or", "unwrap_or_else", "unwrap_or_default", "orElse", "orElseGet", "getOrDefault", "getOrElse");
    /// They run what they are given, and pass its failures on.
    private static final Set<String> RUNNING = Set.of(
            "waitFor",
            "act",
            "assertAll",
            "assertSoftly",
            "untilAsserted",
            "eventually",
            "assertTimeout",
            "assertTimeoutPreemptively",
            "then",
            "each",
            "forEach",
            "rejects");
    private static final Set<String> TOLERANCES =
            Set.of("delta", "abs", "rel", "places", "tolerance", "epsilon", "within", "offset", "any", "ANY");
    private static final Set<String> NEAR = Set.of("approx", "isclose", "closeTo", "toBeCloseTo", "isCloseTo");
    private static final Set<String> NEGATIONS = Set.of(
            "not",
            "assertFalse",
            "isFalse",
            "toBeFalsy",
            "refute",
            "notOk",
            "assert_ne",
            "false",
            "False",
            "noneMatch",
            "is_none",
            "is_err");

    private static final Set<String> EXISTENCES = Set.of(
            "assertNotNull",
            "isNotNull",
            "assertIsNotNone",
            "NotNil",
            "isNotNil",
            "isNotEmpty",
            "assertNotEmpty",
            "NotEmpty",
            "isNotBlank",
            "doesNotThrow",
            "assertDoesNotThrow");
    private static final Set<String> ABSENCES = Set.of(
            "assertNull",
            "isNull",
            "toBeNull",
            "toBeUndefined",
            "assertIsNone",
            "Nil",
            "None",
            "null",
            "nil",
            "undefined");

    private final Statement old;
    private final Statement now;
    private final Set<String> more;

    StatementChange(Statement old, Statement now) {
        this.old = old;
        this.now = now;
        Map<String, Integer> known = new HashMap<>();
        old.words().forEach(word -> known.merge(word, 1, Integer::sum));
        this.more = now.words().stream()
                .filter(word -> known.merge(word, -1, Integer::sum) < 0)
                .collect(Collectors.toSet());
    }

    /// Whether it holds more often than before, or nobody looks whether it does.
    boolean isLess() {
        boolean condition = old.language() == Language.GO && old.first().equals("if");
        return more.stream().anyMatch(word -> ALTERNATIVES.contains(word) || SWALLOWING.contains(word))
                || failures(now) > failures(old)
                || isNew(condition ? "&" : "|")
                || isChoice()
                || isForgotten();
    }

    /// How often something must fail; `rejects.toThrow` says it once.
    private static long failures(Statement statement) {
        boolean thrown = statement.has("toThrow") || statement.has("toThrowError");
        boolean annotation = statement.isAnnotation() && statement.has("expected");
        return (annotation || statement.has("isThrownBy") ? 1 : 0)
                + statement.words().stream()
                        .filter(word -> FAILING.contains(word) && !(thrown && word.equals("rejects")))
                        .count();
    }

    /// Two of a mark behind each other, which the old one has not.
    private boolean isNew(String mark) {
        return isDouble(now, mark) && !isDouble(old, mark);
    }

    private static boolean isDouble(Statement statement, String mark) {
        List<String> words = statement.words();
        for (int i = 0; i + 1 < words.size(); i++) {
            boolean closure = statement.language() == Language.RUST
                    && i > 0
                    && Set.of("(", ",", "=", "move").contains(words.get(i - 1)); // one without parameters
            if (words.get(i).equals(mark) && words.get(i + 1).equals(mark) && !closure) {
                return true;
            }
        }
        return false;
    }

    private boolean isChoice() {
        return choices(now) > choices(old);
    }

    /// `a ? b : c` and `a ?: b`, but neither `a?.b` nor `a ?? b` nor `List<?>` nor `a?: number`.
    private static int choices(Statement statement) {
        List<String> words = statement.words();
        int last = statement.language() == Language.RUST ? -1 : words.lastIndexOf(":");
        int found = 0;
        for (int i = 1; i < last; i++) {
            String next = words.get(i + 1);
            boolean member =
                    next.equals(".") && !Character.isDigit(words.get(i + 2).charAt(0));
            boolean type = words.get(i - 1).equals("as")
                    || Set.of(">", ",", ")", "=", "?", "extends", "super").contains(next)
                    || (next.equals(":") && statement.language() == Language.SCRIPT);
            found += words.get(i).equals("?") && !words.get(i - 1).equals("?") && !member && !type ? 1 : 0;
        }
        return found;
    }

    /// A promise that nobody waits for says nothing, unless it is taken for the exact value itself, which it never is.
    private boolean isForgotten() {
        boolean waited = old.first().equals("await") || old.first().equals("return");
        boolean promised = old.words().stream().anyMatch(StatementChange::isPromised);
        boolean direct = promised
                && now.words().stream().noneMatch(StatementChange::isPromised)
                && !now.has("not")
                && Assertions.strength(now) == Assertions.Strength.EXACT;
        return old.language() == Language.SCRIPT && waited && !now.has("await") && !now.has("return") && !direct;
    }

    private static boolean isPromised(String word) {
        return word.equals("resolves") || RUNNING.contains(word);
    }

    /// Whether it may hold where the old one does not.
    boolean isOther() {
        boolean wrapped = (now.has("=", ">") && !old.has("=", ">")) || (now.has("-", ">") && !old.has("-", ">"));
        boolean fallback =
                more.stream().anyMatch(FALLBACKS::contains) || (now.language() == Language.SCRIPT && isNew("?"));
        return isOpposite() || (wrapped && now.words().stream().noneMatch(RUNNING::contains)) || fallback || isNearer();
    }

    /// That something is there is no denial of what it is.
    private boolean isOpposite() {
        boolean there = old.words().stream().anyMatch(EXISTENCES::contains);
        boolean absent = now.words().stream().anyMatch(ABSENCES::contains);
        boolean denied = now.has("not") && !old.has("not");
        return (there && !absent) ? denied : isNegative(old) != isNegative(now);
    }

    /// `a != b` is the opposite of `a == b`, and so is `assertFalse` of `assertTrue`.
    private static boolean isNegative(Statement statement) {
        List<String> words = statement.words();
        boolean negative = false;
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            boolean macro = statement.language() == Language.RUST && i > 0 && Statement.isName(words.get(i - 1));
            boolean mark = word.equals("!") && !macro;
            negative ^= mark || NEGATIONS.contains(word) || isNegation(word);
        }
        return negative;
    }

    /// `isNotEqualTo`, `assertNotIn`, `NotContains`, `doesNotContain`.
    private static boolean isNegation(String word) {
        int at = word.indexOf("Not");
        boolean part = at >= 0 && at + 3 < word.length() && Character.isUpperCase(word.charAt(at + 3));
        return part || (word.startsWith("not") && word.length() > 3 && Character.isUpperCase(word.charAt(3)));
    }

    /// A number more in the assertion itself is how far off a value may be.
    private boolean isNearer() {
        if (more.stream().anyMatch(TOLERANCES::contains)) {
            return true;
        }
        if (Assertions.strength(old) != Assertions.Strength.EXACT) {
            return false;
        }
        Set<String> numbers =
                more.stream().filter(word -> Character.isDigit(word.charAt(0))).collect(Collectors.toSet());
        List<String> words = now.words();
        Deque<String> calls = new ArrayDeque<>();
        for (int i = 0; i < words.size() && !numbers.isEmpty(); i++) {
            String word = words.get(i);
            if (word.equals("(") || word.equals("[") || word.equals("{")) {
                calls.addLast(i == 0 ? "" : words.get(i - 1));
            } else if (word.equals(")") || word.equals("]") || word.equals("}")) {
                calls.pollLast();
            } else if (numbers.contains(word) && !calls.isEmpty() && isAssertion(calls.getLast())) {
                return true;
            }
        }
        return false;
    }

    private static boolean isAssertion(String call) {
        return NEAR.contains(call) || call.toLowerCase(Locale.ROOT).startsWith("assert");
    }

    /// Of a statement that does not assert: whether it may do something else.
    boolean changesStep() {
        boolean condition = Set.of("if", "for", "while", "switch", "match").contains(old.first());
        boolean type = old.has("class") && (more.contains("abstract") || more.contains("private"));
        return type
                || (condition && more.stream().anyMatch(word -> !Statement.isLiteral(word) && !word.equals(",")))
                || isChoice()
                || isNew("|")
                || isNew("&")
                || more.stream().anyMatch(ALTERNATIVES::contains);
    }

    static boolean isRunning(String word) {
        return RUNNING.contains(word);
    }

    static boolean isFailing(String word) {
        return FAILING.contains(word);
    }
}
