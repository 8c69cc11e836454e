package dev.ralph.failure;

import static dev.ralph.failure.FailureType.COMPILATION_ERROR;
import static dev.ralph.failure.FailureType.MISSING_DEPENDENCY;

import dev.ralph.failure.OutputLines.Hit;
import java.util.Optional;
import java.util.regex.Pattern;

/// `src/order.ts:3:5 lint/correctness/noUndeclaredVariables ━━━`, and below it what is wrong.
final class BiomeRecogniser {
    private static final Pattern HEAD = Pattern.compile(
            "^(\\S+\\.\\w+)(?::(\\d+):\\d+)? ((?:lint|assist|parse|syntax|format|suppressions)\\S*) .*━$");
    private static final Pattern ERROR = Pattern.compile("^\\s*[×✖] (\\S.*)$");
    private static final Pattern IMPORT = Pattern.compile("noUnresolvedImports|noUndeclaredDependencies");

    private BiomeRecogniser() {}

    static Optional<Failure> read(OutputLines lines) {
        return lines.every(HEAD)
                .flatMap(head -> lines
                        .first(ERROR, head.index() + 1, lines.next(HEAD, head.index() + 1))
                        .map(error -> failure(head, error.group(1)))
                        .stream())
                .findFirst();
    }

    private static Failure failure(Hit head, String message) {
        return new Reading("biome", Reading.COMPILER)
                .of(
                        IMPORT.matcher(head.group(3)).find() ? MISSING_DEPENDENCY : COMPILATION_ERROR,
                        message + "  " + head.group(3),
                        head.place(1, 2));
    }
}
