package dev.ralph.failure;

import dev.ralph.failure.OutputLines.Hit;
import java.util.Optional;
import java.util.regex.Pattern;

/// What make itself says; what the programs say that it runs is read by others.
final class MakeRecogniser implements Recogniser {
    private static final Pattern NO_RULE =
            Pattern.compile("^\\S*make(?:\\[\\d+\\])?: \\*\\*\\* (No rule to make target .+|No targets specified.*)$");
    private static final Pattern MAKEFILE = Pattern.compile("^(\\S+):(\\d+): \\*\\*\\* (.+?)(?:\\s+Stop\\.)?$");
    private static final Pattern RECIPE = Pattern.compile(
            "^\\S*make(?:\\[\\d+\\])?: \\*\\*\\* \\[(?:([^\\]:]+):(\\d+): )?([^\\]]+)\\] (Error \\d+|\\w[\\w ]*)");
    private static final Pattern ABSENT =
            Pattern.compile("^\\S*make(?:\\[\\d+\\])?: (\\S+): No such file or directory$");
    private static final Pattern TESTS =
            Pattern.compile("(?i)(?:^|[/_.-])(?:tests?|check|spec|verify|unit)(?:$|[/_.-])");

    private static final Pattern BUILDS = Pattern.compile("(?i)(?:^|[/_.-])(?:build|compile|lint|o|a|so)(?:$|[/_-])");

    @Override
    public String tool() {
        return "make";
    }

    @Override
    public Optional<Failure> read(FailureOutput output) {
        OutputLines lines = OutputLines.of(output);
        Optional<Hit> needed = lines.first(NO_RULE).or(() -> lines.first(ABSENT));
        if (needed.isPresent()) {
            return Optional.of(Reading.of(
                    FailureType.MISSING_DEPENDENCY,
                    Reading.BUILD_TOOL,
                    tool(),
                    needed.get().group(1),
                    null));
        }
        Optional<Hit> makefile = lines.first(MAKEFILE);
        if (makefile.isPresent()) {
            return Optional.of(Reading.of(
                    FailureType.COMPILATION_ERROR,
                    Reading.BUILD_TOOL,
                    tool(),
                    makefile.get().group(3),
                    StackFrames.place(makefile.get(), 1, 2)));
        }
        return lines.first(RECIPE).map(hit -> recipe(lines, hit));
    }

    /// A recipe for tests that fails is a failure of tests, whatever runs them; so it is with one that builds.
    private Failure recipe(OutputLines lines, Hit hit) {
        boolean tests = TESTS.matcher(hit.group(3)).find();
        Location place = hit.group(1).isEmpty() ? null : StackFrames.place(hit, 1, 2);
        FailureType type = tests
                ? FailureType.TEST_FAILURE
                : BUILDS.matcher(hit.group(3)).find() ? FailureType.COMPILATION_ERROR : FailureType.UNKNOWN_ERROR;
        return Reading.of(
                type,
                tests ? Reading.WORDS + 5 : type == FailureType.UNKNOWN_ERROR ? Reading.NOTHING + 5 : Reading.WORDS - 5,
                tool(),
                lines.at(hit.index()),
                place);
    }
}
