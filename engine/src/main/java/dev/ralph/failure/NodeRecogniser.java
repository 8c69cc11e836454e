package dev.ralph.failure;

import static dev.ralph.failure.FailureType.COMPILATION_ERROR;
import static dev.ralph.failure.FailureType.RUNTIME_ERROR;

import java.util.Optional;
import java.util.regex.Pattern;

/// An uncaught error of Node: the place, the line of code, the error, its trace.
final class NodeRecogniser {
    private static final Reading NODE = new Reading("node", Reading.UNCAUGHT);
    private static final Pattern TRACE = Pattern.compile("    at |^Node\\.js v");
    private static final Pattern FRAME = Pattern.compile(" at ");
    private static final Pattern PLACE =
            Pattern.compile("^\\s*(?:# )?((?:file://)?/[^:]*|[A-Za-z]:\\\\[^:]*|[\\w./-]+\\.[cm]?[jt]sx?):(\\d+)$");
    private static final Pattern ERROR = Pattern.compile(
            "^(?:# )?(?:Uncaught )?((?:\\w+\\.)*[A-Z]\\w*(?:Error|Exception)|Error|DOMException)(?: \\[\\w+\\])?: (.*)$|^(?:# )?((?:\\w+\\.)*[A-Z]\\w*Error|Error)(?: \\[\\w+\\])?$");
    private static final Pattern REJECTED = Pattern.compile("\\[UnhandledPromiseRejection: |triggerUncaughtException");
    private static final Pattern LOADER = Pattern.compile("\\((?:node:)?internal/|at (?:node:)?internal/|/parse-json/");

    private NodeRecogniser() {}

    static Optional<Failure> read(OutputLines lines) {
        return lines.every(ERROR)
                .filter(hit -> thrown(lines, hit.index()))
                .reduce((_, last) -> last)
                .or(() -> lines.first(REJECTED))
                .map(hit -> uncaught(lines, hit.index()));
    }

    /// Whether a trace follows, or the line of code precedes.
    private static boolean thrown(OutputLines lines, int error) {
        return lines.first(TRACE, error + 1, error + 12).isPresent();
    }

    private static Failure uncaught(OutputLines lines, int error) {
        String line = lines.at(error);
        String message = line.startsWith("# ") ? line.substring(2) : line;
        FailureType type = Symptom.of(RUNTIME_ERROR, message);
        if (type == RUNTIME_ERROR && Symptom.syntax(message) && loading(lines, error)) {
            type = COMPILATION_ERROR;
        }
        Location frame = StackFrames.javaScript(lines, error, error + 40);
        Location place = lines.last(PLACE, error - 8, error)
                .filter(hit -> !StackFrames.foreign(hit.group(1)))
                .map(hit -> hit.place(1, 2))
                .orElse(null);
        Location location = place == null ? frame : frame == null ? place : placeOf(place, frame, type);
        return type == COMPILATION_ERROR ? NODE.of(type, message, location) : NODE.uncaught(message, location);
    }

    /// The line of code that is printed above an error is where it was thrown.
    private static Location placeOf(Location place, Location frame, FailureType type) {
        return type == RUNTIME_ERROR && frame.file() != null ? frame : place.or(frame);
    }

    /// Whether Node read a file when it happened: a program that parses something itself is in the first frame.
    private static boolean loading(OutputLines lines, int error) {
        return lines.first(FRAME, error + 1, error + 12)
                .map(hit -> LOADER.matcher(lines.at(hit.index())).find())
                .orElse(true);
    }
}
