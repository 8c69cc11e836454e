package dev.ralph.failure;

import dev.ralph.failure.OutputLines.Hit;
import java.util.Optional;
import java.util.regex.Pattern;

/// `minimal failing input: amount = 85` of proptest, `TEST FAILED. Arguments: (85)` of quickcheck.
final class ProptestRecogniser {
    private static final Pattern INPUT = Pattern.compile("\\bminimal failing input: ?(.*)$");
    private static final Pattern QUICKCHECK = Pattern.compile("\\[quickcheck\\] TEST FAILED.*?\\. Arguments: (.+)$");
    private static final Pattern FAILED = Pattern.compile("Test failed: (.+?)(?:[.;]? *minimal failing input.*|\\.)?$");
    private static final Pattern END =
            Pattern.compile("^\\s*(?:successes:|local rejects|global rejects|note:|$)|^\\S*:\\d+:\\d+$");

    private ProptestRecogniser() {}

    static Optional<Failure> read(OutputLines lines) {
        return lines.first(INPUT)
                .map(hit -> failure(lines, hit))
                .or(() -> lines.first(QUICKCHECK)
                        .map(hit -> new Reading("quickcheck", Reading.PROPERTY)
                                .property(lines.at(hit.index()).strip(), null, hit.group(1))));
    }

    private static Failure failure(OutputLines lines, Hit input) {
        int at = input.index();
        int end = lines.first(END, at + 1, at + 20).map(Hit::index).orElse(Math.min(lines.size(), at + 20));
        String more = lines.joined(at + 1, end).replace('\n', ' ');
        String message =
                lines.last(FAILED, at - 4, at + 1).map(hit -> hit.group(1)).orElse("a property failed");
        return new Reading("proptest", Reading.PROPERTY).property(message, null, (input.group(1) + " " + more).strip());
    }
}
