package dev.ralph.failure;

import dev.ralph.failure.OutputLines.Hit;
import java.util.Optional;
import java.util.regex.Pattern;

/// ESLint's formats `stylish`, `unix` and `compact`.
final class EslintRecogniser implements Recogniser {
    private static final Pattern ERROR = Pattern.compile("^\\s+(\\d+):\\d+\\s+error\\s+(.+)$");
    private static final Pattern FILE = Pattern.compile("^(\\S.*\\.\\w+)$");
    private static final Pattern PROBLEMS = Pattern.compile("^✖ \\d+ problems? \\((\\d+) error|^\\d+ problems?$");
    private static final Pattern ONE_LINE = Pattern.compile(
            "^(\\S[^:]*\\.\\w+)(?::(\\d+):\\d+: (.*) \\[Error/.*\\]|: line (\\d+), col \\d+, Error - (.*))$");
    private static final Pattern CONFIGURATION = Pattern.compile("^ESLint (?:couldn't find|found too many warnings).*");

    @Override
    public String tool() {
        return "eslint";
    }

    @Override
    public Optional<Failure> read(FailureOutput output) {
        OutputLines lines = OutputLines.of(output);
        Optional<Hit> oneLine = lines.first(ONE_LINE);
        if (oneLine.isPresent()) {
            Hit hit = oneLine.get();
            boolean unix = !hit.group(2).isEmpty();
            return Optional.of(failure(hit.group(unix ? 3 : 5), StackFrames.place(hit, 1, unix ? 2 : 4)));
        }
        Optional<Hit> error = lines.has(PROBLEMS) ? lines.first(ERROR) : Optional.empty();
        if (error.isPresent()) {
            String file = lines.last(FILE, 0, error.get().index())
                    .map(hit -> StackFrames.file(hit.group(1)))
                    .orElse(null);
            return Optional.of(
                    failure(error.get().group(2), Location.at(file, error.get().number(1))));
        }
        return lines.first(CONFIGURATION)
                .map(hit -> Reading.of(
                        lines.at(hit.index()).contains("find")
                                ? FailureType.MISSING_DEPENDENCY
                                : FailureType.COMPILATION_ERROR,
                        Reading.COMPILER,
                        tool(),
                        lines.at(hit.index()),
                        null));
    }

    private Failure failure(String message, Location place) {
        boolean unresolved = message.endsWith("no-unresolved")
                || message.endsWith("no-missing-import")
                || message.endsWith("no-missing-require");
        return Reading.of(
                unresolved ? FailureType.MISSING_DEPENDENCY : FailureType.COMPILATION_ERROR,
                Reading.COMPILER,
                tool(),
                message.replaceAll("\\s{2,}", "  "),
                place);
    }
}
