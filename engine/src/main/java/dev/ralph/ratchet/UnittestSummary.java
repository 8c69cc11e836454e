package dev.ralph.ratchet;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What the last lines of Python's unittest say, which writes no report: good enough to tell a person how tests stand,
/// and for nothing else.
public final class UnittestSummary {
    private static final Pattern RAN =
            Pattern.compile("(?m)^Ran (\\d{1,7}) tests? in [\\d.]+s\\s+^(?:OK|FAILED)(?: \\(([^)\\n]*)\\))?\\s*$");
    private static final Pattern BAD =
            Pattern.compile("(?<!expected )(?:failures|errors|unexpected successes)=(\\d{1,7})");
    private static final Pattern SKIPPED = Pattern.compile("(?:skipped|expected failures)=(\\d{1,7})");

    private UnittestSummary() {}

    /// @param passes how many tests passed
    /// @param fails  how many failed
    public record Counts(int passes, int fails) {}

    /// Empty where the output does not end with it.
    public static Optional<Counts> of(String output) {
        Matcher ran = RAN.matcher(output);
        if (!ran.find()) {
            return Optional.empty();
        }
        String details = ran.group(2) == null ? "" : ran.group(2);
        int fails = sum(BAD, details);
        return Optional.of(
                new Counts(Math.max(0, Integer.parseInt(ran.group(1)) - fails - sum(SKIPPED, details)), fails));
    }

    private static int sum(Pattern figure, String details) {
        return figure.matcher(details)
                .results()
                .mapToInt(found -> Integer.parseInt(found.group(1)))
                .sum();
    }
}
