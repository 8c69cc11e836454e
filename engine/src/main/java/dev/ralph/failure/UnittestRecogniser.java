package dev.ralph.failure;

import static dev.ralph.failure.FailureType.TEST_FAILURE;

import dev.ralph.failure.OutputLines.Hit;
import java.util.Optional;
import java.util.regex.Pattern;

/// `FAIL: test_total (test_order.OrderTest)`, a line, a traceback.
final class UnittestRecogniser {
    private static final Reading UNITTEST = new Reading("unittest", Reading.TEST_RUNNER);
    private static final Pattern TEST = Pattern.compile("^(FAIL|ERROR): (\\S+)(?: \\(([^)]*)\\))?");
    private static final Pattern RULE = Pattern.compile("^[=-]{20,}$");
    private static final Pattern RESULT = Pattern.compile("^FAILED \\((?:failures|errors)=");

    private UnittestRecogniser() {}

    static Optional<Failure> read(OutputLines lines) {
        return lines.has(RESULT)
                ? lines.every(TEST)
                        .filter(hit -> RULE.matcher(lines.at(hit.index() - 1)).find())
                        .findFirst()
                        .map(hit -> failure(lines, hit))
                : Optional.empty();
    }

    private static Failure failure(OutputLines lines, Hit hit) {
        int from = hit.index() + 2;
        while (!RULE.matcher(lines.at(from - 1)).find() && from < hit.index() + 6) {
            from++;
        }
        int end = lines.next(RULE, from);
        String message = PythonRecogniser.exception(lines, from, end);
        Location place = StackFrames.python(lines, from, end);
        return hit.group(3).contains("_FailedTest")
                ? UNITTEST.of(Symptom.whileLoading(TEST_FAILURE, message), message, place)
                : UNITTEST.test(message, place, hit.group(2));
    }
}
