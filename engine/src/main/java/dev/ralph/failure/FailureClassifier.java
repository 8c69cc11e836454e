package dev.ralph.failure;

import java.util.List;
import java.util.Optional;

/// Says what the output of a failed task is about: every recogniser reads it, the surest is believed.
public final class FailureClassifier {
    private static final List<Recogniser> RECOGNISERS = List.of(
            new TimeoutRecogniser(),
            new ResourceRecogniser(),
            new SpecRecogniser(),
            new JavacRecogniser(),
            new MavenRecogniser(),
            new GradleRecogniser(),
            new JunitRecogniser(),
            new JunitXmlRecogniser(),
            new TscRecogniser(),
            new EslintRecogniser(),
            new MypyRecogniser(),
            new ScalacRecogniser(),
            new GoBuildRecogniser(),
            new CargoRecogniser(),
            new GccRecogniser(),
            new JestRecogniser(),
            new VitestRecogniser(),
            new MochaRecogniser(),
            new NodeTestRecogniser(),
            new TapRecogniser(),
            new PytestRecogniser(),
            new UnittestRecogniser(),
            new MinitestRecogniser(),
            new RspecRecogniser(),
            new GoTestRecogniser(),
            new CargoTestRecogniser(),
            new JavaRecogniser(),
            new NodeRecogniser(),
            new PythonRecogniser(),
            new RubyRecogniser(),
            new GoRecogniser(),
            new RustPanicRecogniser(),
            new NativeRecogniser(),
            new FormatterRecogniser(),
            new CmakeRecogniser(),
            new MakeRecogniser(),
            new ShellRecogniser(),
            new WordsRecogniser());

    /// Libraries for properties: they are found inside of a test runner, and know more than it does.
    private static final List<Recogniser> PROPERTIES = List.of(
            new JqwikRecogniser(), new FastCheckRecogniser(), new HypothesisRecogniser(), new ProptestRecogniser());

    private FailureClassifier() {}

    public static Failure classify(FailureOutput output) {
        Failure best = Reading.of(
                FailureType.UNKNOWN_ERROR,
                Reading.NOTHING,
                "",
                output.text().lines().filter(line -> !line.isBlank()).reduce("", (first, last) -> last),
                null);
        for (Recogniser recogniser : RECOGNISERS) {
            Optional<Failure> read = recogniser.read(output);
            if (read.isPresent() && read.get().confidence() > best.confidence()) {
                best = read.get();
            }
        }
        return best.confidence() > Reading.PROPERTY ? best : withProperty(best, output);
    }

    private static Failure withProperty(Failure best, FailureOutput output) {
        for (Recogniser library : PROPERTIES) {
            Optional<Failure> property = library.read(output);
            if (property.isPresent()) {
                return Reading.both(best, property.get());
            }
        }
        return best;
    }

    /// For tests: each by itself.
    static List<Recogniser> recognisers() {
        return java.util.stream.Stream.concat(RECOGNISERS.stream(), PROPERTIES.stream())
                .toList();
    }
}
