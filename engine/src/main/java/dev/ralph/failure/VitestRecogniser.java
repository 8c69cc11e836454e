package dev.ralph.failure;

import static dev.ralph.failure.FailureType.COMPILATION_ERROR;
import static dev.ralph.failure.FailureType.RUNTIME_ERROR;
import static dev.ralph.failure.FailureType.TEST_FAILURE;

import dev.ralph.failure.OutputLines.Hit;
import java.util.Optional;
import java.util.regex.Pattern;

/// ` FAIL  test/order.test.ts > Suite > test`, the error, ` ❯ test/order.test.ts:6:23`.
final class VitestRecogniser {
    private static final Reading VITEST = new Reading("vitest", Reading.TEST_RUNNER);
    private static final Pattern FAIL =
            Pattern.compile("^\\s*FAIL\\s+(?:\\|?[\\w-]+\\|? +)?(\\S+\\.[cm]?[jt]sx?)(?: > (.+)|\\s+\\[ .+ \\])$");
    private static final Pattern UNHANDLED = Pattern.compile("^⎯+ Unhandled (?:Errors?|Rejection) ⎯+");
    private static final Pattern TRANSFORM =
            Pattern.compile("^\\s*(?:file: )?(/?\\S+\\.[cm]?[jt]sx?):(\\d+):\\d+(?:: ERROR: .*)?$");

    private static final Pattern PARSER =
            Pattern.compile("(?i)^\\s*❯ .*(?:parseAst|transform|getRollupError|esbuild|babel|swc|failureErrorWithLog)");

    private VitestRecogniser() {}

    static Optional<Failure> read(OutputLines lines) {
        return lines.first(FAIL)
                .map(hit -> failure(lines, hit))
                .or(() -> lines.first(UNHANDLED).map(hit -> unhandled(lines, lines.filled(hit.index() + 1))));
    }

    private static Failure unhandled(OutputLines lines, int from) {
        return VITEST.symptom(RUNTIME_ERROR, lines.at(from), StackFrames.javaScript(lines, from, from + 40));
    }

    private static Failure failure(OutputLines lines, Hit hit) {
        int from = lines.filled(hit.index() + 1);
        while (FAIL.matcher(lines.at(from)).find()) {
            from = lines.filled(from + 1);
        }
        int end = lines.next(FAIL, from);
        String message = lines.at(from).strip();
        Location frame = StackFrames.javaScript(lines, from, end);
        Location place = lines.first(TRANSFORM, from, end)
                .filter(found -> !StackFrames.foreign(found.group(1)))
                .map(found -> found.place(1, 2))
                .orElse(null);
        if (!hit.group(2).isEmpty()) {
            Location known = frame != null ? frame : place;
            return VITEST.test(message, known != null ? known : Location.at(hit.group(1), null), hit.group(2));
        }
        FailureType type = Symptom.whileLoading(TEST_FAILURE, message);
        // A parser that gives up shows nothing but its own frames.
        if (frame == null
                && type == TEST_FAILURE
                && lines.first(PARSER, from, end).isPresent()) {
            type = COMPILATION_ERROR;
        }
        Location known = place != null ? place : frame;
        return VITEST.of(type, message, known != null ? known : Location.at(hit.group(1), null));
    }
}
