package dev.ralph.failure;

import static dev.ralph.failure.FailureType.COMPILATION_ERROR;
import static dev.ralph.failure.FailureType.TEST_FAILURE;

import dev.ralph.failure.OutputLines.Hit;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Sections of failures and errors in each style of traceback, and the short summary.
final class PytestRecogniser {
    private static final Reading PYTEST = new Reading("pytest", Reading.TEST_RUNNER);
    private static final Pattern FAILURES = Pattern.compile("^=+ FAILURES =+$");
    private static final Pattern ERRORS = Pattern.compile("^=+ ERRORS =+$");
    private static final Pattern HEADING = Pattern.compile("^=+ .* =+$");
    private static final Pattern SESSION =
            Pattern.compile("^=+ .*\\b\\d+ (?:failed|errors?)\\b.* =+$|^\\d+ (?:failed|errors?)\\b.* in [\\d.]+s");
    private static final Pattern BLOCK = Pattern.compile(
            "^_{2,} (ERROR (?:collecting|at (?:setup|teardown) of) )?(.+?) _{2,}$|^_ (ERROR collecting )(.+?) _+$");
    private static final Pattern SUMMARY = Pattern.compile("^(FAILED|ERROR) (\\S+?)(?:::(.+?))?(?: - (.*))?$");
    private static final Pattern PLACE = Pattern.compile("^(\\S[^:]*\\.py):(\\d+): (?:in )?(.*)$");
    private static final Pattern PYTHON_PLACE = Pattern.compile("^(?:E\\s+)?[\\s|]*File \"([^\"]+)\", line (\\d+)");
    private static final Pattern SAID = Pattern.compile(
            "^E\\s{1,40}(\\S.*)$|^(?:  \\| )?([\\w.]*(?:Error|Group|Exception|Failed|Exit|Interrupt|Warning|Timeout)(?::.*|$))");
    private static final Pattern DOCTEST = Pattern.compile("^(?:Expected:|UNEXPECTED EXCEPTION: .*)$");
    private static final Pattern EXCEPTION =
            Pattern.compile("^(?:[\\w.]*(?:Error|Group|Exception|Failed|Exit|Interrupt|Warning|Timeout))(?::|$)");

    private PytestRecogniser() {}

    static Optional<Failure> read(OutputLines lines) {
        // What failed says more than what could not be set up.
        Optional<Hit> section = lines.first(FAILURES).or(() -> lines.first(ERRORS));
        if (section.isEmpty() && !lines.has(SESSION)) {
            return Optional.empty();
        }
        int from = section.map(hit -> hit.index() + 1).orElse(0);
        int end = section.isPresent() ? lines.next(HEADING, from) : lines.size();
        return lines.first(BLOCK, from, end)
                .map(hit -> block(lines, hit, end))
                .or(() -> Optional.of(withoutBlock(lines, from, end)));
    }

    private static Failure block(OutputLines lines, Hit hit, int to) {
        boolean collecting =
                hit.group(1).contains("collecting") || !hit.group(3).isEmpty();
        String name = hit.either(2, 4);
        int from = hit.index() + 1;
        int end = Math.min(to, lines.next(BLOCK, from));
        String message = message(lines, from, end);
        FailureType type = collecting ? Symptom.whileLoading(TEST_FAILURE, message) : Symptom.of(TEST_FAILURE, message);
        Location place = place(lines, from, end, type == COMPILATION_ERROR);
        if (collecting) {
            return PYTEST.of(type, message, place == null ? Location.at(name, null) : place);
        }
        return PYTEST.of(type, message, (place == null ? Location.UNKNOWN : place).in(name));
    }

    private static Failure withoutBlock(OutputLines lines, int from, int end) {
        Optional<Hit> listed = lines.every(SUMMARY)
                .filter(hit -> hit.group(1).equals("FAILED"))
                .findFirst()
                .or(() -> lines.first(SUMMARY));
        Failure line = line(lines, from, end, listed.map(hit -> hit.group(3)).orElse(""));
        return line.location().line() != null || listed.isEmpty() ? line : summary(listed.get());
    }

    private static Failure summary(Hit hit) {
        FailureType type = hit.group(1).equals("ERROR") && hit.group(3).isEmpty()
                ? Symptom.whileLoading(TEST_FAILURE, hit.group(4))
                : Symptom.of(TEST_FAILURE, hit.group(4));
        String message = hit.group(4).isEmpty() ? hit.group(2) + " failed" : hit.group(4);
        return PYTEST.of(type, message, Location.at(hit.group(2), null).in(hit.group(3)));
    }

    /// `--tb=line`.
    private static Failure line(OutputLines lines, int from, int end, String test) {
        Optional<Hit> place = lines.first(PLACE, from, end);
        return PYTEST.test(
                place.map(hit -> hit.group(3)).orElse("tests failed"),
                place.map(hit -> hit.place(1, 2)).orElse(null),
                test);
    }

    /// What the last exception of the block says; one that another led to comes behind it.
    private static String message(OutputLines lines, int from, int end) {
        List<String> said =
                lines.every(SAID, from, end).map(hit -> hit.either(1, 2)).toList();
        return said.stream()
                .filter(text -> EXCEPTION.matcher(text).find())
                .reduce((_, last) -> last)
                .or(() -> said.stream().findFirst())
                .or(() -> lines.first(DOCTEST, from, end).map(hit -> lines.joined(hit.index(), hit.index() + 4)))
                .orElseGet(() -> lines.at(lines.filled(from)).strip());
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
