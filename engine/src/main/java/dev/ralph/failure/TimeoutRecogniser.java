package dev.ralph.failure;

import java.util.Optional;
import java.util.regex.Pattern;

/// A task that was ended because it took too long.
final class TimeoutRecogniser implements Recogniser {
    /// As `timeout` of the GNU tools has it.
    private static final int ENDED_CODE = 124;

    private static final Pattern ENDED =
            Pattern.compile("\\bexit(?:ed with)?(?: code| status)?:? 124\\b|\\] Error 124$");

    @Override
    public String tool() {
        return "";
    }

    @Override
    public Optional<Failure> read(FailureOutput output) {
        OutputLines lines = OutputLines.of(output);
        if (!output.timedOut() && output.exitCode() != ENDED_CODE && !lines.has(ENDED)) {
            return Optional.empty();
        }
        String last = "";
        for (int i = lines.size() - 1; i >= 0 && last.isEmpty(); i--) {
            last = lines.at(i).strip();
        }
        return Optional.of(Reading.of(
                FailureType.TIMEOUT_ERROR,
                output.timedOut() ? 100 : Reading.COMPILER - 1,
                tool(),
                last.isEmpty() ? "took too long and printed nothing" : "took too long; its last line: " + last,
                null));
    }
}
