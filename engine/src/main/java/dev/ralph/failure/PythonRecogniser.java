package dev.ralph.failure;

import static dev.ralph.failure.FailureType.COMPILATION_ERROR;
import static dev.ralph.failure.FailureType.RUNTIME_ERROR;

import dev.ralph.failure.OutputLines.Hit;
import java.util.Optional;
import java.util.regex.Pattern;

/// The last traceback, and programs that Python cannot read.
final class PythonRecogniser {
    private static final Reading PYTHON = new Reading("python", Reading.UNCAUGHT);
    private static final Pattern TRACEBACK =
            Pattern.compile("^\\s*(?:\\+ )?(?:Exception Group )?Traceback \\(most recent call last\\):");
    private static final Pattern EXCEPTION = Pattern.compile("^[A-Za-z_][\\w.]*(?:: .*)?$");
    private static final Pattern SYNTAX = Pattern.compile("^(?:Syntax|Indentation|Tab)Error: .*");

    private static final Pattern FILE = Pattern.compile("^\\s*File \"");
    private static final Pattern CALLED = Pattern.compile("\\.\\w+\\(");

    private PythonRecogniser() {}

    static Optional<Failure> read(OutputLines lines) {
        return lines.last(SYNTAX)
                .map(Hit::index)
                .filter(at -> lines.first(FILE, at - 6, at).isPresent())
                .map(at -> PYTHON.of(COMPILATION_ERROR, lines.at(at), StackFrames.python(lines, at - 6, at)))
                .or(() -> lines.last(TRACEBACK).map(hit -> uncaught(lines, hit.index() + 1)));
    }

    private static Failure uncaught(OutputLines lines, int from) {
        int end = from;
        while (end < lines.size()
                && (lines.at(end).startsWith(" ")
                        || (lines.at(end).isEmpty()
                                && (end < from + 1 || lines.at(end + 1).startsWith("  "))))) {
            end++;
        }
        String message = exception(lines, from, Math.min(lines.size(), end + 1));
        Failure failure = PYTHON.uncaught(message, StackFrames.python(lines, from, end));
        // None in the place of something that is called: nobody made it yet. None in the place of a value: a value.
        return failure.type() == RUNTIME_ERROR && message.contains("'NoneType' object has no attribute")
                ? failure.missing(called(lines, from, end))
                : failure;
    }

    private static boolean called(OutputLines lines, int from, int end) {
        for (int i = end - 1; i >= from; i--) {
            String line = lines.at(i).strip();
            if (!line.isEmpty() && !line.matches("[~^]+(?: *[~^]+)*")) {
                return CALLED.matcher(line).find();
            }
        }
        return false;
    }

    /// The last line that is an exception with its words.
    static String exception(OutputLines lines, int from, int end) {
        return lines.every(EXCEPTION, from, end)
                .map(hit -> lines.at(hit.index()))
                .reduce((_, last) -> last)
                .orElseGet(() -> lines.at(end - 1).strip());
    }
}
