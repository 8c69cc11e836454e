package dev.ralph.failure;

import dev.ralph.failure.OutputLines.Hit;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// `● Suite › test`, what was expected, a piece of the code, a trace.
final class JestRecogniser implements Recogniser {
    private static final Pattern FAIL = Pattern.compile("^\\s*FAIL\\s+(\\S+)");
    private static final Pattern BLOCK = Pattern.compile("^\\s{1,4}● (\\S.*)$");
    private static final Pattern SUMMARY = Pattern.compile("^Tests?(?: Suites)?:\\s+.*\\b\\d+ (?:failed|total)\\b");
    private static final Pattern CODE = Pattern.compile("^\\s*>\\s*(\\d+) \\|");
    private static final Pattern BABEL = Pattern.compile("SyntaxError: (\\S+?): .*\\((\\d+):\\d+\\)");
    private static final Pattern AT_FILE = Pattern.compile("^\\s+((?:/|\\w)\\S*\\.[cm]?[jt]sx?):(\\d+)$");
    private static final Pattern REQUIRED_BY = Pattern.compile("\\bfrom '([^']+)'");
    private static final String UNABLE = "Test suite failed to run";

    @Override
    public String tool() {
        return "jest";
    }

    @Override
    public Optional<Failure> read(FailureOutput output) {
        OutputLines lines = OutputLines.of(output);
        if (!lines.has(FAIL) && !lines.has(SUMMARY)) {
            return lines.first(Pattern.compile("^No tests found, exiting with code 1"))
                    .map(hit ->
                            Reading.of(FailureType.TEST_FAILURE, Reading.SHELL, tool(), lines.at(hit.index()), null));
        }
        List<Hit> blocks = lines.every(BLOCK).stream()
                .filter(hit -> !hit.group(1).equals("Console") && !hit.group(1).startsWith("Deprecation"))
                .toList();
        return blocks.isEmpty() ? Optional.empty() : Optional.of(failure(lines, blocks.getFirst()));
    }

    private Failure failure(OutputLines lines, Hit block) {
        int from = lines.filled(block.index() + 1);
        int end = lines.first(BLOCK, from, lines.size()).map(Hit::index).orElse(lines.size());
        String suite =
                lines.last(FAIL, 0, block.index()).map(hit -> hit.group(1)).orElse(null);
        String message = message(lines, from, end);
        if (block.group(1).equals(UNABLE)) {
            String whole = lines.joined(from, Math.min(end, from + 40));
            FailureType type = Symptom.whileLoading(FailureType.TEST_FAILURE, message);
            if (type == FailureType.TEST_FAILURE && Symptom.syntax(whole)) {
                type = FailureType.COMPILATION_ERROR;
            }
            return Reading.of(type, Reading.TEST_RUNNER, tool(), message, loading(lines, from, end, suite, message));
        }
        Location frame = StackFrames.javaScript(lines, from, end);
        return Reading.of(
                Symptom.of(FailureType.TEST_FAILURE, message),
                Reading.TEST_RUNNER,
                tool(),
                message,
                (frame == null ? Location.at(suite, null) : frame).in(block.group(1)));
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
        Optional<Hit> babel = lines.first(BABEL, from, end);
        if (babel.isPresent()) {
            return StackFrames.place(babel.get(), 1, 2);
        }
        Optional<Hit> code = lines.first(CODE, from, end);
        Optional<Hit> file = lines.first(AT_FILE, from, end);
        if (file.isPresent()) {
            return StackFrames.place(file.get(), 1, 2);
        }
        Location frame = StackFrames.javaScript(lines, from, end);
        if (frame != null) {
            return frame;
        }
        var requiredBy = REQUIRED_BY.matcher(message);
        return Location.at(
                requiredBy.find() ? requiredBy.group(1) : suite,
                code.map(hit -> hit.number(1)).orElse(null));
    }
}
