package dev.ralph.failure;

import dev.ralph.failure.OutputLines.Hit;
import java.util.Optional;
import java.util.regex.Pattern;

/// `1) Failure:`, `CartTest#test_adds [test/cart_test.rb:9]:`, what was expected.
final class MinitestRecogniser {
    private static final Pattern HEAD = Pattern.compile("^\\s*(?:\\d+\\) )?(?:Failure|Error):$");
    private static final Pattern NAME = Pattern.compile("^(\\S+#.+?)(?: \\[(.+):(\\d+)\\])?:$");
    private static final Pattern SUMMARY = Pattern.compile("^\\d+ (?:runs|tests), \\d+ assertions, ");

    private MinitestRecogniser() {}

    static Optional<Failure> read(OutputLines lines) {
        return lines.has(SUMMARY)
                ? lines.first(HEAD)
                        .flatMap(hit -> lines.first(NAME, hit.index() + 1, hit.index() + 2))
                        .map(hit -> failure(lines, hit))
                : Optional.empty();
    }

    private static Failure failure(OutputLines lines, Hit name) {
        int from = name.index() + 1;
        int end = lines.blank(from);
        boolean thrown = name.group(2).isEmpty();
        return new Reading("minitest", Reading.TEST_RUNNER)
                .test(
                        lines.joined(from, thrown ? from + 1 : Math.min(end, from + 3)),
                        thrown ? StackFrames.ruby(lines, from, end) : name.place(2, 3),
                        name.group(1));
    }
}
