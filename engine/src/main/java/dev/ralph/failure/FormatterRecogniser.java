package dev.ralph.failure;

import dev.ralph.failure.OutputLines.Hit;
import java.util.Optional;
import java.util.regex.Pattern;

/// Files that Prettier, Black, Ruff or rustfmt would write in another way, or cannot read.
final class FormatterRecogniser implements Recogniser {
    private static final Pattern UNREADABLE = Pattern.compile(
            "^error: cannot format (\\S+): .*: (\\d+):\\d+: .*$|^\\[error\\] (\\S+): \\w*Error: .* \\((\\d+):\\d+\\)$");
    private static final Pattern RUSTFMT = Pattern.compile("^Diff in (\\S+?)(?: at line |:)(\\d+):$");
    private static final Pattern BLACK = Pattern.compile("^[Ww]ould reformat:? (\\S+)$");
    private static final Pattern PRETTIER = Pattern.compile("^(?:\\[warn\\] )?Code style issues (?:found|were)\\b");
    private static final Pattern PRETTIER_FILE = Pattern.compile("^(?:\\[warn\\] )?(\\S+\\.\\w+)$");

    @Override
    public String tool() {
        return "formatter";
    }

    @Override
    public Optional<Failure> read(FailureOutput output) {
        OutputLines lines = OutputLines.of(output);
        Optional<Hit> unreadable = lines.first(UNREADABLE);
        if (unreadable.isPresent()) {
            int file = unreadable.get().group(1).isEmpty() ? 3 : 1;
            return unreadable.map(hit -> failure(lines.at(hit.index()), StackFrames.place(hit, file, file + 1)));
        }
        Optional<Hit> diff = lines.first(RUSTFMT);
        if (diff.isPresent()) {
            return diff.map(hit -> failure(lines.at(hit.index()), StackFrames.place(hit, 1, 2)));
        }
        return lines.first(BLACK)
                .or(() -> lines.first(PRETTIER).flatMap(hit -> lines.first(PRETTIER_FILE, 0, hit.index())))
                .map(hit ->
                        failure("not formatted: " + hit.group(1), Location.at(StackFrames.file(hit.group(1)), null)));
    }

    private Failure failure(String message, Location place) {
        return Reading.of(FailureType.COMPILATION_ERROR, Reading.BUILD_TOOL, tool(), message, place);
    }
}
