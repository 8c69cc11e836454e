package dev.ralph.failure;

import dev.ralph.failure.OutputLines.Hit;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// An uncaught error of Node: the place, the line of code, the error, its trace.
final class NodeRecogniser implements Recogniser {
    private static final Pattern PLACE =
            Pattern.compile("^\\s*(?:# )?((?:file://)?/[^:]*|[A-Za-z]:\\\\[^:]*|[\\w./-]+\\.[cm]?[jt]sx?):(\\d+)$");
    private static final Pattern ERROR = Pattern.compile(
            "^(?:# )?(?:Uncaught )?((?:\\w+\\.)*[A-Z]\\w*(?:Error|Exception)|Error|DOMException)(?: \\[\\w+\\])?: (.*)$|^(?:# )?((?:\\w+\\.)*[A-Z]\\w*Error|Error)(?: \\[\\w+\\])?$");
    private static final Pattern REJECTED = Pattern.compile("\\[UnhandledPromiseRejection: |triggerUncaughtException");
    private static final Pattern HEAP = Pattern.compile("^FATAL ERROR: .*(?:heap out of memory|Allocation failed)");
    private static final Pattern LOADER = Pattern.compile("\\((?:node:)?internal/|at (?:node:)?internal/|/parse-json/");

    @Override
    public String tool() {
        return "node";
    }

    @Override
    public Optional<Failure> read(FailureOutput output) {
        OutputLines lines = OutputLines.of(output);
        Optional<Hit> heap = lines.first(HEAP);
        if (heap.isPresent()) {
            return Optional.of(Reading.of(
                    FailureType.RESOURCE_ERROR,
                    Reading.ENDED,
                    tool(),
                    lines.at(heap.get().index()),
                    null));
        }
        Hit last = null;
        for (Hit hit : lines.every(ERROR)) {
            if (thrown(lines, hit.index())) {
                last = hit;
            }
        }
        return last == null
                ? lines.first(REJECTED).map(hit -> uncaught(lines, hit.index()))
                : Optional.of(uncaught(lines, last.index()));
    }

    /// Whether a trace follows, or the line of code precedes.
    private static boolean thrown(OutputLines lines, int error) {
        for (int i = error + 1; i < error + 12; i++) {
            if (lines.at(i).contains("    at ") || lines.at(i).startsWith("Node.js v")) {
                return true;
            }
        }
        return false;
    }

    private Failure uncaught(OutputLines lines, int error) {
        String message = withoutMark(lines.at(error));
        int end = error + 40;
        FailureType type = Symptom.of(FailureType.RUNTIME_ERROR, message);
        if (type == FailureType.RUNTIME_ERROR && Symptom.syntax(message) && loading(lines, error)) {
            type = FailureType.COMPILATION_ERROR;
        }
        Location frame = StackFrames.javaScript(lines, error, end);
        Location place = place(lines, error);
        Location location = place == null ? frame : frame == null ? place : placeOf(place, frame, type);
        return type == FailureType.COMPILATION_ERROR
                ? Reading.of(type, Reading.UNCAUGHT, tool(), message, location)
                : Reading.uncaught(Reading.UNCAUGHT, tool(), message, location);
    }

    /// The line of code that is printed above an error is where it was thrown.
    private static Location placeOf(Location place, Location frame, FailureType type) {
        return type == FailureType.RUNTIME_ERROR && frame.file() != null ? frame : place.or(frame);
    }

    private static @Nullable Location place(OutputLines lines, int error) {
        return lines.last(PLACE, error - 8, error)
                .filter(hit -> !StackFrames.foreign(hit.group(1)))
                .map(hit -> StackFrames.place(hit, 1, 2))
                .orElse(null);
    }

    /// Whether Node read a file when it happened: a program that parses something itself is in the first frame.
    private static boolean loading(OutputLines lines, int error) {
        for (int i = error + 1; i < error + 12; i++) {
            if (lines.at(i).contains(" at ")) {
                return LOADER.matcher(lines.at(i)).find();
            }
        }
        return true;
    }

    private static String withoutMark(String line) {
        return line.startsWith("# ") ? line.substring(2) : line;
    }
}
