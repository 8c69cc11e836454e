package dev.ralph.failure;

import dev.ralph.failure.OutputLines.Hit;
import java.util.Optional;
import java.util.regex.Pattern;

/// JUnit started by itself: the text runner of version 4, the console launcher since version 5.
final class JunitRecogniser {
    private static final Pattern FAILURES =
            Pattern.compile("^There (?:was|were) \\d+ failures?:|^(?:Test run )?Failures \\(\\d+\\):");
    private static final Pattern FIRST =
            Pattern.compile("^1\\) (\\w+)\\(([\\w.$]+)\\)|^\\s+JUnit \\w+:(?:.*:)?([^:]+)$");
    private static final Pattern THROWN =
            Pattern.compile("^\\s*(?:=> )?((?:[\\w$]+\\.)+\\w*(?:Error|Exception|Failure)\\w*(?::.*)?)$");

    private JunitRecogniser() {}

    static Optional<Failure> read(OutputLines lines) {
        return lines.first(FAILURES)
                .flatMap(hit -> lines.first(FIRST, hit.index(), lines.size()))
                .map(hit -> failure(lines, hit));
    }

    private static Failure failure(OutputLines lines, Hit hit) {
        int from = hit.index() + 1;
        String message = lines.first(THROWN, from, from + 6)
                .map(thrown -> thrown.group(1))
                .orElse(lines.at(from).strip());
        return new Reading("junit", Reading.TEST_RUNNER)
                .test(
                        message,
                        StackFrames.java(lines, from, from + 60),
                        hit.either(1, 3).replace("()", ""));
    }
}
