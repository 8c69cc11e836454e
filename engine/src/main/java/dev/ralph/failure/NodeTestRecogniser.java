package dev.ralph.failure;

import dev.ralph.failure.OutputLines.Hit;
import java.util.Optional;
import java.util.regex.Pattern;

/// `node --test` with its reporter `spec`; its reporter `tap` is read by [TapRecogniser].
final class NodeTestRecogniser implements Recogniser {
    private static final Pattern COUNT = Pattern.compile("^(?:ℹ|#) (?:fail|cancelled) (\\d+)$");
    private static final Pattern LIST = Pattern.compile("^✖ failing tests:$");
    private static final Pattern FAILED = Pattern.compile("^\\s*✖ (.+?) \\([\\d.]+ ?ms\\)");
    private static final Pattern FILE = Pattern.compile("\\.[cm]?[jt]sx?$");
    private static final Pattern PLACE = Pattern.compile("^test at (.+):(\\d+):\\d+$");

    @Override
    public String tool() {
        return "node --test";
    }

    @Override
    public Optional<Failure> read(FailureOutput output) {
        OutputLines lines = OutputLines.of(output);
        if (lines.every(COUNT).stream().allMatch(hit -> hit.number(1) == null)) {
            return Optional.empty();
        }
        int from = lines.first(LIST).map(Hit::index).orElse(0);
        return lines.first(FAILED, from + 1, lines.size())
                .or(() -> lines.first(FAILED))
                .map(hit -> failure(output, lines, hit));
    }

    private Failure failure(FailureOutput output, OutputLines lines, Hit hit) {
        int from = lines.filled(hit.index() + 1);
        String message = lines.at(from).strip();
        // A file as a whole fails where it cannot be loaded; what it printed says why.
        if (FILE.matcher(hit.group(1)).find()) {
            Optional<Failure> loading = new NodeRecogniser().read(output);
            if (loading.isPresent()) {
                Failure why = loading.get();
                return Reading.of(why.type(), Reading.TEST_RUNNER, tool(), why.message(), why.location());
            }
        }
        int end = lines.first(FAILED, from, lines.size()).map(Hit::index).orElse(lines.size());
        Location frame = StackFrames.javaScript(lines, from, end);
        if (frame == null) {
            frame = lines.last(PLACE, hit.index() - 2, hit.index())
                    .map(place -> StackFrames.place(place, 1, 2))
                    .orElse(Location.UNKNOWN);
        }
        return Reading.of(
                Symptom.of(FailureType.TEST_FAILURE, message),
                Reading.TEST_RUNNER,
                tool(),
                message,
                frame.in(hit.group(1)));
    }
}
