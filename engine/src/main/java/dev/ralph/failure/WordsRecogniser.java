package dev.ralph.failure;

import dev.ralph.failure.OutputLines.Hit;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Words that most tools share, for those that nobody wrote a recogniser for.
final class WordsRecogniser implements Recogniser {
    private static final Pattern PROPERTY = Pattern.compile(
            "(?i)\\bproperty(?:[- ]based)? test(?:s)? failed\\b|\\bproperty\\b.{0,120}\\b(?:failed|falsified|violated|does not hold)\\b|\\bfalsif(?:ied|iable|ying)\\b|\\bcounter-?example\\b");
    private static final Pattern PROPERTY_NAME = Pattern.compile("(?i)\\bfailed: (.+)$");
    private static final Pattern COUNTEREXAMPLE = Pattern.compile("(?i)\\bcounter-?example(?: found)?:\\s*(.*)$");
    private static final Pattern RUNTIME = Pattern.compile(
            "(?i)^\\W{0,3}(?:runtime error|fatal(?: error)?|exception|panic)\\b|\\b(?:uncaught|unhandled) (?:[\\w.]*)(?:exception|error|rejection)\\b");
    private static final Pattern EXCEPTION = Pattern.compile(
            "^\\s{0,8}(?:[\\w.$:\\\\]*[A-Z]\\w*(?:Error|Exception|Fault)|Error)(?: \\[\\w+\\])?(?:: .*|$)");
    private static final Pattern TESTS = Pattern.compile(
            "(?i)\\b(?:[1-9]\\d*) (?:tests? )?(?:failed|failures?|failing)\\b|\\btests? failed\\b|\\bassert(?:ion)?\\w* fail(?:ed|ure)\\b|^\\W{0,4}(?:FAIL(?:ED|URE)?)\\b[: ]|\\bAssertionError\\b|\\bexpected\\b.{1,200}\\b(?:but (?:was|got)|to (?:be|equal)|received|actual|got)\\b|^\\s*Failures: [1-9]");
    private static final Pattern BUILD = Pattern.compile(
            "(?i)\\b(?:compil(?:e|ation|er)|build|syntax|parse|type) (?:error|failed|failure)\\b|\\bfailed to compile\\b|\\berror (?:CS|FS|BC|TS|C|LNK|MSB)\\d{2,5}\\b|^\\s{0,8}\\S+?:\\d+(?::\\d+)?:?(?: -)? (?:fatal |compile )?error\\b|^\\S+\\.\\w+:\\d+:\\d+: [A-Z]{1,3}\\d{2,4}\\b|^\\s*(?-i:error)(?:\\[\\w+\\])?: ");
    private static final Pattern TIME = Pattern.compile(
            "(?i)\\btime(?:d)?[- ]?out\\b.{0,60}\\b(?:exceeded|after|reached|expired|\\d+ ?m?s)\\b|\\btimed out\\b|\\bdeadline exceeded\\b|\\btook too long\\b");
    private static final Pattern PLACE =
            Pattern.compile("(?:^|[\\s(\\[])((?:[\\w@.+-]*/)*[\\w@+-][\\w@.+-]*\\.\\w{1,5}):(\\d+)\\b");
    private static final Pattern FRAME = Pattern.compile("^\\s*at (?:async |new )?([\\w$.<>]+) ?\\(");

    private static final Pattern ABSENT = Pattern.compile("^\\S+: .*: No such file or directory$");

    private record Found(FailureType type, int confidence, int index) {}

    @Override
    public String tool() {
        return "";
    }

    @Override
    public Optional<Failure> read(FailureOutput output) {
        OutputLines lines = OutputLines.of(output);
        Optional<Hit> property = lines.first(PROPERTY);
        if (property.isPresent()) {
            return Optional.of(property(lines, property.get()));
        }
        Found best = null;
        for (int i = 0; i < lines.size(); i++) {
            Found found = found(lines.at(i), i);
            if (found != null && (best == null || found.confidence > best.confidence)) {
                best = found;
            }
        }
        return Optional.ofNullable(best)
                .map(found -> Reading.of(
                        found.type,
                        found.confidence,
                        tool(),
                        lines.at(found.index),
                        place(lines, found.index, found.index + 20)));
    }

    private Failure property(OutputLines lines, Hit hit) {
        String line = lines.at(hit.index()).strip();
        Optional<Hit> counterexample = lines.first(COUNTEREXAMPLE);
        String example = counterexample
                .map(found ->
                        found.group(1).isEmpty() ? lines.joined(found.index() + 1, found.index() + 2) : found.group(1))
                .orElse(null);
        Matcher name = PROPERTY_NAME.matcher(line);
        Location place = place(lines, hit.index(), hit.index() + 20);
        return Reading.property(
                Reading.WORDS + 15,
                tool(),
                lines.joined(hit.index(), hit.index() + 2),
                place.in(name.find() ? name.group(1).strip() : null),
                example);
    }

    private static @Nullable Found found(String line, int index) {
        FailureType shown = Symptom.of(FailureType.UNKNOWN_ERROR, line);
        if (shown == FailureType.RESOURCE_ERROR || shown == FailureType.MISSING_DEPENDENCY) {
            return new Found(shown, Reading.WORDS + 8, index);
        }
        if (RUNTIME.matcher(line).find()) {
            return new Found(FailureType.RUNTIME_ERROR, Reading.WORDS + 6, index);
        }
        if (EXCEPTION.matcher(line).find() && !line.contains("AssertionError")) {
            return new Found(Symptom.whileLoading(FailureType.RUNTIME_ERROR, line), Reading.WORDS + 4, index);
        }
        if (BUILD.matcher(line).find()) {
            return new Found(FailureType.COMPILATION_ERROR, Reading.WORDS + 2, index);
        }
        if (TESTS.matcher(line).find()) {
            return new Found(FailureType.TEST_FAILURE, Reading.WORDS + 3, index);
        }
        if (ABSENT.matcher(line).find()) {
            return new Found(FailureType.MISSING_DEPENDENCY, Reading.WORDS + 1, index);
        }
        return TIME.matcher(line).find() ? new Found(FailureType.TIMEOUT_ERROR, Reading.WORDS, index) : null;
    }

    private static Location place(OutputLines lines, int from, int to) {
        for (int i = from; i < Math.min(to, lines.size()); i++) {
            Matcher place = PLACE.matcher(lines.at(i));
            if (place.find() && !StackFrames.foreign(place.group(1))) {
                Matcher frame = FRAME.matcher(lines.at(i));
                return new Location(
                        StackFrames.file(place.group(1)),
                        StackFrames.number(place.group(2)),
                        frame.find() ? frame.group(1) : null,
                        null);
            }
        }
        return Location.UNKNOWN;
    }
}
