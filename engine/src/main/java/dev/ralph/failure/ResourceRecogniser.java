package dev.ralph.failure;

import static dev.ralph.failure.FailureType.RESOURCE_ERROR;

import dev.ralph.failure.OutputLines.Hit;
import java.util.Optional;
import java.util.regex.Pattern;

/// Memory, disk and processes that ran out.
final class ResourceRecogniser {
    private static final int KILLED_CODE = 137;
    private static final Pattern KILLED = Pattern.compile(
            "^Killed$|^\\S+: line \\d+:\\s+\\d+ Killed\\b|\\*\\*\\* \\[.*\\] Killed$|\\bKilled signal terminated program\\b|\\(signal: 9, SIGKILL\\b|^Out of memory: Killed|\\bOOMKilled\\b|\\bexit(?:ed with)?(?: code| status)?:? 137\\b|\\] Error 137$");

    /// `program: what it did: why it could not`.
    private static final Pattern LINE = Pattern.compile(
            "^\\S.{0,300}: (?:No space left on device|Cannot allocate memory|Too many open files|Disk quota exceeded|Resource temporarily unavailable|File too large)\\b.*$");

    private ResourceRecogniser() {}

    static Optional<Failure> read(OutputLines lines) {
        Optional<Hit> killed = lines.last(KILLED);
        if (killed.isPresent() || lines.exitCode() == KILLED_CODE) {
            String message = killed.map(hit -> lines.at(hit.index())).orElse("Killed (exit code 137)");
            return Optional.of(new Reading("", Reading.ENDED).of(RESOURCE_ERROR, message, null));
        }
        return lines.last(LINE)
                .map(hit -> new Reading("", Reading.BUILD_TOOL + 4).of(RESOURCE_ERROR, lines.at(hit.index()), null));
    }
}
