package dev.ralph.tamper;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/// What a test file adds that reaches further than its own statements: into the runner, into what asserts, or between a
/// test that was there and whoever calls it.
final class Hooks {
    private static final Pattern JAVA = Pattern.compile(
            "(?:.* )?class .*\\b(?:TestExecutionExceptionHandler|LifecycleMethodExecutionExceptionHandler|InvocationInterceptor|ExecutionCondition|IHookable|IInvokedMethodListener|IRetryAnalyzer|IAnnotationTransformer|IMethodInterceptor|BlockJUnit4ClassRunner)\\b.*");
    private static final Pattern PYTHON = Pattern.compile(
            "(?:async )?def pytest_\\w+ \\(.*|pytest_plugins\\b.*|def load_tests \\(.*|(?:\\w+ \\. )*TestCase \\. \\w+ = [^=].*|(?:unittest|pytest) \\. \\w+ = [^=].*");
    private static final Pattern SCRIPT = Pattern.compile(
            "(?:assert|expect|chai|it|test|describe)(?: \\. \\w+)+ = [^=].*"
                    + "|(?:global|globalThis|window) \\. (?:assert|expect|it|test|describe) = [^=].*"
                    + "|expect \\. extend \\( .*\\b(?:toBe|toEqual|toStrictEqual|toThrow|toContain|toMatch|toBeDefined|toBeTruthy|toBeNull|toHaveLength)\\b.*");
    /// They say how a test is called, what it is given, or how long it may take.
    private static final Set<String> HARMLESS = Set.of(
            "Test",
            "DisplayName",
            "Override",
            "SuppressWarnings",
            "Timeout",
            "Order",
            "Nested",
            "ParameterizedTest",
            "RepeatedTest",
            "TestFactory",
            "TempDir",
            "Transactional",
            "Sql",
            "WithMockUser",
            "DirtiesContext",
            "Execution",
            "ResourceLock",
            "SafeVarargs",
            "Deprecated",
            "Issue",
            "Throws",
            "org");
    private static final Set<String> TAGS = Set.of("Tag", "Tags", "Category", "Categories");
    private static final Pattern DECORATORS = Pattern.compile(
            "@ (?:pytest \\. )?mark \\. (?:parametrize|usefixtures|asyncio|anyio|trio|django_db|timeout|filterwarnings|order|freeze_time|vcr)\\b.*"
                    + "|@ (?:\\w+ \\. )*(?:fixture|patch|object|dict|given|settings|example|freeze_time|activate|override_settings|staticmethod|classmethod|expand|data|unpack|gen_test|inlineCallbacks|wraps|mark_asyncio)\\b.*");

    private final Matching matching;
    private final Findings findings;
    private final Map<String, Set<String>> tests = new HashMap<>();

    Hooks(List<TestFile> before, Matching matching, Findings findings) {
        this.matching = matching;
        this.findings = findings;
        before.forEach(file -> {
            Set<String> names = new HashSet<>();
            file.tests().forEach(test -> names.add(test.key()));
            tests.put(file.path(), names);
        });
    }

    void apply() {
        List<Place> added = new ArrayList<>(matching.after());
        added.removeIf(place -> !place.isAlone());
        for (Place place : added) {
            Statement statement = place.statement();
            String text = statement.text().length() > 500 ? statement.text().substring(0, 500) : statement.text();
            if (isHook(statement.language(), text)) {
                found(Rule.TEST_HOOKS, place, "which reaches into the test runner");
            } else if (statement.isAnnotation()) {
                annotation(place, text);
            }
        }
    }

    private static boolean isHook(Language language, String text) {
        return switch (language) {
            case JAVA -> JAVA.matcher(text).matches();
            case PYTHON -> PYTHON.matcher(text).matches();
            case SCRIPT -> SCRIPT.matcher(text).matches();
            case GO, RUST, SHELL, OTHER -> false;
        };
    }

    private void annotation(Place place, String text) {
        Set<String> old = tests.getOrDefault(place.path(), Set.of());
        boolean onTest = place.isInTest() && old.contains(place.test());
        boolean known = place.statement().language() == Language.PYTHON
                ? DECORATORS.matcher(text).matches()
                : place.statement().language() != Language.JAVA || isHarmless(place.statement());
        boolean tag = !place.isInTest()
                && !old.isEmpty()
                && (TAGS.contains(name(place.statement())) || text.contains("autouse = True"));
        if ((onTest && !known) || tag) {
            found(Rule.TEST_CHANGED, place, "which may decide whether and how it runs");
        }
    }

    private static boolean isHarmless(Statement annotation) {
        String name = name(annotation);
        return HARMLESS.contains(name) || name.endsWith("Source");
    }

    private static String name(Statement annotation) {
        return annotation.words().size() > 1 ? annotation.words().get(1) : "";
    }

    private void found(Rule rule, Place place, String does) {
        String where = place.isInTest() ? "in `" + Shown.line(place.test()) + "` " : "";
        findings.add(
                rule,
                place.path(),
                place.line(),
                where + "`" + Shown.line(place.statement().shown()) + "` was added, " + does);
    }
}
