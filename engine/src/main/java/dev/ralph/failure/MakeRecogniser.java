package dev.ralph.failure;

import static dev.ralph.failure.FailureType.COMPILATION_ERROR;
import static dev.ralph.failure.FailureType.TEST_FAILURE;
import static dev.ralph.failure.FailureType.UNKNOWN_ERROR;

import java.util.Optional;
import java.util.regex.Pattern;

/// What make itself says; what the programs say that it runs is read by others.
final class MakeRecogniser {
    private static final Pattern RECIPE = Pattern.compile(
            "^\\S*make(?:\\[\\d+\\])?: \\*\\*\\* \\[(?:([^\\]:]+):(\\d+): )?([^\\]]+)\\] (Error \\d+|\\w[\\w ]*)");
    private static final Pattern TESTS =
            Pattern.compile("(?i)(?:^|[/_.-])(?:tests?|check|spec|verify|unit)(?:$|[/_.-])");

    private static final Pattern BUILDS = Pattern.compile("(?i)(?:^|[/_.-])(?:build|compile|lint|o|a|so)(?:$|[/_-])");

    private MakeRecogniser() {}

    /// A recipe for tests that fails is a failure of tests, whatever runs them; so it is with one that builds.
    static Optional<Failure> read(OutputLines lines) {
        return lines.first(RECIPE).map(hit -> {
            String line = lines.at(hit.index());
            Location place = hit.group(1).isEmpty() ? null : hit.place(1, 2);
            if (TESTS.matcher(hit.group(3)).find()) {
                Optional<Failure> said =
                        WordsRecogniser.read(lines.with(lines.all().subList(0, hit.index())));
                return new Reading("make", Reading.WORDS + 5)
                        .of(
                                TEST_FAILURE,
                                said.map(Failure::message).orElse(line),
                                said.map(Failure::location).orElse(place));
            }
            return BUILDS.matcher(hit.group(3)).find()
                    ? new Reading("make", Reading.WORDS - 5).of(COMPILATION_ERROR, line, place)
                    : new Reading("make", Reading.NOTHING + 5).of(UNKNOWN_ERROR, line, place);
        });
    }
}
