package dev.ralph.failure;

import dev.ralph.failure.OutputLines.Hit;
import java.util.Optional;
import java.util.regex.Pattern;

/// `1) Failure:`, `CartTest#test_adds [test/cart_test.rb:9]:`, what was expected.
final class MinitestRecogniser implements Recogniser {
    private static final Pattern HEAD = Pattern.compile("^\\s*(?:\\d+\\) )?(?:Failure|Error):$");
    private static final Pattern NAME = Pattern.compile("^(\\S+#.+?)(?: \\[(.+):(\\d+)\\])?:$");
    private static final Pattern SUMMARY = Pattern.compile("^\\d+ (?:runs|tests), \\d+ assertions, ");

    @Override
    public String tool() {
        return "minitest";
    }

    @Override
    public Optional<Failure> read(FailureOutput output) {
        OutputLines lines = OutputLines.of(output);
        return lines.has(SUMMARY)
                ? lines.first(HEAD)
                        .flatMap(hit -> lines.first(NAME, hit.index() + 1, hit.index() + 2))
                        .map(hit -> failure(lines, hit))
                : Optional.empty();
    }

    private Failure failure(OutputLines lines, Hit name) {
        int from = name.index() + 1;
        int end = from;
        while (!lines.at(end).isBlank()) {
            end++;
        }
        boolean thrown = name.group(2).isEmpty();
        String message = lines.joined(from, thrown ? from + 1 : Math.min(end, from + 3));
        Location frame = thrown ? StackFrames.ruby(lines, from, end) : StackFrames.place(name, 2, 3);
        return Reading.of(
                Symptom.of(FailureType.TEST_FAILURE, message),
                Reading.TEST_RUNNER,
                tool(),
                message,
                (frame == null ? Location.UNKNOWN : frame).in(name.group(1)));
    }
}
