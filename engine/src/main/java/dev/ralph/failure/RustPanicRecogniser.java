package dev.ralph.failure;

import static dev.ralph.failure.FailureType.RUNTIME_ERROR;

import dev.ralph.failure.OutputLines.Hit;
import java.util.Optional;
import java.util.regex.Pattern;

/// `thread 'main' panicked at src/main.rs:2:5:` with its words behind it, or before it in older versions.
final class RustPanicRecogniser {
    private static final Pattern PANIC = Pattern.compile(
            "^\\s*thread '([^']*)'(?: \\(\\d+\\))? panicked at (?:'(.*)', )?([^\\s:'][^:]*):(\\d+):\\d+:?$");
    /// Before Rust 1.73 the place stood behind the words, on the last of their lines.
    private static final Pattern OLD = Pattern.compile("^\\s*thread '[^']*' panicked at '(.*)$");

    private static final Pattern OLD_END = Pattern.compile("^(.*)', ([^\\s:'][^:]*):(\\d+):\\d+$");

    private static final int LONGEST = 12;

    private RustPanicRecogniser() {}

    static Optional<Failure> read(OutputLines lines) {
        return first(lines, 0, lines.size());
    }

    static Optional<Failure> first(OutputLines lines, int from, int to) {
        return lines.first(PANIC, from, to).map(hit -> failure(lines, hit)).or(() -> old(lines, from, to));
    }

    private static Failure failure(OutputLines lines, Hit hit) {
        String message = hit.group(2).isEmpty() ? lines.at(hit.index() + 1).strip() : hit.group(2);
        return failure(message, hit.place(3, 4));
    }

    private static Optional<Failure> old(OutputLines lines, int from, int to) {
        return lines.first(OLD, from, to)
                .flatMap(begin -> lines.first(OLD_END, begin.index() + 1, Math.min(to, begin.index() + LONGEST))
                        .map(end -> {
                            String words = begin.group(1) + "\n" + lines.joined(begin.index() + 1, end.index());
                            return failure(words.strip() + "\n" + end.group(1), end.place(2, 3));
                        }));
    }

    private static Failure failure(String message, Location place) {
        return new Reading("rust", Reading.UNCAUGHT)
                .symptom(RUNTIME_ERROR, message, StackFrames.foreign(String.valueOf(place.file())) ? null : place);
    }
}
