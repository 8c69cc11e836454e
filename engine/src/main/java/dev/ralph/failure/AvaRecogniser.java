package dev.ralph.failure;

import static dev.ralph.failure.FailureType.RUNTIME_ERROR;
import static dev.ralph.failure.FailureType.TEST_FAILURE;
import static dev.ralph.failure.FailureType.TIMEOUT_ERROR;

import dev.ralph.failure.OutputLines.Hit;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// `✘ [fail]: test`, and below the rule a part for each: its name, what was wrong, a trace.
final class AvaRecogniser {
    private static final Reading AVA = new Reading("ava", Reading.TEST_RUNNER);
    private static final Pattern FAIL = Pattern.compile(
            "^\\s*[✘✖×] \\[(?:fail|unexpected pass)\\]: (.+?)( Error thrown in test| Rejected promise returned by test"
                    + "| Test timeout exceeded| Test was expected to fail, but succeeded.*)?$");
    private static final Pattern UNCAUGHT =
            Pattern.compile("^\\s*(?:Uncaught exception|Unhandled rejection) in (\\S+)$");
    private static final Pattern PART = Pattern.compile("^  (?=\\S)(?! *[✘✖×✔]|─)(.+)$");
    private static final Pattern PLACE = Pattern.compile("^\\s+› (?:\\S+ \\()?file://(\\S+?):(\\d+):\\d+\\)?$");
    private static final Pattern CODE = Pattern.compile("^\\s+(\\S+\\.[cm]?[jt]sx?):(\\d+)$");
    private static final Pattern ERROR =
            Pattern.compile("^\\s+((?:[A-Z]\\w*)?(?:Error|Exception)(?: \\[\\w+\\])?: .+)$");
    private static final Pattern SAID =
            Pattern.compile("^\\s+(Difference .*|Value is .*|Function returned:.*|Test .*)$");

    private AvaRecogniser() {}

    static Optional<Failure> read(OutputLines lines) {
        return lines.first(FAIL)
                .map(hit -> failure(lines, hit))
                .or(() -> lines.first(UNCAUGHT).map(hit -> uncaught(lines, hit)));
    }

    private static Failure uncaught(OutputLines lines, Hit hit) {
        int from = lines.filled(hit.index() + 1);
        String message = lines.at(from).strip();
        Location frame = StackFrames.javaScript(lines, from, from + 40);
        return AVA.of(
                Symptom.whileLoading(RUNTIME_ERROR, message),
                message,
                frame == null ? Location.at(hit.group(1), null) : frame);
    }

    private static Failure failure(OutputLines lines, Hit fail) {
        String test = fail.group(1);
        int from = lines.every(PART, fail.index() + 1, lines.size())
                .filter(part -> part.group(1).equals(test))
                .findFirst()
                .map(Hit::index)
                .orElse(fail.index());
        Set<String> others = lines.every(FAIL).map(hit -> hit.group(1)).collect(Collectors.toSet());
        int end = lines.every(PART, from + 1, from + 60)
                .filter(part -> others.contains(part.group(1)))
                .findFirst()
                .map(Hit::index)
                .orElse(from + 60);
        Optional<Hit> error = lines.first(ERROR, from, end);
        String message = error.or(() -> lines.first(SAID, from, end))
                .map(hit ->
                        hit.group(1) + (error.isPresent() ? "" : "\n" + lines.joined(hit.index() + 1, hit.index() + 5)))
                .orElse(fail.group(2).isEmpty() ? lines.at(fail.index()).strip() : fail.group(2));
        Location place = lines.place(PLACE, from, end);
        Location frame = place == null ? StackFrames.javaScript(lines, from, end) : place;
        Location known = frame == null ? lines.place(CODE, from, end) : frame;
        Location in = (known == null ? Location.UNKNOWN : known).in(test);
        FailureType type = fail.group(2).contains("timeout")
                ? TIMEOUT_ERROR
                : error.isPresent() ? Symptom.of(TEST_FAILURE, message) : TEST_FAILURE;
        return AVA.of(type, message, in);
    }
}
