package dev.ralph.failure;

import static dev.ralph.failure.FailureType.RUNTIME_ERROR;

import java.util.Optional;
import java.util.regex.Pattern;

/// A panic of a Go program, what Go's runtime calls fatal, and what `go run` says of a program that failed.
final class GoRecogniser {
    static final Pattern PANIC =
            Pattern.compile("^(panic: .+|fatal error: .+|runtime: out of memory.*|WARNING: DATA RACE)$");
    private static final Pattern GOROUTINE =
            Pattern.compile("^goroutine \\d+(?: gp=\\S+.*)? \\[.+\\]:$|^Goroutine \\d+ \\(\\w+\\) created at:$");

    private static final Pattern FILLED = Pattern.compile("\\S");
    private static final Pattern ENDED = Pattern.compile("^exit status \\d+$");

    private GoRecogniser() {}

    static Optional<Failure> read(OutputLines lines) {
        return lines.has(GOROUTINE)
                ? lines.first(PANIC)
                        .map(hit -> new Reading("go", Reading.UNCAUGHT)
                                .symptom(
                                        RUNTIME_ERROR,
                                        hit.group(1),
                                        StackFrames.go(lines, hit.index(), hit.index() + 80)))
                : lines.last(FILLED)
                        .filter(last -> ENDED.matcher(lines.at(last.index())).matches())
                        .map(last -> new Reading("go", Reading.SHELL)
                                .symptom(RUNTIME_ERROR, lines.joined(last.index() - 1, last.index() + 1), null));
    }
}
