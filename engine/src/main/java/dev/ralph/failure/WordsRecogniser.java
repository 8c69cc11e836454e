package dev.ralph.failure;

import static dev.ralph.failure.FailureType.COMPILATION_ERROR;
import static dev.ralph.failure.FailureType.MISSING_DEPENDENCY;
import static dev.ralph.failure.FailureType.RESOURCE_ERROR;
import static dev.ralph.failure.FailureType.RUNTIME_ERROR;
import static dev.ralph.failure.FailureType.TEST_FAILURE;
import static dev.ralph.failure.FailureType.TIMEOUT_ERROR;
import static dev.ralph.failure.FailureType.UNKNOWN_ERROR;

import dev.ralph.failure.OutputLines.Hit;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Words that most tools share, for those that nobody wrote a recogniser for.
final class WordsRecogniser {
    private static final Pattern PROPERTY = Pattern.compile(
            "(?i)\\bproperty(?:[- ]based)? test(?:s)? failed\\b|\\bproperty\\b.{0,120}\\b(?:failed|falsified|violated|does not hold)\\b|\\bfalsif(?:ied|iable|ying)\\b|\\bcounter-?example\\b");
    private static final Pattern PROPERTY_NAME = Pattern.compile("(?i)\\bfailed: (.+)$");
    private static final Pattern COUNTEREXAMPLE = Pattern.compile("(?i)\\bcounter-?example(?: found)?:\\s*(.*)$");
    private static final Pattern RUNTIME = Pattern.compile(
            "(?i)^\\W{0,3}(?:runtime error|fatal(?: error)?|exception|panic)\\b|\\b(?:uncaught|unhandled) ?[\\w.]*(?:exception|error|rejection)\\b");
    private static final Pattern EXCEPTION = Pattern.compile(
            "^\\s{0,8}(?:[\\w.$:\\\\]*[A-Z]\\w*(?:Error|Exception|Fault)|Error)(?: \\[\\w+\\])?(?:: .*|$)");
    private static final Pattern DEPENDENCY = Pattern.compile(
            "(?i)\\bmissing dependenc(?:y|ies)\\b|\\b(?:import|require) (?:failed|error)\\b|\\b(?:module|package|dependency|library)\\b.{1,80}\\bnot (?:found|installed)\\b");
    private static final Pattern TESTS = Pattern.compile(
            "(?i)\\b(?:[1-9]\\d*) (?:tests? )?(?:failed|failures?|failing)\\b|\\btests? failed\\b|\\bassert(?:ion)?\\w* fail(?:ed|ure)\\b|^\\W{0,4}(?:FAIL(?:ED|URE)?)\\b[: ]|\\bAssertionError\\b|\\bexpected\\b.{1,200}\\b(?:but (?:was|got)|to (?:be|equal)|received|actual|got)\\b|^\\s*Failures: [1-9]|^\\W{0,4}test failure\\b|^\\s*(?:Expected|Actual|Received): ");
    private static final Pattern BUILD = Pattern.compile(
            "(?i)\\b(?:compil(?:e|ation|er)|build|syntax|parse|type) (?:error|failed|failure)\\b|\\bfailed to compile\\b|\\berror (?:CS|FS|BC|TS|C|LNK|MSB)\\d{2,5}\\b|^\\s{0,8}\\S+?:\\d+(?::\\d+)?:?(?: -)? (?:fatal |compile )?error\\b|^\\S+\\.\\w+:\\d+:\\d+: [A-Z]{1,3}\\d{2,4}\\b|^\\s*(?-i:error)(?:\\[\\w+\\])?: ");
    private static final Pattern TIME = Pattern.compile(
            "(?i)\\btimeout error\\b|\\btime(?:d)?[- ]?out\\b.{0,60}\\b(?:exceeded|after|reached|expired|\\d+ ?m?s)\\b|\\btimed out\\b|\\bdeadline exceeded\\b|\\btook too long\\b");
    private static final Pattern PLACE =
            Pattern.compile("(?:^|[\\s(\\[])((?:[\\w@.+-]*/)*[\\w@+-][\\w@.+-]*\\.\\w{1,5}):(\\d+)\\b");
    private static final Pattern FRAME = Pattern.compile("^\\s*at (?:async |new )?([\\w$.<>]+) ?\\(");

    private static final Pattern ABSENT = Pattern.compile("^\\S+: .*: No such file or directory$");

    private record Found(FailureType type, int confidence, int index) {}

    private WordsRecogniser() {}

    static Optional<Failure> read(OutputLines lines) {
        return lines.first(PROPERTY).map(hit -> property(lines, hit)).or(() -> surest(lines));
    }

    private static Failure property(OutputLines lines, Hit hit) {
        String example = lines.first(COUNTEREXAMPLE)
                .map(found ->
                        found.group(1).isEmpty() ? lines.joined(found.index() + 1, found.index() + 2) : found.group(1))
                .orElse(null);
        Matcher name = PROPERTY_NAME.matcher(lines.at(hit.index()).strip());
        return new Reading("", Reading.WORDS + 15)
                .property(
                        lines.joined(hit.index(), hit.index() + 2),
                        place(lines, hit.index()).in(name.find() ? name.group(1).strip() : null),
                        example);
    }

    private static Optional<Failure> surest(OutputLines lines) {
        Found best = null;
        for (int i = 0; i < lines.size(); i++) {
            Found found = found(lines.at(i), i);
            if (found != null && (best == null || found.confidence > best.confidence)) {
                best = found;
            }
        }
        return Optional.ofNullable(best)
                .map(found -> new Reading("", found.confidence)
                        .of(found.type, lines.at(found.index), place(lines, found.index)));
    }

    private static @Nullable Found found(String line, int index) {
        FailureType shown = Symptom.of(UNKNOWN_ERROR, line);
        if (shown == RESOURCE_ERROR || shown == MISSING_DEPENDENCY) {
            return new Found(shown, Reading.WORDS + 8, index);
        }
        if (DEPENDENCY.matcher(line).find()) {
            return new Found(MISSING_DEPENDENCY, Reading.WORDS + 7, index);
        }
        if (RUNTIME.matcher(line).find()) {
            return new Found(RUNTIME_ERROR, Reading.WORDS + 6, index);
        }
        if (EXCEPTION.matcher(line).find() && !Symptom.assertion(line.strip())) {
            return new Found(Symptom.whileLoading(RUNTIME_ERROR, line), Reading.WORDS + 4, index);
        }
        if (BUILD.matcher(line).find()) {
            return new Found(COMPILATION_ERROR, Reading.WORDS + 2, index);
        }
        if (TESTS.matcher(line).find()) {
            return new Found(TEST_FAILURE, Reading.WORDS + 3, index);
        }
        if (ABSENT.matcher(line).find()) {
            return new Found(MISSING_DEPENDENCY, Reading.WORDS + 1, index);
        }
        return TIME.matcher(line).find() ? new Found(TIMEOUT_ERROR, Reading.WORDS, index) : null;
    }

    private static Location place(OutputLines lines, int from) {
        Location java = StackFrames.java(lines, from, from + 20);
        if (java != null) {
            return java;
        }
        return lines.every(PLACE, from, from + 20)
                .filter(hit -> !StackFrames.foreign(hit.group(1)))
                .findFirst()
                .map(hit -> {
                    Matcher frame = FRAME.matcher(lines.at(hit.index()));
                    return new Location(
                            StackFrames.file(hit.group(1)), hit.number(2), frame.find() ? frame.group(1) : null, null);
                })
                .orElse(Location.UNKNOWN);
    }
}
