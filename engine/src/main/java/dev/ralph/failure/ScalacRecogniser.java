package dev.ralph.failure;

import dev.ralph.failure.OutputLines.Hit;
import java.util.Optional;
import java.util.regex.Pattern;

/// `[error] Order.scala:5:9: not found: value total` of Scala 2, `-- [E006] Not Found Error: Order.scala:5:9` of Scala
/// 3.
final class ScalacRecogniser implements Recogniser {
    private static final Pattern ERROR = Pattern.compile(
            "^\\[error\\]\\s+(\\S+\\.(?:scala|sc|sbt)):(\\d+)(?::\\d+)?: (.+)$|^(\\S+\\.scala):(\\d+): error: (.+)$");
    private static final Pattern SCALA_3 = Pattern.compile(
            "^(?:\\[error\\]\\s+)?-- (?:\\[E\\d+\\] )?(.*Error): (\\S+\\.(?:scala|sc)):(\\d+):\\d+ ?-*$");

    @Override
    public String tool() {
        return "scalac";
    }

    @Override
    public Optional<Failure> read(FailureOutput output) {
        OutputLines lines = OutputLines.of(output);
        return lines.first(ERROR)
                .map(hit -> hit.group(1).isEmpty() ? failure(hit, 4, 6) : failure(hit, 1, 3))
                .or(() -> lines.first(SCALA_3).map(hit -> failure(hit, 2, 1)));
    }

    private Failure failure(Hit hit, int file, int message) {
        return Reading.of(
                Symptom.of(FailureType.COMPILATION_ERROR, hit.group(message)),
                Reading.COMPILER,
                tool(),
                hit.group(message),
                StackFrames.place(hit, file, file + 1));
    }
}
