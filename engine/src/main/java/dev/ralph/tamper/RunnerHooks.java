package dev.ralph.tamper;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// Statements by which a test file reaches into its runner, or into what asserts.
final class RunnerHooks {
    /// Whoever is one of these hears of failures first, or decides what runs.
    private static final Set<String> JAVA = Set.of(
            "TestExecutionExceptionHandler",
            "LifecycleMethodExecutionExceptionHandler",
            "InvocationInterceptor",
            "ExecutionCondition",
            "IHookable",
            "IInvokedMethodListener",
            "IRetryAnalyzer",
            "IAnnotationTransformer",
            "IMethodInterceptor",
            "BlockJUnit4ClassRunner");
    /// So does whoever is one of these; but fields of the kind mostly hold somebody else's.
    private static final Set<String> RULES = Set.of("TestRule", "MethodRule");
    private static final Set<String> TYPES = Set.of("class", "object", "record", "enum", "interface");

    /// Before a type that is only named.
    private static final Set<String> NAMING = Set.of(":", "as", "?", "is", "instanceof");

    private static final Pattern PYTHON = Pattern.compile("(?:async )?def pytest_\\w++ \\(|pytest_plugins\\b"
            + "|def load_tests \\(|(?:unittest|pytest) \\. \\w++ = [^=]");
    private static final Pattern PYTHON_ANYWHERE =
            Pattern.compile("\\bsetattr \\( (?:unittest|pytest|TestCase)\\b|\\bTestCase \\. \\w++ = [^=]");
    private static final String ASSERTING = "(?:assert|expect|chai|it|test|describe)";
    private static final String MATCHER =
            "(?:toBe|toEqual|toStrictEqual|toThrow|toContain|toMatch|toBeDefined|toBeTruthy|toBeNull|toHaveLength)";
    private static final Pattern SCRIPT = Pattern.compile(
            ASSERTING + "(?: \\. \\w++| \\[ \"\\w++\" \\])++ = [^=]"
                    + "|(?:global|globalThis|window) \\. (?:assert|expect|it|test|describe) = [^=]"
                    + "|(?:Object|Reflect) \\. (?:assign|defineProperty|defineProperties|set) \\( (?:(?:global|globalThis|window) \\. )?"
                    + ASSERTING + "\\b"
                    + "|, (?:async )?" + MATCHER + " [(:]" // goes on behind another matcher
                    + "|expect \\. extend \\( .*\\b" + MATCHER + "\\b",
            Pattern.DOTALL);

    private RunnerHooks() {}

    static boolean isHook(Statement statement, String text) {
        return switch (statement.language()) {
            case JAVA -> !renamed(statement.words()).isEmpty() || isJava(withoutImports(statement.words()));
            case PYTHON ->
                PYTHON.matcher(text).lookingAt()
                        || PYTHON_ANYWHERE.matcher(text).find();
            case SCRIPT -> SCRIPT.matcher(text).lookingAt();
            case GO, RUST, SHELL, OTHER -> false;
        };
    }

    /// Whether it holds a rule of JUnit 4 that somebody else may have made.
    static boolean holdsRule(Statement statement) {
        return statement.language() == Language.JAVA
                && withoutImports(statement.words()).stream().anyMatch(RULES::contains);
    }

    private static boolean isJava(List<String> words) {
        int depth = 0;
        boolean header = false;
        boolean rule = false;
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            String last = i == 0 ? "" : words.get(i - 1);
            depth += word.equals("(") ? 1 : word.equals(")") ? -1 : 0;
            header |= TYPES.contains(word) && !last.equals(".") && !last.equals(":");
            rule |= RULES.contains(word);
            boolean made = RULES.contains(word) && ((header && depth == 0) || isMade(words, i));
            boolean lambda = rule && last.equals("-") && word.equals(">");
            if (JAVA.contains(word) || made || lambda) {
                return true;
            }
        }
        return false;
    }

    /// `new TestRule`, `object : TestRule`, or a block behind it; with its package or without.
    private static boolean isMade(List<String> words, int at) {
        if (at + 1 < words.size() && words.get(at + 1).equals(".")) {
            return false;
        }
        int begin = at;
        while (begin > 1 && words.get(begin - 1).equals(".")) {
            begin -= 2;
        }
        String last = begin == 0 ? "" : words.get(begin - 1);
        boolean object = begin > 1 && last.equals(":") && words.get(begin - 2).equals("object");
        boolean block = at == words.size() - 1 && !NAMING.contains(last);
        return last.equals("new") || object || block;
    }

    /// `import TestRule as Other`: nobody would know it again.
    private static List<String> renamed(List<String> words) {
        List<String> renamed = new ArrayList<>();
        boolean imports = words.contains("import");
        for (int i = 1; imports && i + 1 < words.size(); i++) {
            String name = words.get(i - 1);
            if (words.get(i).equals("as") && (JAVA.contains(name) || RULES.contains(name))) {
                renamed.add(name + " " + words.get(i + 1));
            }
        }
        return renamed;
    }

    /// The same for two that differ in other imports only.
    static String said(Statement statement) {
        return renamed(statement.words()) + String.join(" ", withoutImports(statement.words()));
    }

    /// Kotlin and Groovy have no `;`: what stands behind their imports goes on in one statement with them.
    private static List<String> withoutImports(List<String> words) {
        if (!words.contains("import") && !words.contains("package")) {
            return words;
        }
        List<String> left = new ArrayList<>();
        int i = 0;
        while (i < words.size()) {
            String word = words.get(i);
            if (word.equals("import") || word.equals("package")) {
                i = pastName(words, i + 1);
            } else {
                left.add(word);
                i++;
            }
        }
        return left;
    }

    private static int pastName(List<String> words, int from) {
        int i = from < words.size() && words.get(from).equals("static") ? from + 2 : from + 1;
        while (i + 1 < words.size() && words.get(i).equals(".")) {
            i += 2;
        }
        return i + 1 < words.size() && words.get(i).equals("as") ? i + 2 : i;
    }
}
