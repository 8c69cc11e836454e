package dev.ralph.failure;

import dev.ralph.failure.OutputLines.Hit;
import java.util.Optional;
import java.util.regex.Pattern;

/// A panic of a Go program, and what Go's runtime calls fatal.
final class GoRecogniser implements Recogniser {
    static final Pattern PANIC = Pattern.compile("^(panic: .+|fatal error: .+|runtime: out of memory.*)$");
    private static final Pattern GOROUTINE = Pattern.compile("^goroutine \\d+(?: gp=\\S+.*)? \\[.+\\]:$");

    @Override
    public String tool() {
        return "go";
    }

    @Override
    public Optional<Failure> read(FailureOutput output) {
        OutputLines lines = OutputLines.of(output);
        if (!lines.has(GOROUTINE)) {
            return Optional.empty();
        }
        return lines.first(PANIC).map(hit -> failure(lines, hit));
    }

    private Failure failure(OutputLines lines, Hit hit) {
        return Reading.of(
                Symptom.of(FailureType.RUNTIME_ERROR, hit.group(1)),
                Reading.UNCAUGHT,
                tool(),
                hit.group(1),
                StackFrames.go(lines, hit.index(), hit.index() + 80));
    }
}
