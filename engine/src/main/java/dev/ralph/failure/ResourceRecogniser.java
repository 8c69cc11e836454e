package dev.ralph.failure;

import dev.ralph.failure.OutputLines.Hit;
import java.util.Optional;
import java.util.regex.Pattern;

/// Memory, disk and processes that ran out.
final class ResourceRecogniser implements Recogniser {
    private static final int KILLED_CODE = 137;
    private static final Pattern KILLED = Pattern.compile(
            "^Killed$|^\\S+: line \\d+:\\s+\\d+ Killed\\b|\\*\\*\\* \\[.*\\] Killed$|\\bKilled signal terminated program\\b|\\(signal: 9, SIGKILL\\b|^Out of memory: Killed|\\bOOMKilled\\b|\\bexit(?:ed with)?(?: code| status)?:? 137\\b|\\] Error 137$");

    /// `program: what it did: why it could not`.
    private static final Pattern LINE = Pattern.compile(
            "^\\S.{0,300}: (?:No space left on device|Cannot allocate memory|Too many open files|Disk quota exceeded|Resource temporarily unavailable|File too large)\\b.*$");

    @Override
    public String tool() {
        return "";
    }

    @Override
    public Optional<Failure> read(FailureOutput output) {
        OutputLines lines = OutputLines.of(output);
        Optional<Hit> killed = lines.last(KILLED);
        if (killed.isPresent() || output.exitCode() == KILLED_CODE) {
            String message = killed.map(hit -> lines.at(hit.index())).orElse("Killed (exit code 137)");
            return Optional.of(Reading.of(FailureType.RESOURCE_ERROR, Reading.ENDED, tool(), message, null));
        }
        return lines.last(LINE)
                .map(hit -> Reading.of(
                        FailureType.RESOURCE_ERROR, Reading.BUILD_TOOL + 4, tool(), lines.at(hit.index()), null));
    }
}
