package dev.ralph.failure;

import dev.ralph.failure.OutputLines.Hit;
import java.util.Optional;
import java.util.regex.Pattern;

/// `Falsifying example: test_total(amount=-1)`, on one line or on several.
final class HypothesisRecogniser implements Recogniser {
    private static final Pattern EXAMPLE =
            Pattern.compile("^[\\s|+E]*(?:Falsifying (?:explicit )?example|Failing example): ?([\\w.]*)\\((.*)$");
    /// Where one of several failures begins.
    private static final Pattern NUMBERED = Pattern.compile("^\\s*\\+[-+]+ \\d+ -+$");

    private static final int LONGEST = 20;

    @Override
    public String tool() {
        return "hypothesis";
    }

    @Override
    public Optional<Failure> read(FailureOutput output) {
        OutputLines lines = OutputLines.of(output);
        return lines.first(EXAMPLE).map(hit -> failure(lines, hit));
    }

    private Failure failure(OutputLines lines, Hit hit) {
        String arguments = hit.group(2);
        if (arguments.endsWith(")")) {
            arguments = arguments.substring(0, arguments.length() - 1);
        } else {
            StringBuilder several = new StringBuilder(arguments);
            for (int i = hit.index() + 1; i < hit.index() + LONGEST; i++) {
                String line = lines.at(i).replaceFirst("^[\\s|+]*(?:E\\s)?[\\s|+]*", "");
                if (line.equals(")") || line.isEmpty()) {
                    break;
                }
                several.append(several.isEmpty() ? "" : " ").append(line);
            }
            arguments = several.toString();
        }
        String counterexample = arguments.endsWith(",") ? arguments.substring(0, arguments.length() - 1) : arguments;
        String test = hit.group(1).isEmpty() ? null : hit.group(1);
        Location frame = lines.last(NUMBERED, 0, hit.index())
                .flatMap(one -> Optional.ofNullable(StackFrames.python(lines, one.index(), hit.index())))
                .orElse(Location.UNKNOWN);
        return Reading.property(
                Reading.PROPERTY,
                tool(),
                "Falsifying example: " + (test == null ? "" : test) + "(" + counterexample + ")",
                frame.in(test),
                counterexample);
    }
}
