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
    private static final Pattern RUN = Pattern.compile("\\.\\s*+Run\\s*+\\(\\s*+\\)");
    private static final Set<String> KNOWN =
            Set.of("goleak.VerifyTestMain", "testscript.Main", "testscript.RunMain", "leakcheck.VerifyTestMain");
    private static final int TRIED = 8;

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
        Pattern call = Pattern.compile(
                "\\b(\\w++(?:\\s*+\\.\\s*+\\w++){0,8}+)\\s*+\\((?:[^(){}\\n]{0,200},)?\\s*+" + name + "\\s*+[,)]");
        Matcher calls = within(call, source, given.end(), main.end());
        TestMain found = RUNS_NOTHING;
        for (int i = 0; i < TRIED && calls.find(); i++) {
            String called = calls.group(1).replaceAll("\\s", "");
            if (KNOWN.contains(called) || runs(source, called)) {
                return RUNS;
            }
            found = HANDS_ON;
        }
        return found;
    }

    /// Whether a function of the file that is called so runs something.
    private static boolean runs(Source source, String called) {
        Matcher function = Pattern.compile("\\bfunc\\s++" + Pattern.quote(called) + "\\s*+\\([^{]{0,500}+\\{")
                .matcher(source.code());
        return function.find()
                && within(RUN, source, function.end(), source.pastBracket(function.end() - 1))
                        .find();
    }

    private static Matcher within(Pattern pattern, Source source, int from, int to) {
        return pattern.matcher(source.code()).region(Math.min(from, to), to);
    }
}
