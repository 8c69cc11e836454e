package dev.ralph.failure;

import dev.ralph.failure.OutputLines.Hit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// `--- FAIL: TestTotal (0.00s)`, and properties of `testing/quick`.
final class GoTestRecogniser implements Recogniser {
    private static final Pattern FAIL = Pattern.compile("^\\s*(?:--- FAIL:|=== FAIL: \\S+) (\\S+) \\([\\d.]+s\\)");
    private static final Pattern OUTPUT = Pattern.compile("^\\s+(\\w[^:\\s]*\\.go):(\\d+): ?(.*)$");
    private static final Pattern EVENT =
            Pattern.compile("^\\{\"(?:Time|Action|ImportPath)\".*\"Output\":\"((?:[^\"\\\\]|\\\\.)*+)\"");
    private static final Pattern REASON = Pattern.compile(
            "(?i)\\b(?:got|want(?:ed)?|expect\\w*|error|fail\\w*|unexpected|mismatch|should|must|not|diff)\\b|!=|==");
    private static final Pattern QUICK = Pattern.compile("#\\d+: failed on input (.+)$");
    private static final Pattern RAPID = Pattern.compile("\\[rapid\\] (?:failed|panic) after \\d+ tests?");
    private static final Pattern TIMED_OUT = Pattern.compile("^panic: (test timed out after .*)$");
    private static final Pattern RUNNING =
            Pattern.compile("^\\s*(?:running tests:)?\\s*(Test\\w+)(?: \\([\\d.]+s\\))$");
    private static final Pattern PACKAGE = Pattern.compile("^FAIL\\s+\\S+\\s+(?:[\\d.]+s|\\[.*\\])");

    @Override
    public String tool() {
        return "go test";
    }

    @Override
    public Optional<Failure> read(FailureOutput output) {
        OutputLines lines = plain(OutputLines.of(output));
        Optional<Hit> late = lines.first(TIMED_OUT);
        if (late.isPresent()) {
            String test = lines.first(RUNNING).map(hit -> hit.group(1)).orElse(null);
            Location place = StackFrames.go(lines, late.get().index(), lines.size());
            return Optional.of(Reading.of(
                    FailureType.TIMEOUT_ERROR,
                    Reading.TEST_RUNNER,
                    tool(),
                    late.get().group(1),
                    (place == null ? Location.UNKNOWN : place).in(test)));
        }
        List<Hit> failed = lines.every(FAIL);
        if (failed.isEmpty()) {
            return lines.first(PACKAGE)
                    .map(hit -> Reading.of(
                            lines.at(hit.index()).contains("build failed")
                                    ? FailureType.COMPILATION_ERROR
                                    : lines.at(hit.index()).contains("setup failed")
                                            ? FailureType.MISSING_DEPENDENCY
                                            : FailureType.TEST_FAILURE,
                            Reading.BUILD_TOOL,
                            tool(),
                            lines.at(hit.index()),
                            null));
        }
        return Optional.of(failure(lines, failed));
    }

    /// What the events of `go test -json` carry, as it would stand without them.
    private static OutputLines plain(OutputLines lines) {
        List<Hit> events = lines.every(EVENT);
        if (events.size() < 2) {
            return lines;
        }
        List<String> text = new ArrayList<>();
        for (Hit event : events) {
            String said = event.found()
                    .group(1)
                    .replace("\\n", "")
                    .replace("\\t", "\t")
                    .replace("\\\"", "\"")
                    .replace("\\u003c", "<")
                    .replace("\\u003e", ">")
                    .replace("\\u0026", "&");
            text.add(said);
        }
        return new OutputLines(text);
    }

    /// Remarks and reasons look alike: the first that reads like a reason, else the last, behind which a test ends.
    private static Optional<Hit> said(OutputLines lines, int from) {
        Hit last = null;
        for (int i = from;
                i < lines.size() && (lines.at(i).startsWith(" ") || lines.at(i).startsWith("\t"));
                i++) {
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

    private Failure failure(OutputLines lines, List<Hit> failed) {
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
            int again = lines.first(Pattern.compile("^panic\\("), from, lines.size())
                    .map(Hit::index)
                    .orElse(from);
            Location place = StackFrames.go(lines, again, lines.size());
            return Reading.of(
                    Symptom.of(FailureType.TEST_FAILURE, panic.get().group(1)),
                    Reading.TEST_RUNNER,
                    tool(),
                    panic.get().group(1),
                    (place == null ? Location.UNKNOWN : place).in(name));
        }
        // With -v what a test says stands above the line that it failed.
        Optional<Hit> output = said(lines, from);
        String message = output.map(line -> line.group(3)).orElse(name + " failed");
        if (message.isEmpty()) {
            message = output.map(line -> lines.joined(line.index() + 1, line.index() + 5))
                    .orElse("");
        }
        Location place = output.map(line -> StackFrames.place(line, 1, 2))
                .orElse(Location.UNKNOWN)
                .in(name);
        var quick = QUICK.matcher(message);
        if (quick.find() || RAPID.matcher(message).find()) {
            String input = QUICK.matcher(message).find() ? quick.group(1) : null;
            return Reading.property(Reading.PROPERTY, tool(), message, place, input);
        }
        return Reading.of(Symptom.of(FailureType.TEST_FAILURE, message), Reading.TEST_RUNNER, tool(), message, place);
    }
}
