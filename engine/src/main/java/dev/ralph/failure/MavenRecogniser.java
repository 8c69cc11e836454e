package dev.ralph.failure;

import static dev.ralph.failure.FailureType.COMPILATION_ERROR;
import static dev.ralph.failure.FailureType.MISSING_DEPENDENCY;
import static dev.ralph.failure.FailureType.TEST_FAILURE;

import dev.ralph.failure.OutputLines.Hit;
import java.util.Optional;
import java.util.regex.Pattern;

/// Maven's own errors, those of its compiler plugin and those of Surefire and Failsafe.
final class MavenRecogniser {
    private static final Reading MAVEN_TEST = new Reading("maven", Reading.TEST_RUNNER);
    private static final Pattern COMPILER = Pattern.compile(
            "^(?:\\[ERROR\\] )?(\\S[^:\\[]*\\.(?:java|kt|scala|groovy)):\\[(\\d+),\\d+\\](?: error:)? (.+)$");

    /// Surefire 3, then Surefire 2 with `method(class)`, then Surefire 2 with the method alone.
    private static final Pattern TEST = Pattern.compile(
            "^(?:\\[ERROR\\] )?(\\S.*?)\\s+(?:-- )?Time elapsed: [\\d.,]+ ?s\\s+<<< (?:FAILURE|ERROR)!");

    private static final Pattern FRAME = Pattern.compile("^\\s+at ");
    private static final Pattern CLASS = Pattern.compile("^(?:\\[ERROR\\] )?Tests run: .*<<< (?:FAILURE|ERROR)!");
    private static final Pattern SUMMARY =
            Pattern.compile("^\\[ERROR\\]\\s+(?:Run \\d+: )?([\\w$.]+)(?:[.:>]|->)([\\w$]+)[^:\\s]*:(\\d+)\\S* (.*)$");
    private static final Pattern COUNTS = Pattern.compile(
            "^(?:\\[(?:ERROR|WARNING)\\] )?Tests run: \\d+, Failures: (\\d+), Errors: (\\d+)|^\\[ERROR\\] (Failures|Errors):$");
    private static final Pattern GOAL = Pattern.compile("^\\[(?:ERROR|FATAL)\\] (?:\\[(?:ERROR|FATAL)\\] )?(.+)$");
    private static final Pattern POM =
            Pattern.compile("^\\[(?:ERROR|FATAL)\\].*(?:@ ?|pom\\.xml[, :]+)(?:.*, )?line (\\d+)");
    private static final Pattern UNRESOLVED = Pattern.compile(
            "Could not resolve|could not be resolved|Non-resolvable|Could not find artifact|No plugin found for prefix|there is no POM|has not been downloaded");

    private MavenRecogniser() {}

    static Optional<Failure> read(OutputLines lines) {
        return lines.first(COMPILER)
                .map(hit -> JavacRecogniser.error("maven", lines, hit, COMPILER))
                .or(() -> lines.every(TEST)
                        .filter(hit -> !CLASS.matcher(lines.at(hit.index())).find())
                        .findFirst()
                        .map(hit -> test(lines, hit)))
                .or(() -> lines.every(COUNTS)
                        .filter(hit -> hit.number(1) != null
                                || hit.number(2) != null
                                || !hit.group(3).isEmpty())
                        .findFirst()
                        .map(hit -> counted(lines, hit)))
                .or(() -> lines.every(GOAL)
                        .filter(hit -> !hit.group(1).endsWith(":"))
                        .findFirst()
                        .map(hit -> goal(lines, hit.group(1))));
    }

    private static Failure test(OutputLines lines, Hit hit) {
        int from = hit.index() + 1;
        Location place = StackFrames.java(lines, from, Math.min(lines.next(TEST, from), from + 199));
        int said = lines.filled(from);
        // What is said in several lines begins with the exception's name alone.
        int end = lines.at(said).endsWith(":") ? Math.min(said + 5, lines.next(FRAME, said)) : said + 1;
        return MAVEN_TEST.test(lines.joined(said, end), place, testName(hit.group(1)));
    }

    /// `FAILURE` of a class only, or a report without traces.
    private static Failure counted(OutputLines lines, Hit counts) {
        return lines.first(SUMMARY, counts.index(), lines.size())
                .or(() -> lines.first(SUMMARY))
                .map(hit -> MAVEN_TEST.test(
                        hit.group(4), Location.at(simpleName(hit.group(1)) + ".java", hit.number(3)), hit.group(2)))
                .orElseGet(() -> MAVEN_TEST.of(TEST_FAILURE, lines.at(counts.index()), null));
    }

    private static Failure goal(OutputLines lines, String first) {
        Location pom = lines.first(POM)
                .map(hit -> Location.at("pom.xml", hit.number(1)))
                .orElse(null);
        Reading maven = new Reading("maven", Reading.BUILD_TOOL);
        return lines.every(GOAL)
                .map(hit -> hit.group(1))
                .filter(line -> UNRESOLVED.matcher(line).find())
                .findFirst()
                .map(line -> new Reading("maven", Reading.COMPILER).of(MISSING_DEPENDENCY, line, pom))
                .orElseGet(() -> first.contains("There are test failures") || first.contains("There are failing tests")
                        ? maven.of(TEST_FAILURE, first, null)
                        : maven.symptom(COMPILATION_ERROR, first, pom));
    }

    /// `org.sample.OrderTest.total`, `total(org.sample.OrderTest)` or `total`.
    private static String testName(String name) {
        int bracket = name.indexOf('(');
        return simpleName(bracket > 0 && !name.startsWith("(", bracket + 1) ? name.substring(0, bracket) : name);
    }

    private static String simpleName(String name) {
        return name.matches("[\\w$.]+") ? name.substring(name.lastIndexOf('.') + 1) : name;
    }
}
