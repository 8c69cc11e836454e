package dev.ralph.tamper;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Statements that were added and keep a test from failing: an early end, a swallowed failure, a condition that never
/// holds, another value for what is asserted.
final class Neutralizers {
    private static final Pattern EXIT = Pattern.compile(
            "(?:^| )(?:process \\. exit|System \\. exit|sys \\. exit|os \\. _exit|os \\. Exit|process : : exit|_exit|exitProcess|Deno \\. exit) \\( ?(?:0 )?\\)"
                    + "|(?:^| )halt \\( 0 \\)|^raise SystemExit(?: \\( (?:0 )?\\))?$"
                    + "|(?:^| )process \\. exitCode = 0|^exit \\( (?:0 )?\\)");
    /// Elsewhere, and of something, it closes what was opened.
    private static final Pattern QUIT =
            Pattern.compile("(?<!\\. )(?<!def )\\bquit \\( (?:0 )?\\)|\\b(?:builtins|__builtins__) \\. quit \\(");
    private static final Pattern NEVER = Pattern.compile(
            "(?:if|while) \\(? ?(?:false|False|0|! true|not True|! 1|None|null)(?: .*)?|# !? ?\\[ cfg \\( any \\( \\) \\) \\]",
            Pattern.DOTALL);
    private static final Pattern SWALLOW = Pattern.compile(
            "catch(?: .*)?|except(?: .*)?|.* \\. catch \\(.*|.*\\bsuppress \\(.*|.*\\brecover \\( \\).*|.*\\bcatch_unwind\\b.*|.*\\bassertDoesNotThrow \\(.*",
            Pattern.DOTALL);
    private static final Pattern RETURN =
            Pattern.compile("return(?: (?:true|True|None|null|nil|undefined|0|Ok \\( \\( \\) \\)))?");
    private static final Pattern SHELL = Pattern.compile(
            "(?:exit|return)(?: 0)?|set \\+ e|set \\+ \\w+|trap .* (?:EXIT|ERR|0)|exec true", Pattern.DOTALL);

    /// A package has one; methods may be called like it.
    private static final int MAINS = 3;
    /// How far away a label is looked for.
    private static final int NEAR = 2000;

    private final List<TestFile> after;
    private final Matching matching;
    private final Findings findings;
    private final Map<String, Map<String, Long>> tests = new HashMap<>();
    private final Map<String, LastBlocks> last = new HashMap<>();
    private final Map<String, Set<String>> reached = new HashMap<>();
    private final Map<String, Set<String>> asserted = new HashMap<>();

    Neutralizers(List<TestFile> before, List<TestFile> after, Matching matching, Findings findings) {
        this.after = after;
        this.matching = matching;
        this.findings = findings;
        for (TestFile file : before) {
            tests.put(file.path(), counts(file));
            Set<String> names = new HashSet<>();
            for (int i = 0; i < file.tests().size(); i++) {
                if (!file.unreached().contains(i)) {
                    names.add(file.tests().get(i).key());
                }
            }
            reached.put(file.path(), names);
        }
        for (Place place : matching.before()) {
            if (place.asserts()) {
                Set<String> names = asserted.computeIfAbsent(key(place), _ -> new HashSet<>());
                place.statement().words().stream().filter(Statement::isName).forEach(names::add);
            }
        }
    }

    private static Map<String, Long> counts(TestFile file) {
        return file.tests().stream().collect(Collectors.groupingBy(TestCase::key, Collectors.counting()));
    }

    private static String key(Place place) {
        return place.path() + "\0" + place.test();
    }

    void apply() {
        Map<String, Integer> asserting = new HashMap<>();
        List<Place> added = new ArrayList<>();
        for (Place place : matching.after()) {
            if (place.asserts()) {
                asserting.put(key(place), place.statement().at());
            }
            if (place.isAlone() || !isSame(place)) {
                added.add(place);
            }
        }
        added.forEach(place -> look(place, asserting.getOrDefault(key(place), -1)));
        after.forEach(this::twice);
        after.forEach(this::unreached);
    }

    private void unreached(TestFile file) {
        Set<String> known = reached.getOrDefault(file.path(), Set.of());
        for (int number : new TreeSet<>(file.unreached())) {
            TestCase test = file.tests().get(number);
            if (known.contains(test.key())) {
                findings.add(
                        TamperRule.TEST_NEUTRALIZED,
                        file.path(),
                        file.source().line(test.start()),
                        "no runner comes to the test `" + TamperExcerpt.line(test.key()) + "` any more");
            }
        }
        file.tests().stream()
                .filter(test -> file.source().language() == Language.GO
                        && file.source().isWord("TestMain", file.source().next(test.start() + "func".length()))
                        && !known.contains(test.key()))
                .limit(MAINS)
                .forEach(test -> main(file, test));
    }

    private void main(TestFile file, TestCase test) {
        TestMain main = TestMain.of(file.source(), test);
        if (main != TestMain.RUNS) {
            findings.add(
                    main == TestMain.HANDS_ON ? TamperRule.TEST_CHANGED : TamperRule.TEST_NEUTRALIZED,
                    file.path(),
                    file.source().line(test.start()),
                    main == TestMain.HANDS_ON
                            ? "`TestMain` was added, which leaves it to somebody else whether any test runs"
                            : "`TestMain` was added, which runs no test");
        }
    }

    private static boolean isSame(Place now) {
        Place old = now.other();
        return old != null && old.text().equals(now.text());
    }

    private void look(Place place, int lastAssertion) {
        Statement statement = place.statement();
        String text = place.text();
        boolean isBefore = statement.at() < lastAssertion;
        if (statement.language() == Language.SHELL || statement.language() == Language.OTHER) {
            boolean forgives = text.endsWith("| | true") || text.endsWith("| | :") || text.endsWith("| | exit 0");
            if (tests.containsKey(place.path())
                    && (forgives || (isBefore && SHELL.matcher(text).matches()))) {
                found(place, "hides failures");
            }
        } else if (isExit(statement, text)) {
            found(place, "ends the runner as if all were well");
        } else if (isOldTest(place)) {
            inOldTest(place, text, isBefore);
        } else if (tests.containsKey(place.path()) && NEVER.matcher(text).matches()) {
            found(place, "never holds");
        }
    }

    private static boolean isExit(Statement statement, String text) {
        return EXIT.matcher(text).find()
                || (statement.language() == Language.PYTHON
                        && QUIT.matcher(text).find());
    }

    /// Whether it is found fault with whatever it encloses.
    static boolean isTold(Statement statement) {
        String text = statement.text();
        return NEVER.matcher(text).matches() || SWALLOW.matcher(text).matches();
    }

    private boolean isOldTest(Place place) {
        return place.isInTest() && tests.getOrDefault(place.path(), Map.of()).containsKey(place.test());
    }

    private void inOldTest(Place place, String text, boolean isBefore) {
        if (NEVER.matcher(text).matches()) {
            found(place, "never holds");
        } else if (isBefore && RETURN.matcher(text).matches()) {
            found(place, "ends it before it asserts");
        } else if (isReturn(place.statement()) && isLast(place)) {
            found(place, "ends it as if all were well");
        } else if (SWALLOW.matcher(text).matches() && place.isAlone()) {
            found(place, "swallows failures");
        } else if (place.isAlone() && isNewValue(place)) {
            findings.add(
                    TamperRule.TEST_CHANGED,
                    place.path(),
                    place.line(),
                    "in `" + TamperExcerpt.line(place.test()) + "` `"
                            + TamperExcerpt.line(place.statement().shown())
                            + "` was added, which gives a value to what is asserted");
        }
    }

    private static boolean isReturn(Statement statement) {
        return statement.first().equals("return")
                || (Set.of("break", "continue").contains(statement.first())
                        && statement.words().size() == 2) // out of what has that label
                || (statement.first().equals("finally") && statement.has(":", "return"));
    }

    /// In a block that runs whatever happened, where it makes a failure forgotten.
    private boolean isLast(Place place) {
        LastBlocks blocks = last.computeIfAbsent(
                place.file().path(), _ -> LastBlocks.of(place.file().source()));
        return blocks.contains(place.statement().at()) && !isInside(place, blocks);
    }

    /// `continue outer` where that label stands in the same block.
    private static boolean isInside(Place place, LastBlocks blocks) {
        Statement statement = place.statement();
        if (statement.first().equals("return")) {
            return false;
        }
        String code = place.file().source().code();
        int from = Math.max(0, statement.at() - NEAR);
        int label = code.substring(from, statement.at())
                .lastIndexOf(statement.words().getLast() + ":");
        int brace = label < 0 ? -1 : code.indexOf('{', from + label, statement.at());
        return brace >= 0 && place.file().source().pastBracket(brace) > statement.at() && blocks.contains(from + label);
    }

    /// `result = 4` before `assertEquals(4, result)`.
    private boolean isNewValue(Place place) {
        List<String> words = place.statement().words();
        int sign = words.indexOf("=");
        boolean assigns =
                sign > 0 && sign + 1 < words.size() && !words.get(sign + 1).equals("=") && sign <= 6;
        return assigns
                && !place.asserts()
                && asserted.getOrDefault(key(place), Set.of()).contains(words.get(sign - 1));
    }

    private void found(Place place, String does) {
        String where = place.isInTest() ? "in `" + TamperExcerpt.line(place.test()) + "` " : "";
        findings.add(
                TamperRule.TEST_NEUTRALIZED,
                place.path(),
                place.line(),
                where + "`" + TamperExcerpt.line(place.statement().shown()) + "` was added, which " + does);
    }

    /// In Python the second function of a name replaces the first.
    private void twice(TestFile file) {
        if (file.source().language() != Language.PYTHON) {
            return;
        }
        Map<String, Long> left = new HashMap<>(tests.getOrDefault(file.path(), Map.of()));
        Set<String> old = Set.copyOf(left.keySet());
        for (TestCase test : file.tests()) {
            if (old.contains(test.key()) && left.merge(test.key(), -1L, Long::sum) < 0) {
                findings.add(
                        TamperRule.TEST_NEUTRALIZED,
                        file.path(),
                        file.source().line(test.start()),
                        "the test `" + TamperExcerpt.line(test.key()) + "` is defined twice: only the last one runs");
            }
        }
    }
}
