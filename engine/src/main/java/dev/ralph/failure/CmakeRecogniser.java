package dev.ralph.failure;

import dev.ralph.failure.OutputLines.Hit;
import java.util.Optional;
import java.util.regex.Pattern;

/// Errors of CMake, and tests that CTest ran.
final class CmakeRecogniser implements Recogniser {
    private static final Pattern ERROR =
            Pattern.compile("^CMake Error(?: at ([^:]+):(\\d+))?(?: \\((\\w+)\\))?:\\s*(.*)$");
    private static final Pattern PACKAGE = Pattern.compile(
            "Could (?:NOT|not) find|By not providing|not find a package|Cannot find source file|No CMAKE_\\w+_COMPILER");
    private static final Pattern TESTS = Pattern.compile("^The following tests FAILED:");
    private static final Pattern TEST = Pattern.compile("^\\s+\\d+ - (.+?) \\((.+)\\)");

    @Override
    public String tool() {
        return "cmake";
    }

    @Override
    public Optional<Failure> read(FailureOutput output) {
        OutputLines lines = OutputLines.of(output);
        Optional<Hit> test = lines.first(TESTS).flatMap(hit -> lines.first(TEST, hit.index() + 1, hit.index() + 2));
        if (test.isPresent()) {
            Hit hit = test.get();
            boolean late = hit.group(2).startsWith("Timeout");
            return Optional.of(Reading.of(
                    late ? FailureType.TIMEOUT_ERROR : FailureType.TEST_FAILURE,
                    Reading.TEST_RUNNER - 2,
                    "ctest",
                    hit.group(1) + ": " + hit.group(2),
                    new Location(null, null, null, hit.group(1))));
        }
        return lines.first(ERROR).map(hit -> configuration(lines, hit));
    }

    private Failure configuration(OutputLines lines, Hit hit) {
        int from = hit.group(4).isEmpty() ? lines.filled(hit.index() + 1) : hit.index();
        String message = lines.joined(from, from + 2);
        return Reading.of(
                PACKAGE.matcher(lines.joined(from, from + 12)).find()
                                || hit.group(3).equals("find_package")
                        ? FailureType.MISSING_DEPENDENCY
                        : FailureType.COMPILATION_ERROR,
                Reading.BUILD_TOOL,
                tool(),
                message,
                hit.group(1).isEmpty() ? null : StackFrames.place(hit, 1, 2));
    }
}
