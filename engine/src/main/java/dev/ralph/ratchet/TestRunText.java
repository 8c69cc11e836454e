package dev.ralph.ratchet;

import dev.ralph.json.InvalidJson;
import dev.ralph.json.JsonText;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A run of the tests as text, so that the baseline need not run twice.
public final class TestRunText {
    private static final long VERSION = 1;

    private TestRunText() {}

    /// One JSON array: version, reports read, then per test its suite, name, four counts and whether it is flaky, then
    /// pairs of a broken report and the reason.
    public static String of(TestRun run) {
        List<Object> tests = new ArrayList<>();
        run.tests().forEach((test, tally) -> {
            List<Object> one = new ArrayList<>(List.of(test.suite(), test.name()));
            for (TestOutcome standing : TestOutcome.values()) {
                one.add(tally.of(standing));
            }
            one.add(run.flaky().contains(test));
            tests.add(one);
        });
        List<String> broken = run.broken().stream()
                .flatMap(report -> Stream.of(report.report(), report.why()))
                .toList();
        return JsonText.of(List.of(VERSION, run.read(), tests, broken));
    }

    /// @throws BrokenReport when it is none that was written by [#of]
    public static TestRun read(String text) throws BrokenReport {
        try {
            List<?> all = list(JsonText.parse(text));
            if (number(all, 0) != VERSION) {
                throw new BrokenReport("it is of another version");
            }
            TestRun.Builder found = new TestRun.Builder();
            for (Object test : list(all.get(2))) {
                test(list(test), found);
            }
            List<?> broken = list(all.get(3));
            for (int i = 0; i < broken.size(); i += 2) {
                found.broken((String) broken.get(i), (String) broken.get(i + 1));
            }
            TestRun run = found.build();
            return new TestRun(run.tests(), run.flaky(), run.broken(), number(all, 1));
        } catch (InvalidJson
                | ClassCastException
                | IndexOutOfBoundsException
                | ArithmeticException
                | IllegalArgumentException damaged) {
            throw new BrokenReport("it is damaged");
        }
    }

    private static void test(List<?> fields, TestRun.Builder found) throws BrokenReport {
        TestId test = new TestId((String) fields.get(0), (String) fields.get(1));
        found.add(test, new TestTally(number(fields, 2), number(fields, 3), number(fields, 4), number(fields, 5)));
        if ((Boolean) fields.get(6)) {
            found.flaky(test);
        }
    }

    private static List<?> list(@Nullable Object value) {
        if (value instanceof List<?> list) {
            return list;
        }
        throw new IllegalArgumentException("not a list");
    }

    private static int number(List<?> fields, int at) {
        return Math.toIntExact((Long) fields.get(at));
    }
}
