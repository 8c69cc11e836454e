package dev.ralph.ratchet;

import dev.ralph.json.JsonText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// A comparison as it is kept: everything counted, the changes that matter most listed, both bounded.
public record RatchetTable(TestComparison comparison) {
    private static final int MOST_LISTED = 60;

    /// One JSON object on one line, equal for equal comparisons.
    public String json() {
        Map<String, Object> table = new LinkedHashMap<>();
        table.put("before", run(comparison.before()));
        table.put("after", run(comparison.after()));
        Map<String, Object> counts = new LinkedHashMap<>();
        comparison.counts().forEach((change, count) -> counts.put(change.key(), count));
        table.put("changes", counts);
        table.put("tests", listed().map(RatchetTable::test).toList());
        table.put("left_out", Math.max(0, comparison.changes().size() - MOST_LISTED));
        return JsonText.of(table);
    }

    private Stream<TestComparison.Found> listed() {
        return comparison.changes().stream().limit(MOST_LISTED);
    }

    private static Map<String, Object> run(TestRun run) {
        Map<String, Object> sums = new LinkedHashMap<>();
        for (TestOutcome standing : TestOutcome.values()) {
            sums.put(standing.word(), run.total().of(standing));
        }
        sums.put("reports", run.read());
        sums.put("broken_reports", run.broken().size());
        return sums;
    }

    private static Map<String, Object> test(TestComparison.Found found) {
        Map<String, Object> test = new LinkedHashMap<>();
        test.put("change", found.change().key());
        test.put("suite", found.test().suite());
        test.put("name", found.test().name());
        test.put("before", found.before().words());
        test.put("after", found.after().words());
        return test;
    }

    /// For people: a line of sums, then a line per change.
    public String text() {
        List<String> lines = new ArrayList<>();
        lines.add("tests before: " + sums(comparison.before()) + "; now: " + sums(comparison.after()));
        for (TestComparison.Found found : listed().toList()) {
            lines.add(found.test() + ": " + found.change().words() + " ("
                    + found.before().words() + " → " + found.after().words() + ")");
        }
        if (comparison.changes().size() > MOST_LISTED) {
            lines.add("and " + (comparison.changes().size() - MOST_LISTED) + " more");
        }
        return String.join("\n", lines);
    }

    private static String sums(TestRun run) {
        TestTally total = run.total();
        return total.all() == 0
                ? "none"
                : total.passed() + " passed, " + total.bad() + " failed, " + total.skipped() + " skipped";
    }
}
