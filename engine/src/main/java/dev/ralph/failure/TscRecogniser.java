package dev.ralph.failure;

import static dev.ralph.failure.FailureType.COMPILATION_ERROR;
import static dev.ralph.failure.FailureType.MISSING_DEPENDENCY;

import dev.ralph.failure.OutputLines.Hit;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// `src/order.ts(3,5): error TS2322: …`, `src/order.ts:3:5 - error TS2322: …` and errors without a place.
final class TscRecogniser {
    private static final Pattern ERROR = Pattern.compile(
            "^\\s{0,8}(?:(?:ERROR in )?(\\S[^:()]*\\.[cm]?[jt]sx?)(?:\\((\\d+),\\d+\\):|:(\\d+):\\d+ -)\\s)?error (?:TS|\\[tsl\\] )(\\d+): (.+)$");
    private static final Set<String> MODULES = Set.of("2306", "2307", "2688", "2732", "2792", "6053", "7016", "18003");
    private static final Set<String> MISSING = Set.of(
            "2304", "2305", "2339", "2353", "2420", "2503", "2515", "2551", "2552", "2614", "2694", "2724", "2739",
            "2740", "2741", "18004");

    private TscRecogniser() {}

    static Optional<Failure> read(OutputLines lines) {
        return lines.first(ERROR).map(TscRecogniser::failure);
    }

    private static Failure failure(Hit hit) {
        Location place =
                hit.group(1).isEmpty() ? null : hit.place(1, hit.group(2).isEmpty() ? 3 : 2);
        Failure failure = new Reading("tsc", Reading.COMPILER)
                .of(MODULES.contains(hit.group(4)) ? MISSING_DEPENDENCY : COMPILATION_ERROR, hit.group(5), place);
        return MISSING.contains(hit.group(4)) ? failure.missing(true) : failure;
    }
}
