package dev.ralph.failure;

import dev.ralph.failure.OutputLines.Hit;
import java.util.Optional;
import java.util.regex.Pattern;

/// JUnit started by itself: the text runner of version 4, the console launcher since version 5.
final class JunitRecogniser implements Recogniser {
    private static final Pattern FAILURES =
            Pattern.compile("^There (?:was|were) \\d+ failures?:|^(?:Test run )?Failures \\(\\d+\\):");
    private static final Pattern FIRST =
            Pattern.compile("^1\\) (\\w+)\\(([\\w.$]+)\\)|^\\s+JUnit \\w+:(?:.*:)?([^:]+)$");
    private static final Pattern THROWN =
            Pattern.compile("^\\s*(?:=> )?((?:[\\w$]+\\.)+\\w*(?:Error|Exception|Failure)\\w*(?::.*)?)$");

    @Override
    public String tool() {
        return "junit";
    }

    @Override
    public Optional<Failure> read(FailureOutput output) {
        OutputLines lines = OutputLines.of(output);
        return lines.first(FAILURES)
                .flatMap(hit -> lines.first(FIRST, hit.index(), lines.size()))
                .map(hit -> failure(lines, hit));
    }

    private Failure failure(OutputLines lines, Hit hit) {
        int from = hit.index() + 1;
        String message = lines.first(THROWN, from, from + 6)
                .map(thrown -> thrown.group(1))
                .orElse(lines.at(from).strip());
        Location frame = StackFrames.java(lines, from, from + 60);
        String name = hit.group(1).isEmpty() ? hit.group(3) : hit.group(1);
        return Reading.of(
                Symptom.of(FailureType.TEST_FAILURE, message),
                Reading.TEST_RUNNER,
                tool(),
                message,
                (frame == null ? Location.UNKNOWN : frame).in(name.replace("()", "")));
    }
}
