package dev.ralph.failure;

import static dev.ralph.failure.FailureType.TIMEOUT_ERROR;

import java.util.Optional;
import java.util.regex.Pattern;

/// A task that was ended because it took too long.
final class TimeoutRecogniser {
    private static final Pattern ANYTHING = Pattern.compile("\\S");
    /// As `timeout` of the GNU tools has it.
    private static final int ENDED_CODE = 124;

    private static final Pattern ENDED =
            Pattern.compile("\\bexit(?:ed with)?(?: code| status)?:? 124\\b|\\] Error 124$");

    private TimeoutRecogniser() {}

    static Optional<Failure> read(OutputLines lines) {
        if (!lines.timedOut() && lines.exitCode() != ENDED_CODE && !lines.has(ENDED)) {
            return Optional.empty();
        }
        String message = lines.last(ANYTHING)
                .map(hit ->
                        "took too long; its last line: " + lines.at(hit.index()).strip())
                .orElse("took too long and printed nothing");
        return Optional.of(
                new Reading("", lines.timedOut() ? 100 : Reading.COMPILER - 1).of(TIMEOUT_ERROR, message, null));
    }
}
