package dev.ralph.failure;

import static dev.ralph.failure.FailureType.TEST_FAILURE;

import dev.ralph.failure.OutputLines.Hit;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// `not ok 2 - name` of any producer, with a YAML block or with remarks; and what `prove` says of them.
final class TapRecogniser {
    private static final Pattern BELOW = Pattern.compile("subtestsFailed");
    private static final Pattern END = Pattern.compile("^\\s*\\.\\.\\.$");
    private static final Pattern NOT_OK =
            Pattern.compile("^\\s*not ok(?: \\d+)?(?: -)? ?(.*?)(?: # time=[\\d.]+ms)?( \\{)?$");
    private static final Pattern EXCUSED = Pattern.compile("#\\s*(?i:todo|skip)\\b");
    private static final Pattern REMARK = Pattern.compile("^\\s*#\\s+Failed test(?: '(.*)')?");
    private static final Pattern REMARK_PLACE =
            Pattern.compile("^\\s*#\\s+(?:Failed test.* )?at (\\S+) line (\\d+)\\.$");
    private static final Pattern ERROR = Pattern.compile("^\\s+(?:error|message): (.*)$");
    private static final Pattern LOCATION =
            Pattern.compile("^\\s+(?:location|at): ['\"]?([^'\"]+?):(\\d+)(?::\\d+)?['\"]?$");
    private static final Pattern PROVE = Pattern.compile("^Result: FAIL$");

    private TapRecogniser() {}

    static Optional<Failure> read(OutputLines lines) {
        return lines.every(NOT_OK)
                .filter(hit -> !EXCUSED.matcher(hit.group(1)).find())
                .filter(hit -> hit.group(2).isEmpty() && !subtests(lines, hit.index()))
                .findFirst()
                .or(() -> lines.has(PROVE) ? lines.first(REMARK) : Optional.empty())
                .map(hit -> failure(lines, hit.index(), hit.group(1)));
    }

    private static Failure failure(OutputLines lines, int from, String test) {
        return NodeTestRecogniser.loading(new Reading("tap", Reading.TEST_RUNNER), lines, test)
                .orElseGet(() -> {
                    String message = message(lines, from);
                    return new Reading("tap", Reading.TEST_RUNNER - 1)
                            .of(
                                    Symptom.of(TEST_FAILURE, message),
                                    message.isEmpty() ? lines.at(from).strip() : message,
                                    place(lines, from).in(test));
                });
    }

    /// A test that only says that some below it failed.
    private static boolean subtests(OutputLines lines, int from) {
        return lines.first(BELOW, from + 1, Math.min(from + 12, lines.next(END, from + 1)))
                .isPresent();
    }

    private static String message(OutputLines lines, int from) {
        Optional<Hit> error = lines.first(ERROR, from, from + 15);
        if (error.isPresent()) {
            String first = error.get().group(1);
            return first.startsWith("|") || first.startsWith(">")
                    ? lines.joined(error.get().index() + 1, error.get().index() + 2)
                    : first.replaceAll("^['\"]|['\"]$", "");
        }
        for (int i = from + 1; i < from + 6; i++) {
            String line = lines.at(i).strip();
            if (line.startsWith("#") && !line.contains("Failed test") && !line.startsWith("#   at ")) {
                return line.substring(1).strip();
            }
        }
        return "";
    }

    private static Location place(OutputLines lines, int from) {
        for (int i = from; i < Math.min(from + 40, lines.next(END, from)); i++) {
            String line = lines.at(i);
            boolean frame = line.contains("    at ") || line.stripLeading().startsWith("at ");
            Location place = StackFrames.javaScript(lines.with(List.of(frame ? line : "    at " + line.strip())), 0, 1);
            if (place != null && !line.contains("location:")) {
                return place;
            }
        }
        return lines.first(REMARK_PLACE, from, from + 4)
                .or(() -> lines.first(LOCATION, from, from + 12))
                .map(hit -> hit.place(1, 2))
                .orElse(Location.UNKNOWN);
    }
}
