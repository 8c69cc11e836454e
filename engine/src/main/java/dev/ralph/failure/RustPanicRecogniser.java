package dev.ralph.failure;

import dev.ralph.failure.OutputLines.Hit;
import java.util.Optional;
import java.util.regex.Pattern;

/// `thread 'main' panicked at src/main.rs:2:5:` with its words behind it, or before it in older versions.
final class RustPanicRecogniser implements Recogniser {
    private static final Pattern PANIC = Pattern.compile(
            "^\\s*thread '([^']*)'(?: \\(\\d+\\))? panicked at (?:'(.*)', )?([^\\s:'][^:]*):(\\d+):\\d+:?$");
    /// Before Rust 1.73 the place stood behind the words, on the last of their lines.
    private static final Pattern OLD = Pattern.compile("^\\s*thread '[^']*' panicked at '(.*)$");

    private static final Pattern OLD_END = Pattern.compile("^(.*)', ([^\\s:'][^:]*):(\\d+):\\d+$");

    private static final Pattern OVERFLOW =
            Pattern.compile("^thread '([^']*)'(?: \\(\\d+\\))? has overflowed its stack");

    private static final int LONGEST = 12;

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
        return lines.first(PANIC, from, to).map(hit -> failure(lines, hit)).or(() -> old(lines, from, to));
    }

    private Optional<Failure> old(OutputLines lines, int from, int to) {
        return lines.first(OLD, from, to)
                .flatMap(begin -> lines.first(OLD_END, begin.index() + 1, Math.min(to, begin.index() + LONGEST))
                        .map(end -> {
                            String words = begin.group(1) + "\n" + lines.joined(begin.index() + 1, end.index());
                            String message = words.strip() + "\n" + end.group(1);
                            return failure(message, StackFrames.place(end, 2, 3));
                        }));
    }

    private Failure failure(OutputLines lines, Hit hit) {
        String message = hit.group(2).isEmpty() ? lines.at(hit.index() + 1).strip() : hit.group(2);
        return failure(message, StackFrames.place(hit, 3, 4));
    }

    private Failure failure(String message, Location found) {
        Location place = StackFrames.foreign(String.valueOf(found.file())) ? null : found;
        return Reading.of(Symptom.of(FailureType.RUNTIME_ERROR, message), Reading.UNCAUGHT, tool(), message, place);
    }
}
