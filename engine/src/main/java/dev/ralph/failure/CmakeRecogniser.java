package dev.ralph.failure;

import static dev.ralph.failure.FailureType.COMPILATION_ERROR;
import static dev.ralph.failure.FailureType.MISSING_DEPENDENCY;
import static dev.ralph.failure.FailureType.TEST_FAILURE;
import static dev.ralph.failure.FailureType.TIMEOUT_ERROR;

import dev.ralph.failure.OutputLines.Hit;
import java.util.Optional;
import java.util.regex.Pattern;

/// Errors of CMake, and tests that CTest ran.
final class CmakeRecogniser {
    private static final Pattern ERROR =
            Pattern.compile("^CMake Error(?: at ([^:]+):(\\d+))?(?: \\((\\w+)\\))?:\\s*(.*)$");
    private static final Pattern PACKAGE = Pattern.compile(
            "Could (?:NOT|not) find|By not providing|not find a package|Cannot find source file|No CMAKE_\\w+_COMPILER");
    private static final Pattern TESTS = Pattern.compile("^The following tests FAILED:");
    private static final Pattern TEST = Pattern.compile("^\\s+\\d+ - (.+?) \\((.+)\\)");

    private CmakeRecogniser() {}

    static Optional<Failure> read(OutputLines lines) {
        return lines.first(TESTS)
                .flatMap(hit -> lines.first(TEST, hit.index() + 1, hit.index() + 2))
                .map(CmakeRecogniser::test)
                .or(() -> lines.first(ERROR).map(hit -> configuration(lines, hit)));
    }

    private static Failure test(Hit hit) {
        return new Reading("ctest", Reading.TEST_RUNNER - 2)
                .of(
                        hit.group(2).startsWith("Timeout") ? TIMEOUT_ERROR : TEST_FAILURE,
                        hit.group(1) + ": " + hit.group(2),
                        Location.UNKNOWN.in(hit.group(1)));
    }

    private static Failure configuration(OutputLines lines, Hit hit) {
        int from = hit.group(4).isEmpty() ? lines.filled(hit.index() + 1) : hit.index();
        boolean absent = PACKAGE.matcher(lines.joined(from, from + 12)).find()
                || hit.group(3).equals("find_package");
        return new Reading("cmake", Reading.BUILD_TOOL)
                .of(
                        absent ? MISSING_DEPENDENCY : COMPILATION_ERROR,
                        lines.joined(from, from + 2),
                        hit.group(1).isEmpty() ? null : hit.place(1, 2));
    }
}
