package dev.ralph.failure;

import dev.ralph.failure.OutputLines.Hit;
import java.util.Optional;
import java.util.regex.Pattern;

/// `FAIL: test_total (test_order.OrderTest)`, a line, a traceback.
final class UnittestRecogniser implements Recogniser {
    private static final Pattern TEST = Pattern.compile("^(FAIL|ERROR): (\\S+)(?: \\(([^)]*)\\))?");
    private static final Pattern RULE = Pattern.compile("^[=-]{20,}$");
    private static final Pattern RESULT = Pattern.compile("^FAILED \\((?:failures|errors)=");

    @Override
    public String tool() {
        return "unittest";
    }

    @Override
    public Optional<Failure> read(FailureOutput output) {
        OutputLines lines = OutputLines.of(output);
        if (!lines.has(RESULT)) {
            return Optional.empty();
        }
        return lines.every(TEST).stream()
                .filter(hit -> RULE.matcher(lines.at(hit.index() - 1)).find())
                .findFirst()
                .map(hit -> failure(lines, hit));
    }

    private Failure failure(OutputLines lines, Hit hit) {
        int from = hit.index() + 2;
        while (!RULE.matcher(lines.at(from - 1)).find() && from < hit.index() + 6) {
            from++;
        }
        int end = lines.first(RULE, from, lines.size()).map(Hit::index).orElse(lines.size());
        boolean loading = hit.group(3).contains("_FailedTest");
        String message = PythonRecogniser.exception(lines, from, end);
        FailureType type = loading
                ? Symptom.whileLoading(FailureType.TEST_FAILURE, message)
                : Symptom.of(FailureType.TEST_FAILURE, message);
        Location place = StackFrames.python(lines, from, end);
        return Reading.of(
                type,
                Reading.TEST_RUNNER,
                tool(),
                message,
                (place == null ? Location.UNKNOWN : place).in(loading ? null : hit.group(2)));
    }
}
