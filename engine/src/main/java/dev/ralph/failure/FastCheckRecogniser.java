package dev.ralph.failure;

import java.util.Optional;
import java.util.regex.Pattern;

/// `Property failed after 3 tests`, `Counterexample: [0,""]`, whichever test runner is around it.
final class FastCheckRecogniser {
    private static final Pattern FAILED = Pattern.compile("Property (?:failed after \\d+ tests?|interrupted after)");
    private static final Pattern SEED = Pattern.compile("\\bseed: -?\\d+\\b");
    private static final Pattern COUNTEREXAMPLE = Pattern.compile("^[\\s#E|-]*Counterexample: (.+)$");

    private FastCheckRecogniser() {}

    static Optional<Failure> read(OutputLines lines) {
        return lines.has(SEED) ? lines.first(FAILED).map(hit -> failure(lines, hit.index())) : Optional.empty();
    }

    private static Failure failure(OutputLines lines, int from) {
        String counterexample = lines.first(COUNTEREXAMPLE, from, from + 10)
                .map(hit -> hit.group(1))
                .orElse(null);
        String words = lines.at(from).strip();
        return new Reading("fast-check", Reading.PROPERTY)
                .property(
                        counterexample == null ? words : words + "\nCounterexample: " + counterexample,
                        StackFrames.javaScript(lines, from, from + 80),
                        counterexample);
    }
}
