package dev.ralph.failure;

import dev.ralph.failure.OutputLines.Hit;
import java.util.Optional;
import java.util.regex.Pattern;

/// `Falsifying example: test_total(amount=-1)`, on one line or on several; newer versions say `Failing test case`. Of a
/// state machine, the steps.
final class HypothesisRecogniser {
    private static final Pattern EXAMPLE = Pattern.compile(
            "^[\\s|+E]*(?:Falsifying|Failing) (?:explicit )?(?:example|test case): ?(?:([\\w.]*)\\((.*))?$");
    /// Where one of several failures begins.
    private static final Pattern NUMBERED = Pattern.compile("^\\s*\\+[-+]+ \\d+ -+$");

    private static final int LONGEST = 20;

    private HypothesisRecogniser() {}

    static Optional<Failure> read(OutputLines lines) {
        return lines.first(EXAMPLE).map(hit -> failure(lines, hit));
    }

    private static Failure failure(OutputLines lines, Hit hit) {
        String counterexample = arguments(lines, hit);
        String test = hit.group(1).isEmpty() ? null : hit.group(1);
        Location frame = lines.last(NUMBERED, 0, hit.index())
                .flatMap(one -> Optional.ofNullable(StackFrames.python(lines, one.index(), hit.index())))
                .orElse(Location.UNKNOWN);
        return new Reading("hypothesis", Reading.PROPERTY)
                .property(
                        "Falsifying example: " + (test == null ? counterexample : test + "(" + counterexample + ")"),
                        frame.in(test),
                        counterexample);
    }

    private static String arguments(OutputLines lines, Hit hit) {
        StringBuilder arguments = new StringBuilder(hit.group(2));
        if (hit.group(2).endsWith(")")) {
            arguments.setLength(arguments.length() - 1);
        } else {
            for (int i = hit.index() + 1; i < hit.index() + LONGEST; i++) {
                String line = lines.at(i).replaceFirst("^[\\s|+]*(?:E\\s)?[\\s|+]*", "");
                if (line.equals(")") || line.isEmpty()) {
                    break;
                }
                arguments.append(arguments.isEmpty() ? "" : " ").append(line);
            }
        }
        String all = arguments.toString();
        return all.endsWith(",") ? all.substring(0, all.length() - 1) : all;
    }
}
