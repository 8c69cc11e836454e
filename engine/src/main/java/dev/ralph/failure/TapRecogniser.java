package dev.ralph.failure;

import dev.ralph.failure.OutputLines.Hit;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// `not ok 2 - name` of any producer, with a YAML block or with remarks; and what `prove` says of them.
final class TapRecogniser implements Recogniser {
    private static final Pattern NOT_OK = Pattern.compile("^\\s*not ok(?: \\d+)?(?: -)? ?(.*)$");
    private static final Pattern EXCUSED = Pattern.compile("#\\s*(?i:todo|skip)\\b");
    private static final Pattern REMARK = Pattern.compile("^\\s*#\\s+Failed test(?: '(.*)')?");
    private static final Pattern REMARK_PLACE =
            Pattern.compile("^\\s*#\\s+(?:Failed test.* )?at (\\S+) line (\\d+)\\.$");
    private static final Pattern ERROR = Pattern.compile("^\\s+(?:error|message): (.*)$");
    private static final Pattern LOCATION =
            Pattern.compile("^\\s+(?:location|at): ['\"]?([^'\"]+?):(\\d+)(?::\\d+)?['\"]?$");
    private static final Pattern FILE = Pattern.compile("\\.[cm]?[jt]sx?$");
    private static final Pattern PROVE = Pattern.compile("^Result: FAIL$");

    @Override
    public String tool() {
        return "tap";
    }

    @Override
    public Optional<Failure> read(FailureOutput output) {
        OutputLines lines = OutputLines.of(output);
        Optional<Hit> failed = lines.every(NOT_OK).stream()
                .filter(hit -> !EXCUSED.matcher(hit.group(1)).find())
                .filter(hit -> !subtests(lines, hit.index()))
                .findFirst();
        Optional<Hit> remark = lines.first(REMARK);
        if (failed.isEmpty() && (remark.isEmpty() || !lines.has(PROVE))) {
            return Optional.empty();
        }
        int from = failed.or(() -> remark).map(Hit::index).orElse(0);
        String test = failed.or(() -> remark).map(hit -> hit.group(1)).orElse("");
        String message = message(lines, from);
        if (FILE.matcher(test).find()) {
            Optional<Failure> loading = new NodeRecogniser().read(output);
            if (loading.isPresent()) {
                Failure why = loading.get();
                return Optional.of(Reading.of(why.type(), Reading.TEST_RUNNER, tool(), why.message(), why.location()));
            }
        }
        return Optional.of(Reading.of(
                Symptom.of(FailureType.TEST_FAILURE, message),
                Reading.TEST_RUNNER - 1,
                tool(),
                message.isEmpty() ? lines.at(from).strip() : message,
                place(lines, from).in(test.isEmpty() ? null : test)));
    }

    /// A test that only says that some below it failed.
    private static boolean subtests(OutputLines lines, int from) {
        for (int i = from + 1; i < from + 12; i++) {
            if (lines.at(i).contains("subtestsFailed")) {
                return true;
            }
            if (lines.at(i).strip().equals("...")) {
                return false;
            }
        }
        return false;
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
        @Nullable Location frame = null;
        for (int i = from;
                i < Math.min(lines.size(), from + 40) && !lines.at(i).strip().equals("...");
                i++) {
            String line = lines.at(i);
            frame = StackFrames.javaScript(
                    new OutputLines(java.util.List.of(
                            line.contains("    at ") || line.stripLeading().startsWith("at ")
                                    ? line
                                    : "    at " + line.strip())),
                    0,
                    1);
            if (frame != null && !line.contains("location:")) {
                return frame;
            }
        }
        return lines.first(REMARK_PLACE, from, from + 4)
                .or(() -> lines.first(LOCATION, from, from + 12))
                .map(hit -> StackFrames.place(hit, 1, 2))
                .orElse(Location.UNKNOWN);
    }
}
