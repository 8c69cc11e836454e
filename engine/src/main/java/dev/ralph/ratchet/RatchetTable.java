package dev.ralph.ratchet;

import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/// A comparison as it is kept: everything counted, the changes that matter most listed, both bounded.
public record RatchetTable(TestComparison comparison) {
    private static final int MOST_LISTED = 60;
    private static final JsonFactory JSON = new JsonFactory();

    /// One JSON object on one line, equal for equal comparisons.
    public String json() {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), text)) {
            json.writeStartObject();
            run(json, "before", comparison.before());
            run(json, "after", comparison.after());
            json.writeName("changes");
            json.writeStartObject();
            for (Map.Entry<TestChange, Integer> count : comparison.counts().entrySet()) {
                json.writeNumberProperty(count.getKey().key(), count.getValue());
            }
            json.writeEndObject();
            json.writeName("tests");
            json.writeStartArray();
            for (TestComparison.Found found :
                    comparison.changes().stream().limit(MOST_LISTED).toList()) {
                test(json, found);
            }
            json.writeEndArray();
            json.writeNumberProperty(
                    "left_out", Math.max(0, comparison.changes().size() - MOST_LISTED));
            json.writeEndObject();
        }
        return text.toString();
    }

    private static void run(JsonGenerator json, String name, TestRun run) {
        TestTally total = run.total();
        json.writeName(name);
        json.writeStartObject();
        for (TestOutcome standing : TestOutcome.values()) {
            json.writeNumberProperty(standing.word(), total.of(standing));
        }
        json.writeNumberProperty("reports", run.read());
        json.writeNumberProperty("broken_reports", run.broken().size());
        json.writeEndObject();
    }

    private static void test(JsonGenerator json, TestComparison.Found found) {
        json.writeStartObject();
        json.writeStringProperty("change", found.change().key());
        json.writeStringProperty("suite", found.test().suite());
        json.writeStringProperty("name", found.test().name());
        json.writeStringProperty("before", found.before().words());
        json.writeStringProperty("after", found.after().words());
        json.writeEndObject();
    }

    /// For people: a line of sums, then a line per change.
    public String text() {
        List<String> lines = new ArrayList<>();
        lines.add("tests before: " + sums(comparison.before()) + "; now: " + sums(comparison.after()));
        for (TestComparison.Found found :
                comparison.changes().stream().limit(MOST_LISTED).toList()) {
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
