package dev.ralph.failure;

import dev.ralph.failure.OutputLines.Hit;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// `1) Cart adds items`, `Failure/Error:` with the line of code, what was expected, `# ./spec/cart_spec.rb:9`.
final class RspecRecogniser implements Recogniser {
    private static final Pattern SUMMARY = Pattern.compile("^\\d+ examples?, \\d+ failures?");
    private static final Pattern FIRST = Pattern.compile("^\\s+1\\) (\\S.*)$");
    private static final Pattern LOADING = Pattern.compile("^An error occurred while loading (\\S+)\\.$");
    private static final Pattern CODE = Pattern.compile("^\\s*Failure/Error: (.+)$");
    private static final Pattern FRAME = Pattern.compile("^\\s*# ");

    @Override
    public String tool() {
        return "rspec";
    }

    @Override
    public Optional<Failure> read(FailureOutput output) {
        OutputLines lines = OutputLines.of(output);
        if (!lines.has(SUMMARY)) {
            return Optional.empty();
        }
        Optional<Hit> loading = lines.first(LOADING);
        return loading.or(() -> lines.first(FIRST))
                .flatMap(head -> lines.first(CODE, head.index() + 1, head.index() + 4)
                        .map(code -> failure(lines, code, loading.isPresent() ? null : head.group(1))));
    }

    /// @param test null while the file is loaded
    private Failure failure(OutputLines lines, Hit code, @Nullable String test) {
        int end = lines.first(FRAME, code.index(), lines.size()).map(Hit::index).orElse(lines.size());
        int said = lines.filled(code.index() + 1);
        String message = lines.joined(said, Math.min(end, said + 2));
        FailureType type = test == null
                ? Symptom.whileLoading(FailureType.TEST_FAILURE, message)
                : Symptom.of(FailureType.TEST_FAILURE, message);
        Location frame = StackFrames.ruby(lines, end, end + 40);
        return Reading.of(
                type,
                Reading.TEST_RUNNER,
                tool(),
                code.group(1) + "\n" + message,
                (frame == null ? Location.UNKNOWN : frame).in(test));
    }
}
