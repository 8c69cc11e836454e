package dev.ralph.failure;

import dev.ralph.failure.OutputLines.Hit;
import java.util.Optional;
import java.util.regex.Pattern;

/// `1 failing`, then `1) Suite`, the test, the error and its trace.
final class MochaRecogniser {
    private static final Pattern FAILING = Pattern.compile("^\\s+\\d+ failing$");
    private static final Pattern FIRST = Pattern.compile("^\\s+1\\) (.+)$");

    private MochaRecogniser() {}

    static Optional<Failure> read(OutputLines lines) {
        return lines.first(FAILING)
                .flatMap(hit -> lines.first(FIRST, hit.index(), lines.size()))
                .map(hit -> failure(lines, hit));
    }

    private static Failure failure(OutputLines lines, Hit first) {
        int name = first.index();
        while (name < first.index() + 10
                && !lines.at(name).endsWith(":")
                && !lines.at(name + 1).isBlank()) {
            name++;
        }
        String below = lines.joined(first.index() + 1, name + 1).replace('\n', ' ');
        String test = (first.group(1) + " " + below).strip();
        int from = lines.filled(name + 1);
        return new Reading("mocha", Reading.TEST_RUNNER)
                .test(
                        lines.at(from).strip(),
                        StackFrames.javaScript(lines, from, from + 60),
                        test.endsWith(":") ? test.substring(0, test.length() - 1) : test);
    }
}
