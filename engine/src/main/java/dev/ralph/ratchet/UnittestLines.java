package dev.ralph.ratchet;

import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What Python's unittest prints of each test when it is told to say more (`-v`): it writes no report. A test of which
/// it does not print how it ended did not end.
public final class UnittestLines {
    private static final Pattern BEGIN = Pattern.compile("\\s*([\\w.]+) \\(([\\w.]+)\\).*");
    private static final Pattern END = Pattern.compile(
            "(?:.*\\.\\.\\. )?(?:(ok|unexpected success)|(FAIL)|(ERROR)|(expected failure|skipped ['\"].*))");

    private UnittestLines() {}

    /// @param printed what it printed
    /// @return of no report, where there is no such line
    public static TestRun of(Path printed) throws IOException {
        TestRun.Builder found = new TestRun.Builder();
        try (InputStreamReader text = new InputStreamReader(Files.newInputStream(printed), StandardCharsets.UTF_8)) {
            ReportLines lines = new ReportLines(text);
            TestId test = null;
            for (ReportLines.Line line = lines.next(); line != null; line = lines.next()) {
                Matcher begin = BEGIN.matcher(line.text());
                if (begin.matches()) {
                    String name = begin.group(1);
                    test = new TestId(begin.group(2).replaceFirst(Pattern.quote("." + name) + "$", ""), name);
                }
                Matcher end = END.matcher(line.text());
                if (test != null && end.matches()) {
                    found.add(test, outcome(end));
                    test = null;
                }
            }
            TestRun.Builder run = new TestRun.Builder();
            run.add(found);
            TestRun built = run.build();
            return built.tests().isEmpty() ? TestRun.NONE : built;
        } catch (BrokenReport tooMany) {
            return TestRun.NONE;
        }
    }

    private static TestOutcome outcome(Matcher end) {
        return end.group(1) != null
                ? end.group(1).equals("ok") ? TestOutcome.PASSED : TestOutcome.FAILED
                : end.group(2) != null
                        ? TestOutcome.FAILED
                        : end.group(3) != null ? TestOutcome.ERRORED : TestOutcome.SKIPPED;
    }
}
