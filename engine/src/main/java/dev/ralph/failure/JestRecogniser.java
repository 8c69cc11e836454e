package dev.ralph.failure;

import static dev.ralph.failure.FailureType.COMPILATION_ERROR;
import static dev.ralph.failure.FailureType.TEST_FAILURE;

import dev.ralph.failure.OutputLines.Hit;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// `● Suite › test`, what was expected, a piece of the code, a trace.
final class JestRecogniser {
    private static final Reading JEST = new Reading("jest", Reading.TEST_RUNNER);
    private static final Pattern FAIL = Pattern.compile("^\\s*FAIL\\s+(\\S+)");
    private static final Pattern BLOCK = Pattern.compile("^\\s{1,4}● (\\S.*)$");
    private static final Pattern SUMMARY = Pattern.compile("^Tests?(?: Suites)?:\\s+.*\\b\\d+ (?:failed|total)\\b");
    private static final Pattern CODE = Pattern.compile("^\\s*>\\s*(\\d+) \\|");
    private static final Pattern BABEL = Pattern.compile("SyntaxError: (\\S+?): .*\\((\\d+):\\d+\\)");
    private static final Pattern AT_FILE = Pattern.compile("^\\s+((?:/|\\w)\\S*\\.[cm]?[jt]sx?):(\\d+)$");
    private static final Pattern REQUIRED_BY = Pattern.compile("\\bfrom '([^']+)'");
    private static final String UNABLE = "Test suite failed to run";

    private JestRecogniser() {}

    static Optional<Failure> read(OutputLines lines) {
        return lines.has(FAIL) || lines.has(SUMMARY)
                ? lines.every(BLOCK)
                        .filter(hit ->
                                !hit.group(1).equals("Console") && !hit.group(1).startsWith("Deprecation"))
                        .findFirst()
                        .map(hit -> failure(lines, hit))
                : Optional.empty();
    }

    private static Failure failure(OutputLines lines, Hit block) {
        int from = lines.filled(block.index() + 1);
        int end = lines.next(BLOCK, from);
        String suite =
                lines.last(FAIL, 0, block.index()).map(hit -> hit.group(1)).orElse(null);
        String message = message(lines, from, end);
        if (!block.group(1).equals(UNABLE)) {
            Location frame = StackFrames.javaScript(lines, from, end);
            return JEST.test(message, frame == null ? Location.at(suite, null) : frame, block.group(1));
        }
        FailureType type = Symptom.whileLoading(TEST_FAILURE, message);
        if (type == TEST_FAILURE && Symptom.syntax(lines.joined(from, Math.min(end, from + 40)))) {
            type = COMPILATION_ERROR;
        }
        return JEST.of(type, message, loading(lines, from, end, suite, message));
    }

    /// The first line, and what was expected and received where that is all it says.
    private static String message(OutputLines lines, int from, int end) {
        String first = lines.at(from).strip();
        for (int i = from + 1; i < Math.min(end, from + 12); i++) {
            String line = lines.at(i).strip();
            if (line.startsWith("Expected") || line.startsWith("Received")) {
                first += "\n" + line;
            }
        }
        return first;
    }

    private static Location loading(OutputLines lines, int from, int end, @Nullable String suite, String message) {
        Optional<Hit> file = lines.first(BABEL, from, end).or(() -> lines.first(AT_FILE, from, end));
        if (file.isPresent()) {
            return file.get().place(1, 2);
        }
        Location frame = StackFrames.javaScript(lines, from, end);
        if (frame != null) {
            return frame;
        }
        Matcher requiredBy = REQUIRED_BY.matcher(message);
        return Location.at(
                requiredBy.find() ? requiredBy.group(1) : suite,
                lines.first(CODE, from, end).map(hit -> hit.number(1)).orElse(null));
    }
}
