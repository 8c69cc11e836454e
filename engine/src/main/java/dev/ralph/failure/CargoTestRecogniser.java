package dev.ralph.failure;

import dev.ralph.failure.OutputLines.Hit;
import java.util.Optional;
import java.util.regex.Pattern;

/// `test tests::total ... FAILED`, its output, its panic.
final class CargoTestRecogniser {
    private static final Reading CARGO_TEST = new Reading("cargo test", Reading.TEST_RUNNER);
    private static final Pattern FAILED = Pattern.compile(
            "^test (.+?)(?: - should panic)? \\.\\.\\. FAILED|^\\s+FAIL \\[\\s*[\\d.]+s\\] (?:\\(\\S+\\) )?\\S+ (\\S+)$");
    private static final Pattern STDOUT = Pattern.compile("^---- (.+?) stdout ----$");
    private static final Pattern RESULT = Pattern.compile("^test result: FAILED\\.|^error: test run failed");
    private static final Pattern NEXT = Pattern.compile("^---- .+ ----$|^failures:$|^test result:");

    private CargoTestRecogniser() {}

    static Optional<Failure> read(OutputLines lines) {
        return lines.has(RESULT)
                ? lines.first(STDOUT).or(() -> lines.first(FAILED)).map(hit -> failure(lines, hit))
                : Optional.empty();
    }

    private static Failure failure(OutputLines lines, Hit hit) {
        int from = hit.index() + 1;
        int end = lines.next(NEXT, from);
        String name = hit.found().groupCount() > 1 ? hit.either(1, 2) : hit.group(1);
        Optional<Failure> panic = RustPanicRecogniser.first(lines, from, end);
        String message = panic.map(Failure::message).orElseGet(() -> {
            String said = lines.at(lines.filled(from)).strip();
            return said.isEmpty() || lines.filled(from) >= end ? name + " failed" : said;
        });
        return CARGO_TEST.test(message, panic.map(Failure::location).orElse(null), name);
    }
}
