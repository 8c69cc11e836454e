package dev.ralph.failure;

import dev.ralph.failure.OutputLines.Hit;
import java.util.Optional;
import java.util.regex.Pattern;

/// `Property failed after 3 tests`, `Counterexample: [0,""]`, whichever test runner is around it.
final class FastCheckRecogniser implements Recogniser {
    private static final Pattern FAILED = Pattern.compile("Property (?:failed after \\d+ tests?|interrupted after)");
    private static final Pattern SEED = Pattern.compile("\\bseed: -?\\d+\\b");
    private static final Pattern COUNTEREXAMPLE = Pattern.compile("^[\\s#E|-]*Counterexample: (.+)$");

    @Override
    public String tool() {
        return "fast-check";
    }

    @Override
    public Optional<Failure> read(FailureOutput output) {
        OutputLines lines = OutputLines.of(output);
        Optional<Hit> failed = lines.first(FAILED);
        if (failed.isEmpty() || !lines.has(SEED)) {
            return Optional.empty();
        }
        int from = failed.get().index();
        String counterexample = lines.first(COUNTEREXAMPLE, from, from + 10)
                .map(hit -> hit.group(1))
                .orElse(null);
        Location frame = StackFrames.javaScript(lines, from, from + 80);
        String words = lines.at(from).strip();
        return Optional.of(Reading.property(
                Reading.PROPERTY,
                tool(),
                counterexample == null ? words : words + "\nCounterexample: " + counterexample,
                frame,
                counterexample));
    }
}
