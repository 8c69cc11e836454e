package dev.ralph.bench;

import dev.ralph.failure.Failure;
import dev.ralph.failure.FailureClassifier;
import dev.ralph.failure.FailureOutput;
import dev.ralph.failure.FailureType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// How well the output of failed tools is read, on labelled outputs of real tools of which half was held out when the
/// recognisers were made; and how fast.
///
/// `FailureBench [ROUNDS]`
@SuppressWarnings("StringConcatToTextBlock") // one line after the other
public final class FailureBench {
    private static final int MB = 1_000_000;

    /// @param at `FILE:LINE` where the failure shows
    private record Output(FailureType type, @Nullable String at, Failure failure) {
        boolean placed() {
            String file = failure.location().file();
            String wanted = Objects.requireNonNull(at);
            int colon = wanted.lastIndexOf(':');
            String wantedFile = wanted.substring(0, colon);
            return file != null
                    && (file.endsWith(wantedFile) || wantedFile.endsWith(file))
                    && wanted.substring(colon + 1)
                            .equals(String.valueOf(failure.location().line()));
        }
    }

    private FailureBench() {}

    public static void main(String[] args) throws IOException {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 5;
        Path folder = Path.of(System.getProperty("ralph.home"), "engine/src/test/resources/failure");
        quality(outputs(folder.resolve("held-out.txt")), "held out", Bound.atLeast(0.95));
        quality(outputs(folder.resolve("tuning.txt")), "tuned on", Bound.none());
        speed(rounds);
    }

    private static void quality(List<Output> outputs, String which, Bound bound) {
        row(outputs, output -> output.type == output.failure.type(), "type right, " + which, bound);
        List<Output> placed =
                outputs.stream().filter(output -> output.at != null).toList();
        row(placed, Output::placed, "file and line right, " + which, Bound.none());
    }

    private static void row(List<Output> outputs, Predicate<Output> test, String what, Bound bound) {
        long right = outputs.stream().filter(test).count();
        new Row("failures", what, right + " of " + outputs.size(), "", (double) right / outputs.size(), "", bound)
                .print();
    }

    /// A byte of a long output costs what a byte of a short one costs.
    private static void speed(int rounds) {
        String lines = "building module 17 of 40, 0 errors\n    at step (build/steps.js:12:5)\n"
                + "warning: `field` is deprecated and fails later\n";
        List<Double> small = new ArrayList<>();
        List<Double> large = new ArrayList<>();
        List<Double> ratios = new ArrayList<>();
        for (int round = -1; round < rounds; round++) {
            double one = rate(lines.repeat(MB / lines.length()));
            double ten = rate(lines.repeat(10 * MB / lines.length()));
            if (round >= 0) {
                small.add(one);
                large.add(ten);
                ratios.add(ten / one);
            }
        }
        Row.of(
                        "failures",
                        "an output of 10 MB read, a byte of it to one of 1 MB",
                        Spread.of(large) + " MB/s",
                        "1 MB: " + Spread.of(small) + " MB/s",
                        Spread.of(ratios),
                        Bound.atLeast(0.5))
                .print();
    }

    private static double rate(String text) {
        long start = System.nanoTime();
        FailureClassifier.classify(new FailureOutput(text, 1, false));
        return text.length() / 1e6 / ((System.nanoTime() - start) / 1e9);
    }

    private static List<Output> outputs(Path file) throws IOException {
        List<Output> outputs = new ArrayList<>();
        for (String text : Files.readString(file).split("(?m)^%%% ")) {
            if (!text.isBlank()) {
                outputs.add(output(text));
            }
        }
        return outputs;
    }

    private static Output output(String text) {
        int end = text.indexOf('\n');
        String[] head = text.substring(0, end).split(" ");
        int exitCode = 1;
        String at = null;
        for (String word : head) {
            exitCode = word.startsWith("exit=") ? Integer.parseInt(word.substring("exit=".length())) : exitCode;
            at = word.startsWith("at=") ? word.substring("at=".length()) : at;
        }
        boolean timedOut = List.of(head).contains("timed-out");
        Failure failure = FailureClassifier.classify(new FailureOutput(text.substring(end + 1), exitCode, timedOut));
        return new Output(FailureType.of(head[1]), at, failure);
    }
}
