package dev.ralph.failure;

import dev.ralph.failure.OutputLines.Hit;
import java.util.Optional;
import java.util.regex.Pattern;

/// `1 failing`, then `1) Suite`, the test, the error and its trace.
final class MochaRecogniser implements Recogniser {
    private static final Pattern FAILING = Pattern.compile("^\\s+\\d+ failing$");
    private static final Pattern FIRST = Pattern.compile("^\\s+1\\) (.+)$");

    @Override
    public String tool() {
        return "mocha";
    }

    @Override
    public Optional<Failure> read(FailureOutput output) {
        OutputLines lines = OutputLines.of(output);
        Optional<Hit> failing = lines.first(FAILING);
        return failing.flatMap(hit -> lines.first(FIRST, hit.index(), lines.size()))
                .map(hit -> failure(lines, hit));
    }

    private Failure failure(OutputLines lines, Hit first) {
        int name = first.index();
        while (name < first.index() + 10
                && !lines.at(name).endsWith(":")
                && !lines.at(name + 1).isBlank()) {
            name++;
        }
        String below = lines.joined(first.index() + 1, name + 1).replace('\n', ' ');
        String test = (first.group(1) + " " + below).strip();
        int from = lines.filled(name + 1);
        String message = lines.at(from).strip();
        Location frame = StackFrames.javaScript(lines, from, from + 60);
        return Reading.of(
                Symptom.of(FailureType.TEST_FAILURE, message),
                Reading.TEST_RUNNER,
                tool(),
                message,
                (frame == null ? Location.UNKNOWN : frame)
                        .in(test.endsWith(":") ? test.substring(0, test.length() - 1) : test));
    }
}
