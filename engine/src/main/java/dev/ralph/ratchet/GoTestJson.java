package dev.ralph.ratchet;

import dev.ralph.json.InvalidJson;
import dev.ralph.json.JsonText;
import java.io.IOException;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// What `go test -json` prints: an event per line.
///
/// A test that began and never ended (a panic, an exit, a kill) errored. So did a package that failed although none of
/// its tests did: it does not compile, or its `TestMain` gave up. Lines that are no JSON are what the compiler says.
final class GoTestJson {
    private static final String WHOLE_PACKAGE = "(package)";

    private final TestRun.Builder found;
    private final ReportText.Names names;
    private final Set<TestId> running = new TreeSet<>();
    /// Null until it ends.
    private final Map<String, @Nullable TestOutcome> packages = new TreeMap<>();
    /// Those of which a test says that something is wrong.
    private final Set<String> troubled = new HashSet<>();

    GoTestJson(TestRun.Builder found, ReportText.Names names) {
        this.found = found;
        this.names = names;
    }

    static boolean looksLike(String head) {
        return head.lines().anyMatch(line -> line.startsWith("{") && line.contains("\"Action\""));
    }

    void read(ReportLines lines) throws BrokenReport, IOException {
        int number = 0;
        boolean any = false;
        for (ReportLines.Line line = lines.next(); line != null; line = lines.next()) {
            number++;
            if (line.text().startsWith("{")) {
                if (line.cut()) {
                    throw new BrokenReport("line " + number + " is longer than any that `go test -json` prints");
                }
                any |= line(line.text(), number);
            }
        }
        if (!any) {
            throw new BrokenReport("it is JSON, but not what `go test -json` prints: no line has an Action");
        }
        for (TestId test : running) {
            ended(test, TestOutcome.ERRORED);
        }
        for (Map.Entry<String, @Nullable TestOutcome> one : packages.entrySet()) {
            wholePackage(one.getKey(), one.getValue());
        }
    }

    private boolean line(String line, int number) throws BrokenReport {
        Map<String, @Nullable Object> event;
        try {
            event = JsonText.object(line);
        } catch (InvalidJson broken) {
            throw new BrokenReport(
                    "line " + number + " is broken JSON: it was cut off, or something else wrote into it");
        }
        String action = event.get("Action") instanceof String text ? text : null;
        String pack = event.get("Package") instanceof String text ? text : "";
        String test = event.get("Test") instanceof String text ? text : null;
        if (action == null) {
            return false;
        }
        if (test == null || test.isBlank()) {
            ofPackage(action, pack);
        } else {
            ofTest(action, pack, names.of(pack, test));
        }
        return true;
    }

    private void ofPackage(String action, String pack) {
        if (pack.isBlank()) {
            return;
        }
        TestOutcome ended = ended(action);
        if (ended != null) {
            packages.put(pack, ended);
        } else {
            packages.putIfAbsent(pack, null);
        }
    }

    private void ofTest(String action, String pack, TestId test) throws BrokenReport {
        packages.putIfAbsent(pack, null);
        TestOutcome ended = ended(action);
        if (ended != null) {
            running.remove(test);
            ended(test, ended);
        } else if (action.equals("run")) {
            running.add(test);
        }
        if (running.size() > TestRun.Builder.MOST_TESTS) {
            throw new BrokenReport("it holds more than " + TestRun.Builder.MOST_TESTS + " tests");
        }
    }

    private void ended(TestId test, TestOutcome standing) throws BrokenReport {
        found.add(test, standing);
        if (standing == TestOutcome.FAILED || standing == TestOutcome.ERRORED) {
            troubled.add(test.suite());
        }
    }

    private static @Nullable TestOutcome ended(String action) {
        return switch (action) {
            case "pass" -> TestOutcome.PASSED;
            case "fail" -> TestOutcome.FAILED;
            case "skip" -> TestOutcome.SKIPPED;
            default -> null;
        };
    }

    /// A package counts where its tests do not tell its story.
    private void wholePackage(String pack, @Nullable TestOutcome ended) throws BrokenReport {
        TestId whole = names.of(pack, WHOLE_PACKAGE);
        if (ended == null || (ended == TestOutcome.FAILED && !troubled.contains(whole.suite()))) {
            found.add(whole, TestOutcome.ERRORED);
        }
    }
}
