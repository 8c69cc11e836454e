package dev.ralph.failure;

import static dev.ralph.failure.FailureType.COMPILATION_ERROR;

import java.util.Optional;
import java.util.regex.Pattern;

/// Files that Prettier, Black, Ruff or rustfmt would write in another way, or cannot read.
final class FormatterRecogniser {
    private static final Pattern BLACK = Pattern.compile("^[Ww]ould reformat:? (\\S+)$");
    private static final Pattern PRETTIER = Pattern.compile("^(?:\\[warn\\] )?Code style issues (?:found|were)\\b");
    private static final Pattern PRETTIER_FILE = Pattern.compile("^(?:\\[warn\\] )?(\\S+\\.\\w+)$");

    private FormatterRecogniser() {}

    static Optional<Failure> read(OutputLines lines) {
        return lines.first(BLACK)
                .or(() -> lines.first(PRETTIER).flatMap(hit -> lines.first(PRETTIER_FILE, 0, hit.index())))
                .map(hit -> LineRule.FORMATTER.of(
                        COMPILATION_ERROR,
                        "not formatted: " + hit.group(1),
                        Location.at(StackFrames.file(hit.group(1)), null)));
    }
}
