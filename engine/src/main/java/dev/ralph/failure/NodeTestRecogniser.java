package dev.ralph.failure;

import dev.ralph.failure.OutputLines.Hit;
import java.util.Optional;
import java.util.regex.Pattern;

/// `node --test` with its reporters `spec` and `dot`; its reporter `tap` is read by [TapRecogniser].
final class NodeTestRecogniser {
    private static final Reading NODE_TEST = new Reading("node --test", Reading.TEST_RUNNER);
    private static final Pattern COUNT = Pattern.compile("^(?:ℹ|#) (?:fail|cancelled) (\\d+)$");
    private static final Pattern LIST = Pattern.compile("^✖ failing tests:$|^Failed tests:$");
    private static final Pattern FAILED = Pattern.compile("^\\s*✖ (.+?) \\([\\d.]+ ?ms\\)");
    private static final Pattern FILE = Pattern.compile("\\.[cm]?[jt]sx?$");
    private static final Pattern PLACE = Pattern.compile("^test at (.+):(\\d+):\\d+$");

    private NodeTestRecogniser() {}

    static Optional<Failure> read(OutputLines lines) {
        if (!lines.has(LIST) && lines.every(COUNT).allMatch(hit -> hit.number(1) == null)) {
            return Optional.empty();
        }
        int from = lines.first(LIST).map(Hit::index).orElse(0);
        return lines.first(FAILED, from + 1, lines.size())
                .or(() -> lines.first(FAILED))
                .map(hit -> failure(lines, hit));
    }

    private static Failure failure(OutputLines lines, Hit hit) {
        return loading(NODE_TEST, lines, hit.group(1)).orElseGet(() -> {
            int from = lines.filled(hit.index() + 1);
            Location frame = StackFrames.javaScript(lines, from, lines.next(FAILED, from));
            return NODE_TEST.test(
                    lines.at(from).strip(),
                    frame != null
                            ? frame
                            : lines.last(PLACE, hit.index() - 2, hit.index())
                                    .map(place -> place.place(1, 2))
                                    .orElse(null),
                    hit.group(1));
        });
    }

    /// A file as a whole fails where it cannot be loaded; what it printed says why.
    static Optional<Failure> loading(Reading reading, OutputLines lines, String test) {
        return FILE.matcher(test).find()
                ? NodeRecogniser.read(lines).map(why -> reading.of(why.type(), why.message(), why.location()))
                : Optional.empty();
    }
}
