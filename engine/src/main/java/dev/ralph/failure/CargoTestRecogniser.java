package dev.ralph.failure;

import dev.ralph.failure.OutputLines.Hit;
import java.util.Optional;
import java.util.regex.Pattern;

/// `test tests::total ... FAILED`, its output, its panic.
final class CargoTestRecogniser implements Recogniser {
    private static final Pattern FAILED = Pattern.compile(
            "^test (.+?)(?: - should panic)? \\.\\.\\. FAILED|^\\s+FAIL \\[\\s*[\\d.]+s\\] (?:\\(\\S+\\) )?\\S+ (\\S+)$");
    private static final Pattern STDOUT = Pattern.compile("^---- (.+?) stdout ----$");
    private static final Pattern RESULT = Pattern.compile("^test result: FAILED\\.|^error: test run failed");
    private static final Pattern NEXT = Pattern.compile("^---- .+ ----$|^failures:$|^test result:");

    @Override
    public String tool() {
        return "cargo test";
    }

    @Override
    public Optional<Failure> read(FailureOutput output) {
        OutputLines lines = OutputLines.of(output);
        Optional<Hit> first = lines.first(STDOUT).or(() -> lines.first(FAILED));
        if (first.isEmpty() || !lines.has(RESULT)) {
            return Optional.empty();
        }
        int from = first.get().index() + 1;
        int end = lines.first(NEXT, from, lines.size()).map(Hit::index).orElse(lines.size());
        String name =
                first.get().found().groupCount() > 1 && first.get().group(1).isEmpty()
                        ? first.get().group(2)
                        : first.get().group(1);
        Optional<Failure> panic = new RustPanicRecogniser().first(lines, from, end);
        String message = panic.map(Failure::message).orElseGet(() -> {
            String said = lines.at(lines.filled(from)).strip();
            return said.isEmpty() || lines.filled(from) >= end ? name + " failed" : said;
        });
        return Optional.of(Reading.of(
                Symptom.of(FailureType.TEST_FAILURE, message),
                Reading.TEST_RUNNER,
                tool(),
                message,
                panic.map(Failure::location).orElse(Location.UNKNOWN).in(name)));
    }
}
