package dev.ralph.tamper;

import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What the `TestMain` of a Go file does with the tests, which run only if it lets them.
enum TestMain {
    RUNS,
    /// Gives them to somebody who may run them, or not.
    HANDS_ON,
    RUNS_NOTHING;

    private static final Pattern GIVEN = Pattern.compile("TestMain\\s*+\\(\\s*+(\\w++)");
    private static final Pattern TAKEN = Pattern.compile("\\b(\\w++)\\s++\\*\\s*+testing\\s*+\\.\\s*+M\\b");
    private static final Pattern CALL = Pattern.compile("\\b(\\w++(?:\\s*+\\.\\s*+\\w++){0,8}+)\\s*+\\(");
    private static final Set<String> KNOWN =
            Set.of("goleak.VerifyTestMain", "testscript.Main", "testscript.RunMain", "leakcheck.VerifyTestMain");
    private static final int TRIED = 8;
    private static final int NEAR = 500;

    static TestMain of(Source source, TestCase main) {
        Matcher given = within(GIVEN, source, main.start(), main.end());
        if (!given.find()) {
            return RUNS_NOTHING;
        }
        String name = Pattern.quote(given.group(1));
        Pattern runs = Pattern.compile("\\b" + name + "\\s*+\\.\\s*+Run\\s*+\\(");
        if (within(runs, source, given.end(), main.end()).find()) {
            return RUNS;
        }
        Pattern handed = Pattern.compile("[(,]\\s*+" + name + "\\s*+[,)]");
        Matcher calls = within(CALL, source, given.end(), main.end());
        TestMain found = RUNS_NOTHING;
        for (int tried = 0; tried < TRIED && calls.find(); ) {
            int open = calls.end() - 1;
            int close = Math.min(source.pastBracket(open), open + NEAR);
            if (!within(handed, source, open, close).find()) {
                continue;
            }
            tried++;
            String called = calls.group(1).replaceAll("\\s", "");
            if (KNOWN.contains(called) || runs(source, called)) {
                return RUNS;
            }
            found = HANDS_ON;
        }
        return found;
    }

    /// Whether a function of the file that is called so runs the tests that it is given.
    private static boolean runs(Source source, String called) {
        Matcher function = Pattern.compile("\\bfunc\\s++" + Pattern.quote(called) + "\\s*+\\([^{]{0,500}+\\{")
                .matcher(source.code());
        if (!function.find()) {
            return false;
        }
        Matcher taken = within(TAKEN, source, function.start(), function.end());
        return taken.find()
                && within(
                                Pattern.compile("\\b" + taken.group(1) + "\\s*+\\.\\s*+Run\\s*+\\("),
                                source,
                                function.end(),
                                source.pastBracket(function.end() - 1))
                        .find();
    }

    private static Matcher within(Pattern pattern, Source source, int from, int to) {
        return pattern.matcher(source.code()).region(Math.min(from, to), to);
    }
}
