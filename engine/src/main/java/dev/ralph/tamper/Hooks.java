package dev.ralph.tamper;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What a test file adds that reaches further than its own statements: into the runner, into what asserts, or between a
/// test that was there and whoever calls it.
final class Hooks {
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
            "Throws");
    private static final Set<String> TAGS = Set.of("Tag", "Tags", "Category", "Categories");
    private static final int LONGEST = 5000;
    private static final Pattern DECORATORS = Pattern.compile(
            "@ (?:pytest \\. )?mark \\. (?:parametrize|usefixtures|asyncio|anyio|trio|django_db|timeout|filterwarnings|order|freeze_time|vcr)\\b.*"
                    + "|@ (?:\\w+ \\. )*(?:fixture|patch|object|dict|given|settings|example|freeze_time|activate|override_settings|staticmethod|classmethod|expand|data|unpack|gen_test|inlineCallbacks|wraps|mark_asyncio)\\b.*",
            Pattern.DOTALL);

    private final Matching matching;
    private final Findings findings;
    private final Map<String, Set<String>> tests = new HashMap<>();
    /// What old hooks say, null as long as nobody asked.
    private @Nullable Set<String> oldHooks;

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
            String text = place.text();
            boolean joined = !tests.getOrDefault(place.path(), Set.of()).isEmpty();
            boolean hook = RunnerHooks.isHook(statement, text);
            if (hook && !isOld(place)) {
                found(TamperRule.TEST_HOOKS, place, "which reaches into the test runner");
            } else if (!hook && joined && RunnerHooks.holdsRule(statement)) {
                found(TamperRule.TEST_CHANGED, place, "which may decide whether and how tests run");
            } else if (statement.isAnnotation()) {
                annotation(place, text);
            }
        }
    }

    /// Whether only the imports before it are others, which are one statement with it in Kotlin and Groovy.
    private boolean isOld(Place place) {
        if (place.statement().language() != Language.JAVA || !place.statement().has("import")) {
            return false;
        }
        if (oldHooks == null) {
            oldHooks = new HashSet<>();
            for (Place old : matching.before()) {
                if (old.statement().language() == Language.JAVA && RunnerHooks.isHook(old.statement(), old.text())) {
                    oldHooks.add(said(old));
                }
            }
        }
        return oldHooks.contains(said(place));
    }

    private static String said(Place place) {
        return place.path() + "\0" + RunnerHooks.said(place.statement());
    }

    private void annotation(Place place, String text) {
        Set<String> old = tests.getOrDefault(place.path(), Set.of());
        boolean onTest = place.isInTest() && old.contains(place.test());
        boolean known = place.statement().language() == Language.PYTHON
                ? text.length() <= LONGEST && DECORATORS.matcher(text).matches()
                : place.statement().language() != Language.JAVA
                        || isHarmless(place.statement().annotation());
        boolean tag = !place.isInTest()
                && !old.isEmpty()
                && (TAGS.contains(place.statement().annotation()) || text.contains("autouse = True"));
        if ((onTest && !known) || tag) {
            found(TamperRule.TEST_CHANGED, place, "which may decide whether and how it runs");
        }
    }

    /// @param name of an annotation
    static boolean isHarmless(String name) {
        return HARMLESS.contains(name) || (name.endsWith("Source") && !name.contains("."));
    }

    private void found(TamperRule rule, Place place, String does) {
        String where = place.isInTest() ? "in `" + TamperExcerpt.line(place.test()) + "` " : "";
        findings.add(
                rule,
                place.path(),
                place.line(),
                where + "`" + TamperExcerpt.line(place.statement().shown()) + "` was added, " + does);
    }
}
