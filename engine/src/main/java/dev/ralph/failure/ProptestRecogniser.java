package dev.ralph.failure;

import dev.ralph.failure.OutputLines.Hit;
import java.util.Optional;
import java.util.regex.Pattern;

/// `minimal failing input: amount = 85` of proptest, `TEST FAILED. Arguments: (85)` of quickcheck.
final class ProptestRecogniser implements Recogniser {
    private static final Pattern INPUT = Pattern.compile("\\bminimal failing input: ?(.*)$");
    private static final Pattern QUICKCHECK = Pattern.compile("\\[quickcheck\\] TEST FAILED.*?\\. Arguments: (.+)$");
    private static final Pattern FAILED = Pattern.compile("Test failed: (.+?)(?:[.;]? *minimal failing input.*|\\.)?$");
    private static final Pattern END =
            Pattern.compile("^\\s*(?:successes:|local rejects|global rejects|note:|$)|^\\S*:\\d+:\\d+$");

    @Override
    public String tool() {
        return "proptest";
    }

    @Override
    public Optional<Failure> read(FailureOutput output) {
        OutputLines lines = OutputLines.of(output);
        Optional<Hit> input = lines.first(INPUT);
        if (input.isEmpty()) {
            return lines.first(QUICKCHECK)
                    .map(hit -> Reading.property(
                            Reading.PROPERTY,
                            "quickcheck",
                            lines.at(hit.index()).strip(),
                            null,
                            hit.group(1)));
        }
        int at = input.get().index();
        int end = at + 1;
        while (end < at + 20 && !END.matcher(lines.at(end)).find()) {
            end++;
        }
        String more = lines.joined(at + 1, end).replace('\n', ' ');
        String message =
                lines.last(FAILED, at - 4, at + 1).map(hit -> hit.group(1)).orElse("a property failed");
        return Optional.of(Reading.property(
                Reading.PROPERTY, tool(), message, null, (input.get().group(1) + " " + more).strip()));
    }
}
