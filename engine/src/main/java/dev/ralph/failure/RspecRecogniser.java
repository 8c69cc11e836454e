package dev.ralph.failure;

import static dev.ralph.failure.FailureType.TEST_FAILURE;

import dev.ralph.failure.OutputLines.Hit;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// `1) Cart adds items`, `Failure/Error:` with the line of code, what was expected, `# ./spec/cart_spec.rb:9`.
final class RspecRecogniser {
    private static final Pattern SUMMARY = Pattern.compile("^\\d+ examples?, \\d+ failures?");
    private static final Pattern FIRST = Pattern.compile("^\\s+1\\) (\\S.*)$");
    private static final Pattern LOADING = Pattern.compile("^An error occurred while loading (\\S+)\\.$");
    private static final Pattern CODE = Pattern.compile("^\\s*Failure/Error: (.+)$");
    private static final Pattern FRAME = Pattern.compile("^\\s*# ");

    private RspecRecogniser() {}

    static Optional<Failure> read(OutputLines lines) {
        if (!lines.has(SUMMARY)) {
            return Optional.empty();
        }
        Optional<Hit> loading = lines.first(LOADING);
        return loading.or(() -> lines.first(FIRST))
                .flatMap(head -> lines.first(CODE, head.index() + 1, head.index() + 4)
                        .map(code -> failure(lines, code, loading.isPresent() ? null : head.group(1))));
    }

    /// @param test null while the file is loaded
    private static Failure failure(OutputLines lines, Hit code, @Nullable String test) {
        int end = lines.next(FRAME, code.index());
        int said = lines.filled(code.index() + 1);
        String message = lines.joined(said, Math.min(end, said + 2));
        Location frame = StackFrames.ruby(lines, end, end + 40);
        return new Reading("rspec", Reading.TEST_RUNNER)
                .of(
                        test == null ? Symptom.whileLoading(TEST_FAILURE, message) : Symptom.of(TEST_FAILURE, message),
                        code.group(1) + "\n" + message,
                        (frame == null ? Location.UNKNOWN : frame).in(test));
    }
}
