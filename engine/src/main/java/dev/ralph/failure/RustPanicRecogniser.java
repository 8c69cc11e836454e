package dev.ralph.failure;

import dev.ralph.failure.OutputLines.Hit;
import java.util.Optional;
import java.util.regex.Pattern;

/// `thread 'main' panicked at src/main.rs:2:5:` with its words behind it, or before it in older versions.
final class RustPanicRecogniser implements Recogniser {
    private static final Pattern PANIC = Pattern.compile(
            "^\\s*thread '([^']*)'(?: \\(\\d+\\))? panicked at (?:'(.*)', )?([^\\s:'][^:]*):(\\d+):\\d+:?$");
    private static final Pattern OVERFLOW =
            Pattern.compile("^thread '([^']*)'(?: \\(\\d+\\))? has overflowed its stack");

    @Override
    public String tool() {
        return "rust";
    }

    @Override
    public Optional<Failure> read(FailureOutput output) {
        OutputLines lines = OutputLines.of(output);
        return first(lines, 0, lines.size())
                .or(() -> lines.first(OVERFLOW)
                        .map(hit -> Reading.of(
                                FailureType.RUNTIME_ERROR, Reading.UNCAUGHT, tool(), lines.at(hit.index()), null)));
    }

    Optional<Failure> first(OutputLines lines, int from, int to) {
        return lines.first(PANIC, from, to).map(hit -> failure(lines, hit));
    }

    private Failure failure(OutputLines lines, Hit hit) {
        String message = hit.group(2).isEmpty() ? lines.at(hit.index() + 1).strip() : hit.group(2);
        Location place = StackFrames.foreign(hit.group(3)) ? null : StackFrames.place(hit, 3, 4);
        return Reading.of(Symptom.of(FailureType.RUNTIME_ERROR, message), Reading.UNCAUGHT, tool(), message, place);
    }
}
