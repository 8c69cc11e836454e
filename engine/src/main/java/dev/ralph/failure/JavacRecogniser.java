package dev.ralph.failure;

import static dev.ralph.failure.FailureType.COMPILATION_ERROR;
import static dev.ralph.failure.FailureType.MISSING_DEPENDENCY;

import dev.ralph.failure.OutputLines.Hit;
import java.util.Optional;
import java.util.regex.Pattern;

/// `src/app/Order.java:7: error: cannot find symbol`, also as Gradle and Ant print it.
final class JavacRecogniser {
    private static final Pattern ERROR = Pattern.compile("^\\s*(?:\\[\\w+\\] )?(\\S[^:]*\\.java):(\\d+): error: (.+)$");
    private static final Pattern WITHOUT_PLACE = Pattern.compile("^error: (.+)$");
    private static final Pattern MORE =
            Pattern.compile("^(?:\\[\\w+\\])?\\s+(?:symbol|location|required|found|reason): .*$");
    private static final int MOST_MORE = 7;
    private static final Pattern COUNT = Pattern.compile("^\\d+ errors?$");

    private JavacRecogniser() {}

    static Optional<Failure> read(OutputLines lines) {
        return lines.first(ERROR)
                .map(hit -> error("javac", lines, hit, ERROR))
                .or(() ->
                        lines.has(COUNT) ? lines.first(WITHOUT_PLACE).map(JavacRecogniser::general) : Optional.empty());
    }

    /// Groups 1 to 3 are file, line and words.
    ///
    /// @param error begins the next one
    static Failure error(String tool, OutputLines lines, Hit hit, Pattern error) {
        String message = hit.group(3) + more(lines, hit.index(), error);
        return new Reading(tool, Reading.COMPILER)
                .of(Symptom.of(COMPILATION_ERROR, hit.group(3)), message, hit.place(1, 2));
    }

    private static Failure general(Hit hit) {
        return new Reading("javac", Reading.COMPILER)
                .of(hit.group(1).contains("not found") ? MISSING_DEPENDENCY : COMPILATION_ERROR, hit.group(1), null);
    }

    /// What the compiler says below an error: which symbol, and where.
    private static String more(OutputLines lines, int index, Pattern error) {
        StringBuilder more = new StringBuilder();
        for (int i = index + 1; i <= index + MOST_MORE; i++) {
            String line = lines.at(i);
            if (error.matcher(line).find()) {
                break;
            }
            if (MORE.matcher(line).matches()) {
                more.append('\n')
                        .append(line.replaceFirst("^\\[\\w+\\]", "").strip().replaceAll("\\s+", " "));
            }
        }
        return more.toString();
    }
}
