package dev.ralph.failure;

import dev.ralph.failure.OutputLines.Hit;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Sections of failures and errors in each style of traceback, and the short summary.
final class PytestRecogniser implements Recogniser {
    private static final Pattern FAILURES = Pattern.compile("^=+ FAILURES =+$");
    private static final Pattern ERRORS = Pattern.compile("^=+ ERRORS =+$");
    private static final Pattern HEADING = Pattern.compile("^=+ .* =+$");
    private static final Pattern SESSION =
            Pattern.compile("^=+ .*\\b\\d+ (?:failed|errors?)\\b.* =+$|^\\d+ (?:failed|errors?)\\b.* in [\\d.]+s");
    private static final Pattern BLOCK = Pattern.compile(
            "^_{2,} (ERROR (?:collecting|at (?:setup|teardown) of) )?(.+?) _{2,}$|^_ (ERROR collecting )(.+?) _+$");
    private static final Pattern SUMMARY = Pattern.compile("^(FAILED|ERROR) (\\S+?)(?:::(.+?))?(?: - (.*))?$");
    private static final Pattern ERROR = Pattern.compile("^E\\s{1,12}(\\S.*)$");
    private static final Pattern PLACE = Pattern.compile("^(\\S[^:]*\\.py):(\\d+): (?:in )?(.*)$");
    private static final Pattern PYTHON_PLACE = Pattern.compile("^(?:E\\s+)?[\\s|]*File \"([^\"]+)\", line (\\d+)");
    private static final Pattern EXCEPTION =
            Pattern.compile("^(?:[\\w.]*(?:Error|Exception|Failed|Exit|Interrupt|Warning|Timeout))(?::|$)");
    private static final Pattern USAGE = Pattern.compile(
            "^ERROR: (file or directory not found: .*|.*not found: .*)$|^.*error: (unrecognized arguments: .*)$");
    private static final Pattern NONE = Pattern.compile("^=* ?(no tests ran|collected 0 items)\\b");

    @Override
    public String tool() {
        return "pytest";
    }

    @Override
    public Optional<Failure> read(FailureOutput output) {
        OutputLines lines = OutputLines.of(output);
        // What failed says more than what could not be set up.
        Optional<Hit> section = lines.first(FAILURES).or(() -> lines.first(ERRORS));
        if (section.isPresent() || lines.has(SESSION)) {
            int from = section.map(hit -> hit.index() + 1).orElse(0);
            int end = section.flatMap(_ -> lines.first(HEADING, from, lines.size()))
                    .map(Hit::index)
                    .orElse(lines.size());
            Optional<Hit> block = lines.first(BLOCK, from, end);
            if (block.isPresent()) {
                return Optional.of(block(lines, block.get(), end));
            }
            Optional<Hit> listed = lines.every(SUMMARY).stream()
                    .filter(hit -> hit.group(1).equals("FAILED"))
                    .findFirst()
                    .or(() -> lines.first(SUMMARY));
            Failure line =
                    line(lines, from, end, listed.map(hit -> hit.group(3)).orElse(""));
            return Optional.of(line.location().line() != null || listed.isEmpty() ? line : summary(listed.get()));
        }
        Optional<Hit> usage = lines.first(USAGE);
        if (usage.isPresent()) {
            return usage.map(hit -> Reading.of(
                    FailureType.MISSING_DEPENDENCY,
                    Reading.BUILD_TOOL,
                    tool(),
                    lines.at(hit.index()).strip(),
                    null));
        }
        return lines.first(NONE)
                .map(hit -> Reading.of(FailureType.TEST_FAILURE, Reading.SHELL, tool(), hit.group(1), null));
    }

    private Failure block(OutputLines lines, Hit hit, int to) {
        boolean collecting =
                hit.group(1).contains("collecting") || !hit.group(3).isEmpty();
        String name = hit.group(2).isEmpty() ? hit.group(4) : hit.group(2);
        int from = hit.index() + 1;
        int end = lines.first(BLOCK, from, to).map(Hit::index).orElse(to);
        String message = message(lines, from, end);
        FailureType type = collecting
                ? Symptom.whileLoading(FailureType.TEST_FAILURE, message)
                : Symptom.of(FailureType.TEST_FAILURE, message);
        Location place = place(lines, from, end, type == FailureType.COMPILATION_ERROR);
        if (place == null && collecting) {
            place = Location.at(name, null);
        }
        return Reading.of(
                type,
                Reading.TEST_RUNNER,
                tool(),
                message,
                (place == null ? Location.UNKNOWN : place).in(collecting ? null : name));
    }

    private Failure summary(Hit hit) {
        FailureType type = hit.group(1).equals("ERROR") && hit.group(3).isEmpty()
                ? Symptom.whileLoading(FailureType.TEST_FAILURE, hit.group(4))
                : Symptom.of(FailureType.TEST_FAILURE, hit.group(4));
        String message = hit.group(4).isEmpty() ? hit.group(2) + " failed" : hit.group(4);
        return Reading.of(
                type,
                Reading.TEST_RUNNER,
                tool(),
                message,
                new Location(hit.group(2), null, null, hit.group(3).isEmpty() ? null : hit.group(3)));
    }

    /// `--tb=line`.
    private Failure line(OutputLines lines, int from, int end, String test) {
        Optional<Hit> place = lines.first(PLACE, from, end);
        String message = place.map(hit -> hit.group(3)).orElse("tests failed");
        return Reading.of(
                Symptom.of(FailureType.TEST_FAILURE, message),
                Reading.TEST_RUNNER,
                tool(),
                message,
                place.map(hit -> StackFrames.place(hit, 1, 2))
                        .orElse(Location.UNKNOWN)
                        .in(test.isEmpty() ? null : test));
    }

    /// What the last exception of the block says; one that another led to comes behind it.
    private static String message(OutputLines lines, int from, int end) {
        String first = null;
        String exception = null;
        for (int i = from; i < end; i++) {
            Matcher error = ERROR.matcher(lines.at(i));
            String text = error.find()
                    ? error.group(1).strip()
                    : EXCEPTION.matcher(lines.at(i)).find() ? lines.at(i) : null;
            if (text != null && first == null) {
                first = text;
            }
            if (text != null && EXCEPTION.matcher(text).find()) {
                exception = text;
            }
        }
        return exception != null
                ? exception
                : first != null ? first : lines.at(lines.filled(from)).strip();
    }

    /// The innermost place in the project; a file that is no Python at all is named in its error.
    private static @Nullable Location place(OutputLines lines, int from, int end, boolean syntax) {
        Location last = null;
        for (int i = from; i < end; i++) {
            Matcher place = PLACE.matcher(lines.at(i));
            Matcher python = PYTHON_PLACE.matcher(lines.at(i));
            if (place.find() && !StackFrames.foreign(place.group(1)) && !syntax) {
                last = Location.at(StackFrames.file(place.group(1)), StackFrames.number(place.group(2)));
            } else if (python.find() && !StackFrames.foreign(python.group(1))) {
                last = Location.at(StackFrames.file(python.group(1)), StackFrames.number(python.group(2)));
            }
        }
        return last;
    }
}
