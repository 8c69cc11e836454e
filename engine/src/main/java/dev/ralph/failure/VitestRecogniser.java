package dev.ralph.failure;

import dev.ralph.failure.OutputLines.Hit;
import java.util.Optional;
import java.util.regex.Pattern;

/// ` FAIL  test/order.test.ts > Suite > test`, the error, ` ❯ test/order.test.ts:6:23`.
final class VitestRecogniser implements Recogniser {
    private static final Pattern FAIL =
            Pattern.compile("^\\s*FAIL\\s+(?:\\|?[\\w-]+\\|? +)?(\\S+\\.[cm]?[jt]sx?)(?: > (.+)|\\s+\\[ .+ \\])$");
    private static final Pattern UNHANDLED = Pattern.compile("^⎯+ Unhandled (?:Errors?|Rejection) ⎯+");
    private static final Pattern TRANSFORM =
            Pattern.compile("^\\s*(?:file: )?(/?\\S+\\.[cm]?[jt]sx?):(\\d+):\\d+(?:: ERROR: .*)?$");

    private static final Pattern PARSER =
            Pattern.compile("(?i)^\\s*❯ .*(?:parseAst|transform|getRollupError|esbuild|babel|swc|failureErrorWithLog)");

    @Override
    public String tool() {
        return "vitest";
    }

    @Override
    public Optional<Failure> read(FailureOutput output) {
        OutputLines lines = OutputLines.of(output);
        Optional<Hit> fail = lines.first(FAIL);
        if (fail.isPresent()) {
            return Optional.of(failure(lines, fail.get()));
        }
        return lines.first(UNHANDLED).map(hit -> {
            int from = lines.filled(hit.index() + 1);
            Location frame = StackFrames.javaScript(lines, from, from + 40);
            return Reading.of(
                    Symptom.of(FailureType.RUNTIME_ERROR, lines.at(from)),
                    Reading.TEST_RUNNER,
                    tool(),
                    lines.at(from),
                    frame);
        });
    }

    private Failure failure(OutputLines lines, Hit hit) {
        int from = lines.filled(hit.index() + 1);
        while (FAIL.matcher(lines.at(from)).find()) {
            from = lines.filled(from + 1);
        }
        int end = lines.first(FAIL, from, lines.size()).map(Hit::index).orElse(lines.size());
        String message = lines.at(from).strip();
        boolean suite = hit.group(2).isEmpty();
        FailureType type = suite
                ? Symptom.whileLoading(FailureType.TEST_FAILURE, message)
                : Symptom.of(FailureType.TEST_FAILURE, message);
        Location frame = StackFrames.javaScript(lines, from, end);
        // A parser that gives up shows nothing but its own frames.
        if (suite
                && frame == null
                && type == FailureType.TEST_FAILURE
                && lines.first(PARSER, from, end).isPresent()) {
            type = FailureType.COMPILATION_ERROR;
        }
        if (suite || frame == null) {
            Optional<Hit> place = lines.first(TRANSFORM, from, end);
            if (place.isPresent() && !StackFrames.foreign(place.get().group(1))) {
                frame = StackFrames.place(place.get(), 1, 2);
            }
        }
        return Reading.of(
                type,
                Reading.TEST_RUNNER,
                tool(),
                message,
                (frame == null ? Location.at(hit.group(1), null) : frame).in(suite ? null : hit.group(2)));
    }
}
