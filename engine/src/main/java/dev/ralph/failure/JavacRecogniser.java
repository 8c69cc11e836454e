package dev.ralph.failure;

import static dev.ralph.failure.FailureType.COMPILATION_ERROR;
import static dev.ralph.failure.FailureType.MISSING_DEPENDENCY;

import dev.ralph.failure.OutputLines.Hit;
import java.util.Optional;
import java.util.regex.Pattern;

/// `src/app/Order.java:7: error: cannot find symbol`, also as Gradle and Ant print it.
final class JavacRecogniser {
    private static final Pattern ERROR =
            Pattern.compile("^\\s*(?:\\[\\w+\\] )?(\\S[^:]*\\.java):(\\d+): " + LineRule.ERROR + "(.+)$");
    private static final Pattern WITHOUT_PLACE = Pattern.compile("^" + LineRule.ERROR + "(.+)$");
    private static final Pattern WARNING = Pattern.compile("^(\\S[^:]*\\.java):(\\d+): (?:warning|Warnung|警告): ?(.+)$");
    private static final Pattern MORE =
            Pattern.compile("^(?:\\[\\w+\\])?\\s+(?:symbol|location|required|found|reason): .*$");
    private static final int MOST_MORE = 7;
    private static final Pattern COUNT = Pattern.compile("^\\d+ (?:errors?|Fehler|个错误)$|^エラー\\d+個$|^Usage: javac ");

    private JavacRecogniser() {}

    static Optional<Failure> read(OutputLines lines) {
        return lines.first(ERROR)
                .map(hit -> error("javac", lines, hit, ERROR))
                .or(() -> lines.has(COUNT)
                        ? lines.first(WITHOUT_PLACE).map(hit -> general(lines, hit))
                        : Optional.empty());
    }

    /// Groups 1 to 3 are file, line and words.
    ///
    /// @param error begins the next one
    static Failure error(String tool, OutputLines lines, Hit hit, Pattern error) {
        String message = hit.group(3) + more(lines, hit.index(), error);
        return new Reading(tool, Reading.COMPILER)
                .of(Symptom.of(COMPILATION_ERROR, hit.group(3)), message, hit.place(1, 2));
    }

    /// What is about no line; or a warning that counts as an error, which stands where the warning does.
    private static Failure general(OutputLines lines, Hit hit) {
        FailureType type = hit.group(1).contains("not found") ? MISSING_DEPENDENCY : COMPILATION_ERROR;
        Optional<Hit> warning = hit.group(1).contains("-Werror") ? lines.first(WARNING) : Optional.empty();
        return new Reading("javac", Reading.COMPILER)
                .of(
                        type,
                        hit.group(1) + warning.map(one -> "\n" + one.group(3)).orElse(""),
                        warning.map(one -> one.place(1, 2)).orElse(null));
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
