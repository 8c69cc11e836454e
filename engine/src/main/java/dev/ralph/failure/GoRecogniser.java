package dev.ralph.failure;

import static dev.ralph.failure.FailureType.RUNTIME_ERROR;

import java.util.Optional;
import java.util.regex.Pattern;

/// A panic of a Go program, and what Go's runtime calls fatal.
final class GoRecogniser {
    static final Pattern PANIC = Pattern.compile("^(panic: .+|fatal error: .+|runtime: out of memory.*)$");
    private static final Pattern GOROUTINE = Pattern.compile("^goroutine \\d+(?: gp=\\S+.*)? \\[.+\\]:$");

    private GoRecogniser() {}

    static Optional<Failure> read(OutputLines lines) {
        return lines.has(GOROUTINE)
                ? lines.first(PANIC)
                        .map(hit -> new Reading("go", Reading.UNCAUGHT)
                                .symptom(
                                        RUNTIME_ERROR,
                                        hit.group(1),
                                        StackFrames.go(lines, hit.index(), hit.index() + 80)))
                : Optional.empty();
    }
}
