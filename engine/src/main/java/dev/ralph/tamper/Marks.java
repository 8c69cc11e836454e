package dev.ralph.tamper;

import static dev.ralph.tamper.Mark.Kind.CONDITION;
import static dev.ralph.tamper.Mark.Kind.EXPECTED_FAILURE;
import static dev.ralph.tamper.Mark.Kind.FOCUS;
import static dev.ralph.tamper.Mark.Kind.HIDING;
import static dev.ralph.tamper.Mark.Kind.SKIP;

import dev.ralph.tamper.Mark.Kind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Finds skips, ignores and focuses in a source file.
final class Marks {
    /// @param view whether strings count: `it["skip"]` does the same as `it.skip`
    private record Sort(Kind kind, Pattern pattern, View view) {
        Sort(Kind kind, String pattern) {
            this(kind, Pattern.compile(pattern), View.CODE);
        }
    }

    private enum View {
        CODE,
        PLAIN,
        RAW
    }

    private static final List<Sort> JAVA = List.of(
            new Sort(SKIP, "@(?:[a-z]\\w*+\\s*+\\.\\s*+)*+(?:Disabled|Ignore|Ignored|PendingFeature)\\b"),
            new Sort(SKIP, "\\bAssumptions\\s*+\\.\\s*+abort\\b|(?<![\\w.])abort\\s*+\\("),
            new Sort(EXPECTED_FAILURE, "@(?:RetryingTest|FlakyTest|Flaky)\\b"),
            new Sort(SKIP, "\\benabled\\s*+=\\s*+false\\b"),
            new Sort(SKIP, "\\b(?:SkipException|TestAbortedException|AssumptionViolatedException)\\b(?!\\s*+;)"),
            new Sort(CONDITION, "@(?:[a-z]\\w*+\\s*+\\.\\s*+)*+(?:Disabled|Enabled|Requires|IgnoreIf)[A-Z]\\w*+"),
            new Sort(
                    CONDITION,
                    "\\b(?:assumeTrue|assumeFalse|assumeThat|assumeNotNull|assumeNoException|assumingThat)\\s*+\\("));
    private static final String CALLS = "(?:describe|it|test|suite|context|specify|bench|Deno\\s*+\\.\\s*+test)";
    private static final List<Sort> SCRIPT = List.of(
            new Sort(
                    SKIP,
                    "(?<![\\w$.])" + CALLS
                            + "(?:\\s*+\\.\\s*+(?:concurrent|sequential|serial|parallel|each|describe))*+\\s*+\\.\\s*+(?:skip|todo|ignore|fixme)\\b"),
            new Sort(SKIP, "(?<![\\w$.])(?:xit|xtest|xdescribe|xspecify|xcontext|xsuite)\\b"),
            new Sort(SKIP, "\\b(?:this|t|ctx)\\s*+\\.\\s*+(?:skip|todo)\\s*+\\("),
            new Sort(SKIP, "\\.\\s*+(?:skip|todo)\\s*+\\(\\s*+\\)"),
            new Sort(
                    SKIP,
                    "(?<![\\w$.])" + CALLS
                            + "\\s*+\\(\\s*+\"[^\"\\n]*+\"\\s*+,\\s*+\\{[^{}\\n]{0,200}?\\b(?:skip|todo|ignore)\\s*+:(?!\\s*+(?:false|true|\"))"),
            new Sort(EXPECTED_FAILURE, "\\bretryTimes\\s*+\\(|\\bthis\\s*+\\.\\s*+retries\\s*+\\("),
            new Sort(SKIP, "(?<![\\w$.])pending\\s*+\\("),
            new Sort(SKIP, "[{,]\\s*+(?:skip|todo|ignore)\\s*+:\\s*+(?:true\\b|\")"),
            new Sort(
                    SKIP,
                    Pattern.compile("(?<![\\w$.])" + CALLS + "\\s*+\\[\\s*+[\"'`](?:skip|todo)[\"'`]\\s*+\\]"),
                    View.PLAIN),
            new Sort(
                    FOCUS,
                    Pattern.compile("(?<![\\w$.])" + CALLS + "\\s*+\\[\\s*+[\"'`]only[\"'`]\\s*+\\]"),
                    View.PLAIN),
            new Sort(
                    FOCUS,
                    "(?<![\\w$.])" + CALLS
                            + "(?:\\s*+\\.\\s*+(?:concurrent|sequential|serial|parallel|each|describe))*+\\s*+\\.\\s*+only\\b"),
            new Sort(FOCUS, "(?<![\\w$.])(?:fit|fdescribe|ftest|fcontext)\\s*+\\("),
            new Sort(FOCUS, "[{,]\\s*+only\\s*+:\\s*+true\\b"),
            new Sort(EXPECTED_FAILURE, "(?<![\\w$.])" + CALLS + "\\s*+\\.\\s*+(?:failing|fails|fail)\\b"),
            new Sort(HIDING, Pattern.compile("<!--(?=[ \\t]*+(?:\\n|\\z))"), View.PLAIN),
            new Sort(CONDITION, "(?<![\\w$.])" + CALLS + "\\s*+\\.\\s*+(?:skipIf|runIf)\\b"));
    private static final List<Sort> PYTHON = List.of(
            new Sort(SKIP, "\\bmark\\s*+\\.\\s*+skip\\b"),
            new Sort(SKIP, "\\bunittest\\s*+\\.\\s*+skip\\b|@\\s*+skip\\b"),
            new Sort(SKIP, "\\b(?:SkipTest|skipTest)\\b|\\bpytest\\s*+\\.\\s*+(?:skip|exit)\\s*+\\("),
            new Sort(SKIP, "\\b(?:collect_ignore|collect_ignore_glob)\\b|\\b__test__\\s*+=\\s*+(?:False|0)"),
            new Sort(SKIP, "\\b__unittest_skip__\\b|\\bskip\\s*+\\.\\s*+Exception\\b"),
            new Sort(SKIP, BareSkip.IMPORT, View.CODE),
            new Sort(SKIP, BareSkip.CALL, View.CODE),
            new Sort(
                    SKIP,
                    "(?<!pytest)(?<!unittest)(?<!mark)\\.[ \\t]*+skip[ \\t]*+\\([ \\t]*+(?:\"|\\)|reason\\b|msg\\b)"),
            new Sort(EXPECTED_FAILURE, "\\bmark\\s*+\\.\\s*+flaky\\b|@\\s*+(?:flaky|retry)\\b"),
            new Sort(CONDITION, "\\b(?:skipif|skipIf|skipUnless|importorskip)\\b"),
            new Sort(
                    EXPECTED_FAILURE,
                    "\\bmark\\s*+\\.\\s*+xfail\\b|\\bexpectedFailure\\b|\\bpytest\\s*+\\.\\s*+xfail\\b"));
    private static final List<Sort> GO = List.of(
            new Sort(SKIP, "\\b\\w++\\s*+\\.\\s*+(?:Skip|Skipf|SkipNow)\\s*+\\("),
            new Sort(CONDITION, Pattern.compile("(?m)^//\\s?(?:go:build|\\+build)\\b[^\\n]*+"), View.RAW));
    private static final List<Sort> RUST = List.of(
            new Sort(SKIP, "#\\s*+!?\\[\\s*+ignore\\b|#\\s*+!?\\[\\s*+cfg_attr\\s*+\\([^\\]]{0,300}?\\bignore\\b"),
            new Sort(CONDITION, "#\\s*+!?\\[\\s*+cfg\\s*+\\((?!\\s*+test\\s*+\\))[^\\]\\n]*+"),
            new Sort(CONDITION, "#\\s*+\\[\\s*+should_panic\\b"));
    private static final List<Sort> SHELL = List.of(
            new Sort(SKIP, "(?m)^\\s*+(?:skip|pending|xit|xdescribe|xcontext)\\b"),
            new Sort(FOCUS, "(?m)^\\s*+(?:fit|fdescribe|fcontext)\\b|#\\s*+bats\\s++test_tags=bats:focus"));
    private static final List<Sort> OTHER = List.of(
            new Sort(
                    SKIP,
                    "\\[\\s*+Ignore\\b|\\bSkip\\s*+=|\\bmarkTestSkipped\\b|\\bGTEST_SKIP\\b|\\bXCTSkip\\b|\\bDISABLED_\\w++|@tag\\s++:skip"));

    /// What an annotation says that makes a test of a method, and what may stand there between parentheses.
    private static final Pattern TEST = Pattern.compile("@(?:[a-z]\\w*+\\s*+\\.\\s*+)*+Test\\s*+\\(");
    private static final Pattern EXPECTED = Pattern.compile("\\bexpected(?:Exceptions)?\\s*+=(?!=)");

    private static final int NEAR = 300;
    private static final Pattern BEFORE_TESTS =
            Pattern.compile("(?:#\\s*+!?\\[[^\\]]*+\\]\\s*+)++(?:pub\\s++)?mod\\s++\\w*?tests?\\b");
    private static final Pattern MODULE =
            Pattern.compile("(?:#\\s*+!?\\[[^\\]]*+\\]\\s*+)++(?:pub(?:\\([^)]*+\\))?\\s++)?mod\\s++\\w++\\s*+\\{");

    private Marks() {}

    /// In the order they stand there.
    static List<Mark> of(Source source, List<TestCase> tests) {
        List<Mark> found = new ArrayList<>();
        BareSkip bare = BareSkip.of(source);
        for (Sort sort : sorts(source.language())) {
            String text = switch (sort.view()) {
                case CODE -> source.code();
                case PLAIN -> source.plain();
                case RAW -> source.raw();
            };
            Matcher matcher = sort.pattern().matcher(text);
            while (matcher.find()) {
                if (concernsTests(source, sort, matcher, tests) && bare.concernsTests(sort.pattern(), matcher)) {
                    found.add(new Mark(sort.kind(), words(matcher.group()), matcher.start(), -1));
                }
            }
        }
        if (source.language() == Language.JAVA) {
            expected(source, found);
        }
        found.sort(Comparator.comparingInt(Mark::at));
        return placed(found, tests);
    }

    /// `@Test(expected = …)`; a variable of that name is another matter.
    private static void expected(Source source, List<Mark> found) {
        Matcher test = TEST.matcher(source.code());
        Matcher expected = EXPECTED.matcher(source.code());
        int at = 0;
        while (test.find(at)) {
            at = source.pastBracket(test.end() - 1);
            if (expected.region(test.end(), at).find()) {
                found.add(new Mark(CONDITION, words(expected.group()), expected.start(), -1));
            }
        }
    }

    /// In Rust the same conditions stand before any other code.
    private static boolean concernsTests(Source source, Sort sort, Matcher matcher, List<TestCase> tests) {
        if (sort.kind() == HIDING) {
            int end = source.end(source.line(matcher.start()));
            return !source.raw().substring(matcher.end(), end).isBlank(); // a string has the same on both sides
        }
        if (source.language() != Language.RUST || sort.kind() != CONDITION) {
            return true;
        }
        if (matcher.group().replaceAll("\\s++", "").startsWith("#!")) {
            return !tests.isEmpty();
        }
        int to = Math.min(source.code().length(), matcher.end() + NEAR);
        Matcher module = MODULE.matcher(source.code()).region(matcher.start(), to);
        int first = firstFrom(module.lookingAt() ? module.end() : matcher.start() + 1, tests);
        if (module.hasMatch()) {
            return first < tests.size() && tests.get(first).start() < source.pastBracket(module.end() - 1);
        }
        return (first > 0 && tests.get(first - 1).contains(matcher.start()))
                || BEFORE_TESTS
                        .matcher(source.code())
                        .region(matcher.start(), to)
                        .lookingAt();
    }

    private static int firstFrom(int at, List<TestCase> tests) {
        int found =
                Collections.binarySearch(tests, new TestCase("", "", at, 0), Comparator.comparingInt(TestCase::start));
        return found < 0 ? -found - 1 : found;
    }

    private static List<Sort> sorts(Language language) {
        return switch (language) {
            case JAVA -> JAVA;
            case SCRIPT -> SCRIPT;
            case PYTHON -> PYTHON;
            case GO -> GO;
            case RUST -> RUST;
            case SHELL -> SHELL;
            case OTHER -> OTHER;
        };
    }

    private static String words(String text) {
        return text.replaceAll("\\s++", "").replaceAll("^[{,]", "");
    }

    private static List<Mark> placed(List<Mark> marks, List<TestCase> tests) {
        TestAtPlace inside = new TestAtPlace(tests);
        return marks.stream()
                .map(mark -> new Mark(mark.kind(), mark.text(), mark.at(), inside.at(mark.at())))
                .toList();
    }
}
