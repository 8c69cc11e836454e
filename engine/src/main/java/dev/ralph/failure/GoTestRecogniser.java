package dev.ralph.failure;

import static dev.ralph.failure.FailureType.COMPILATION_ERROR;
import static dev.ralph.failure.FailureType.MISSING_DEPENDENCY;
import static dev.ralph.failure.FailureType.TEST_FAILURE;
import static dev.ralph.failure.FailureType.TIMEOUT_ERROR;

import dev.ralph.failure.OutputLines.Hit;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// `--- FAIL: TestTotal (0.00s)`, properties of `testing/quick`, and fuzz tests.
final class GoTestRecogniser {
    private static final Reading GO_TEST = new Reading("go test", Reading.TEST_RUNNER);
    private static final Pattern AGAIN = Pattern.compile("^panic\\(");
    private static final Pattern FAIL = Pattern.compile("^\\s*(?:--- FAIL:|=== FAIL: \\S+) (\\S+) \\([\\d.]+s\\)");
    private static final Pattern OUTPUT = Pattern.compile("^\\s+(\\w[^:\\s]*\\.go):(\\d+): ?(.*)$");
    private static final Pattern REASON = Pattern.compile(
            "(?i)\\b(?:got|want(?:ed)?|expect\\w*|error|fail\\w*|unexpected|mismatch|should|must|not|diff)\\b|!=|==");
    private static final Pattern QUICK = Pattern.compile("#\\d+: failed on input (.+)$");
    private static final Pattern RAPID = Pattern.compile("\\[rapid\\] (?:failed|panic) after \\d+ tests?");
    private static final Pattern FUZZED = Pattern.compile("^\\s*Failing input written to (\\S+)$");
    private static final Pattern TIMED_OUT = Pattern.compile("^panic: (test timed out after .*)$");
    private static final Pattern RUNNING =
            Pattern.compile("^\\s*(?:running tests:)?\\s*(Test\\w+)(?: \\([\\d.]+s\\))$");
    private static final Pattern PACKAGE = Pattern.compile("^FAIL\\s+\\S+\\s+(?:[\\d.]+s|\\[.*\\])");

    private GoTestRecogniser() {}

    static Optional<Failure> read(OutputLines lines) {
        List<Hit> failed = lines.every(FAIL).toList();
        return lines.first(TIMED_OUT)
                .map(hit -> late(lines, hit))
                .or(() -> failed.isEmpty()
                        ? lines.first(PACKAGE).map(hit -> notRun(lines.at(hit.index())))
                        : Optional.of(failure(lines, failed)));
    }

    private static Failure late(OutputLines lines, Hit hit) {
        Location place = StackFrames.go(lines, hit.index(), lines.size());
        return GO_TEST.of(
                TIMEOUT_ERROR,
                hit.group(1),
                (place == null ? Location.UNKNOWN : place)
                        .in(lines.first(RUNNING).map(test -> test.group(1)).orElse(null)));
    }

    private static Failure notRun(String line) {
        FailureType type = line.contains("build failed")
                ? COMPILATION_ERROR
                : line.contains("setup failed") ? MISSING_DEPENDENCY : TEST_FAILURE;
        return new Reading("go test", Reading.BUILD_TOOL).of(type, line, null);
    }

    private static Failure failure(OutputLines lines, List<Hit> failed) {
        Hit hit = failed.getFirst();
        // A test with others below it is named first, and only says that one of them failed.
        for (Hit other : failed) {
            if (other.group(1).startsWith(hit.group(1) + "/")) {
                hit = other;
            }
        }
        int from = hit.index() + 1;
        String name = hit.group(1);
        Optional<Hit> panic = lines.first(GoRecogniser.PANIC, from, from + 3);
        if (panic.isPresent()) {
            int again = lines.first(AGAIN, from, lines.size()).map(Hit::index).orElse(from);
            return GO_TEST.test(panic.get().group(1), StackFrames.go(lines, again, lines.size()), name);
        }
        // With -v what a test says stands above the line that it failed.
        Optional<Hit> said = said(lines, from);
        String words = said.map(line -> line.group(3)).orElse(name + " failed");
        String message = words.isEmpty()
                ? said.map(line -> lines.joined(line.index() + 1, line.index() + 5))
                        .orElse("")
                : words;
        Location place = said.map(line -> line.place(1, 2)).orElse(Location.UNKNOWN);
        Matcher quick = QUICK.matcher(message);
        boolean input = quick.find();
        boolean fuzzed = name.startsWith("Fuzz");
        return input || fuzzed || RAPID.matcher(message).find()
                ? new Reading("go test", Reading.PROPERTY)
                        .property(
                                message,
                                place.in(name),
                                input
                                        ? quick.group(1)
                                        : lines.first(FUZZED)
                                                .map(file -> file.group(1))
                                                .orElse(null))
                : GO_TEST.test(message, place, name);
    }

    /// Remarks and reasons look alike: the first that reads like a reason, else the last, behind which a test ends.
    private static Optional<Hit> said(OutputLines lines, int from) {
        Hit last = null;
        for (int i = from; lines.at(i).startsWith(" ") || lines.at(i).startsWith("\t"); i++) {
            Optional<Hit> hit = lines.first(OUTPUT, i, i + 1);
            if (hit.isPresent() && REASON.matcher(hit.get().group(3)).find()) {
                return hit;
            }
            last = hit.orElse(last);
        }
        return last != null
                ? Optional.of(last)
                : lines.last(OUTPUT, from - 12, from).or(() -> lines.first(OUTPUT));
    }
}
