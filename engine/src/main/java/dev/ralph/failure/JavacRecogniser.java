package dev.ralph.failure;

import dev.ralph.failure.OutputLines.Hit;
import java.util.Optional;
import java.util.regex.Pattern;

/// `src/app/Order.java:7: error: cannot find symbol`, also as Gradle and Ant print it.
final class JavacRecogniser implements Recogniser {
    private static final Pattern ERROR = Pattern.compile("^\\s*(?:\\[\\w+\\] )?(\\S[^:]*\\.java):(\\d+): error: (.+)$");
    private static final Pattern WITHOUT_PLACE = Pattern.compile("^error: (.+)$");
    private static final Pattern MORE =
            Pattern.compile("^(?:\\[\\w+\\])?\\s+(?:symbol|location|required|found|reason): .*$");
    private static final int MOST_MORE = 7;
    private static final Pattern COUNT = Pattern.compile("^\\d+ errors?$");

    @Override
    public String tool() {
        return "javac";
    }

    @Override
    public Optional<Failure> read(FailureOutput output) {
        OutputLines lines = OutputLines.of(output);
        Optional<Hit> error = lines.first(ERROR);
        if (error.isPresent()) {
            Hit hit = error.get();
            Location place = StackFrames.place(hit, 1, 2);
            return Optional.of(Reading.of(
                    Symptom.of(FailureType.COMPILATION_ERROR, hit.group(3)),
                    Reading.COMPILER,
                    tool(),
                    hit.group(3) + more(lines, hit.index(), ERROR),
                    place));
        }
        if (lines.has(COUNT)) {
            return lines.first(WITHOUT_PLACE)
                    .map(hit -> Reading.of(
                            hit.group(1).startsWith("file not found")
                                            || hit.group(1).contains("not found")
                                    ? FailureType.MISSING_DEPENDENCY
                                    : FailureType.COMPILATION_ERROR,
                            Reading.COMPILER,
                            tool(),
                            hit.group(1),
                            null));
        }
        return Optional.empty();
    }

    /// What the compiler says below an error: which symbol, and where.
    ///
    /// @param error begins the next one
    static String more(OutputLines lines, int index, Pattern error) {
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
