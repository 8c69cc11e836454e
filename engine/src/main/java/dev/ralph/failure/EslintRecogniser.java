package dev.ralph.failure;

import static dev.ralph.failure.FailureType.COMPILATION_ERROR;
import static dev.ralph.failure.FailureType.MISSING_DEPENDENCY;

import dev.ralph.failure.OutputLines.Hit;
import java.util.Optional;
import java.util.regex.Pattern;

/// ESLint's formats `stylish`, `unix` and `compact`.
final class EslintRecogniser {
    private static final Pattern ERROR = Pattern.compile("^\\s+(\\d+):\\d+\\s+error\\s+(.+)$");
    private static final Pattern WARNING = Pattern.compile("^\\s+(\\d+):\\d+\\s+warning\\s+(.+)$");
    private static final Pattern TOO_MANY = Pattern.compile("^ESLint found too many warnings");
    private static final Pattern FILE = Pattern.compile("^(\\S.*\\.\\w+)$");
    private static final Pattern PROBLEMS = Pattern.compile("^✖ \\d+ problems? \\((\\d+) error|^\\d+ problems?$");

    static final Pattern UNRESOLVED = Pattern.compile("no-(?:unresolved|missing-import|missing-require)$");

    private EslintRecogniser() {}

    static Optional<Failure> read(OutputLines lines) {
        if (!lines.has(PROBLEMS)) {
            return Optional.empty();
        }
        return lines.first(ERROR)
                .or(() -> lines.has(TOO_MANY) ? lines.first(WARNING) : Optional.empty())
                .map(hit -> failure(lines, hit));
    }

    private static Failure failure(OutputLines lines, Hit hit) {
        String file = lines.last(FILE, 0, hit.index())
                .map(named -> StackFrames.file(named.group(1)))
                .orElse(null);
        String message = hit.group(2).replaceAll("\\s{2,}", "  ");
        return new Reading("eslint", Reading.COMPILER)
                .of(
                        UNRESOLVED.matcher(message).find() ? MISSING_DEPENDENCY : COMPILATION_ERROR,
                        message,
                        Location.at(file, hit.number(1)));
    }
}
