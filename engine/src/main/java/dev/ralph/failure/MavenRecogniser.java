package dev.ralph.failure;

import dev.ralph.failure.OutputLines.Hit;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Maven's own errors, those of its compiler plugin and those of Surefire and Failsafe.
final class MavenRecogniser implements Recogniser {
    private static final Pattern COMPILER = Pattern.compile(
            "^(?:\\[ERROR\\] )?(\\S[^:\\[]*\\.(?:java|kt|scala|groovy)):\\[(\\d+),\\d+\\](?: error:)? (.+)$");

    /// Surefire 3, then Surefire 2 with `method(class)`, then Surefire 2 with the method alone.
    private static final Pattern TEST = Pattern.compile(
            "^(?:\\[ERROR\\] )?(\\S.*?)\\s+(?:-- )?Time elapsed: [\\d.,]+ ?s\\s+<<< (?:FAILURE|ERROR)!");

    private static final Pattern CLASS = Pattern.compile("^(?:\\[ERROR\\] )?Tests run: .*<<< (?:FAILURE|ERROR)!");
    private static final Pattern SUMMARY =
            Pattern.compile("^\\[ERROR\\]\\s+(?:Run \\d+: )?([\\w$.]+)(?:[.:>]|->)([\\w$]+)[^:\\s]*:(\\d+)\\S* (.*)$");
    private static final Pattern COUNTS =
            Pattern.compile("^(?:\\[(?:ERROR|WARNING)\\] )?Tests run: \\d+, Failures: (\\d+), Errors: (\\d+)");
    private static final Pattern GOAL = Pattern.compile("^\\[(?:ERROR|FATAL)\\] (?:\\[(?:ERROR|FATAL)\\] )?(.+)$");
    private static final Pattern POM =
            Pattern.compile("^\\[(?:ERROR|FATAL)\\].*(?:@ ?|pom\\.xml[, :]+)(?:.*, )?line (\\d+)");
    private static final Pattern UNRESOLVED = Pattern.compile(
            "Could not resolve|could not be resolved|Non-resolvable|Could not find artifact|No plugin found for prefix|there is no POM|has not been downloaded");

    @Override
    public String tool() {
        return "maven";
    }

    @Override
    public Optional<Failure> read(FailureOutput output) {
        OutputLines lines = OutputLines.of(output);
        Optional<Hit> compiler = lines.first(COMPILER);
        if (compiler.isPresent()) {
            Hit hit = compiler.get();
            return Optional.of(Reading.of(
                    Symptom.of(FailureType.COMPILATION_ERROR, hit.group(3)),
                    Reading.COMPILER,
                    tool(),
                    hit.group(3) + JavacRecogniser.more(lines, hit.index(), COMPILER),
                    StackFrames.place(hit, 1, 2)));
        }
        Optional<Hit> test = lines.every(TEST).stream()
                .filter(hit -> !CLASS.matcher(lines.at(hit.index())).find())
                .findFirst();
        if (test.isPresent()) {
            return Optional.of(test(lines, test.get()));
        }
        Optional<Hit> counts = lines.every(COUNTS).stream()
                .filter(hit -> hit.number(1) != null || hit.number(2) != null)
                .findFirst();
        if (counts.isPresent()) {
            return Optional.of(counted(lines, counts.get()));
        }
        return lines.first(GOAL).map(hit -> goal(lines, hit));
    }

    private Failure test(OutputLines lines, Hit hit) {
        int end =
                lines.first(TEST, hit.index() + 1, lines.size()).map(Hit::index).orElse(lines.size());
        String head = lines.at(lines.filled(hit.index() + 1));
        Location place = StackFrames.java(lines, hit.index() + 1, Math.min(end, hit.index() + 200));
        return Reading.of(
                Symptom.of(FailureType.TEST_FAILURE, head),
                Reading.TEST_RUNNER,
                tool(),
                head,
                (place == null ? Location.UNKNOWN : place).in(testName(hit.group(1))));
    }

    /// `FAILURE` of a class only, or a report without traces.
    private Failure counted(OutputLines lines, Hit counts) {
        Optional<Hit> line = lines.first(SUMMARY, counts.index(), lines.size()).or(() -> lines.first(SUMMARY));
        if (line.isEmpty()) {
            return Reading.of(FailureType.TEST_FAILURE, Reading.TEST_RUNNER, tool(), lines.at(counts.index()), null);
        }
        Hit hit = line.get();
        return Reading.of(
                Symptom.of(FailureType.TEST_FAILURE, hit.group(4)),
                Reading.TEST_RUNNER,
                tool(),
                hit.group(4),
                new Location(simpleName(hit.group(1)) + ".java", hit.number(3), null, hit.group(2)));
    }

    private Failure goal(OutputLines lines, Hit hit) {
        for (Hit other : lines.every(GOAL)) {
            if (UNRESOLVED.matcher(other.group(1)).find()) {
                return Reading.of(FailureType.MISSING_DEPENDENCY, Reading.COMPILER, tool(), other.group(1), pom(lines));
            }
        }
        String message = hit.group(1);
        if (message.contains("There are test failures") || message.contains("There are failing tests")) {
            return Reading.of(FailureType.TEST_FAILURE, Reading.BUILD_TOOL, tool(), message, null);
        }
        FailureType type = Symptom.of(FailureType.COMPILATION_ERROR, message);
        return Reading.of(type, Reading.BUILD_TOOL, tool(), message, pom(lines));
    }

    private static @Nullable Location pom(OutputLines lines) {
        return lines.first(POM)
                .map(hit -> Location.at("pom.xml", hit.number(1)))
                .orElse(null);
    }

    /// `org.sample.OrderTest.total`, `total(org.sample.OrderTest)` or `total`.
    static String testName(String name) {
        int bracket = name.indexOf('(');
        String named = bracket > 0 && !name.startsWith("(", bracket + 1) ? name.substring(0, bracket) : name;
        return simpleName(named);
    }

    private static String simpleName(String name) {
        return name.matches("[\\w$.]+") ? name.substring(name.lastIndexOf('.') + 1) : name;
    }
}
