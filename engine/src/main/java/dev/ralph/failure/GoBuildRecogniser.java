package dev.ralph.failure;

import dev.ralph.failure.OutputLines.Hit;
import java.util.Optional;
import java.util.regex.Pattern;

/// `./main.go:4:10: undefined: total`, and what the `go` command says of modules.
final class GoBuildRecogniser implements Recogniser {
    private static final Pattern ERROR = Pattern.compile("^(?:vet: )?(\\S[^:\\s]*\\.go):(\\d+)(?::\\d+)?: (.+)$");
    private static final Pattern COMMAND =
            Pattern.compile("^go: (?!downloading|finding|extracting|added|upgraded)(.+)$");
    private static final Pattern PACKAGE = Pattern.compile("^package (\\S+) is not in (?:GOROOT|std)");

    @Override
    public String tool() {
        return "go build";
    }

    @Override
    public Optional<Failure> read(FailureOutput output) {
        OutputLines lines = OutputLines.of(output);
        Optional<Hit> error = lines.first(ERROR);
        if (error.isPresent()) {
            Hit hit = error.get();
            return Optional.of(Reading.of(
                    Symptom.of(FailureType.COMPILATION_ERROR, hit.group(3)),
                    Reading.COMPILER,
                    tool(),
                    hit.group(3),
                    StackFrames.place(hit, 1, 2)));
        }
        return lines.first(PACKAGE)
                .or(() -> lines.first(COMMAND))
                .map(hit -> Reading.of(
                        lines.at(hit.index()).contains("errors parsing")
                                ? FailureType.COMPILATION_ERROR
                                : FailureType.MISSING_DEPENDENCY,
                        Reading.BUILD_TOOL,
                        tool(),
                        lines.at(hit.index()),
                        null));
    }
}
