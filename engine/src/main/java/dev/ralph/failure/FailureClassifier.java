package dev.ralph.failure;

import static dev.ralph.failure.FailureType.MISSING_DEPENDENCY;
import static dev.ralph.failure.FailureType.RESOURCE_ERROR;
import static dev.ralph.failure.FailureType.TIMEOUT_ERROR;
import static dev.ralph.failure.FailureType.UNKNOWN_ERROR;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Says what the output of a failed task is about: every recogniser reads it, the surest is believed.
public final class FailureClassifier {
    /// Those that read more than one line; where two are as sure, the upper one is believed.
    private static final List<Recogniser> RECOGNISERS = List.of(
            TimeoutRecogniser::read,
            ResourceRecogniser::read,
            SpecRecogniser::read,
            JavacRecogniser::read,
            MavenRecogniser::read,
            GradleRecogniser::read,
            JunitRecogniser::read,
            JunitXmlRecogniser::read,
            TscRecogniser::read,
            EslintRecogniser::read,
            BiomeRecogniser::read,
            CargoRecogniser::read,
            JestRecogniser::read,
            VitestRecogniser::read,
            MochaRecogniser::read,
            AvaRecogniser::read,
            NodeTestRecogniser::read,
            TapRecogniser::read,
            PytestRecogniser::read,
            UnittestRecogniser::read,
            MinitestRecogniser::read,
            RspecRecogniser::read,
            GoTestRecogniser::read,
            CargoTestRecogniser::read,
            JavaRecogniser::read,
            NodeRecogniser::read,
            PythonRecogniser::read,
            RubyRecogniser::read,
            GoRecogniser::read,
            RustPanicRecogniser::read,
            NativeRecogniser::read,
            FormatterRecogniser::read,
            CmakeRecogniser::read,
            MakeRecogniser::read,
            ShellRecogniser::read,
            WordsRecogniser::read);

    /// Libraries for properties: they are found inside of a test runner, and know more than it does.
    private static final List<Recogniser> PROPERTIES = List.of(
            JqwikRecogniser::read, FastCheckRecogniser::read, HypothesisRecogniser::read, ProptestRecogniser::read);

    private FailureClassifier() {}

    public static Failure classify(FailureOutput output) {
        OutputLines lines = OutputLines.of(output);
        Failure best = new Reading("", Reading.NOTHING)
                .of(
                        UNKNOWN_ERROR,
                        lines.all().stream().filter(line -> !line.isBlank()).reduce("", (_, last) -> last),
                        null);
        for (Recogniser recogniser : all().toList()) {
            Optional<Failure> read = recogniser.read(lines);
            if (read.isPresent() && read.get().confidence() > best.confidence()) {
                best = read.get();
            }
        }
        return best.confidence() > Reading.PROPERTY || isOtherThanTest(best) ? best : withProperty(best, lines);
    }

    private static Stream<Recogniser> all() {
        return Stream.concat(RECOGNISERS.stream(), LineRule.ALL.stream());
    }

    /// A property that ran out of time, or of memory, or lacks a module was not shown to be wrong.
    private static boolean isOtherThanTest(Failure best) {
        return best.confidence() >= Reading.TEST_RUNNER
                && (best.type() == TIMEOUT_ERROR || best.type() == RESOURCE_ERROR || best.type() == MISSING_DEPENDENCY);
    }

    private static Failure withProperty(Failure best, OutputLines lines) {
        return PROPERTIES.stream()
                .flatMap(library -> library.read(lines).stream())
                .findFirst()
                .map(property -> Reading.both(best, property))
                .orElse(best);
    }

    /// For tests: each by itself.
    static List<Recogniser> recognisers() {
        return Stream.concat(all(), PROPERTIES.stream()).toList();
    }
}
