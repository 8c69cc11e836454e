package dev.ralph.failure;

import static dev.ralph.failure.FailureType.COMPILATION_ERROR;
import static dev.ralph.failure.FailureType.MISSING_DEPENDENCY;
import static dev.ralph.failure.FailureType.RUNTIME_ERROR;
import static dev.ralph.failure.FailureType.TEST_FAILURE;

import dev.ralph.failure.OutputLines.Hit;
import java.util.Optional;
import java.util.regex.Pattern;

/// Gradle's tests, its build scripts, what it cannot resolve, and Kotlin's compiler.
final class GradleRecogniser {
    private static final Reading GRADLE_TEST = new Reading("gradle", Reading.TEST_RUNNER);
    private static final Pattern FAILED = Pattern.compile("^(?:FAILURE: Build (?:failed|completed)|BUILD FAILED)");
    private static final Pattern TEST = Pattern.compile("^\\s{0,4}(\\S.*) > (\\S.*?) FAILED$");
    private static final Pattern PLACE =
            Pattern.compile("^\\s+([\\w.$]+(?:: .*)?) at ([\\w$]+\\.(?:java|kt|groovy|scala)):(\\d+)$");
    private static final Pattern SCRIPT = Pattern.compile("(?i)build file '([^']+)'(?: line)?:? (\\d+)");
    private static final Pattern WRONG = Pattern.compile("^\\* What went wrong:");
    private static final Pattern UNRESOLVED = Pattern.compile(
            "Could not (?:resolve|find (?!method|property))|Cannot resolve external|Plugin \\[.*\\] was not found|Failed to query the value|does not contain a Gradle build|not found in root project");

    private GradleRecogniser() {}

    static Optional<Failure> read(OutputLines lines) {
        return lines.has(FAILED)
                ? lines.first(TEST).map(hit -> test(lines, hit)).or(() -> Optional.of(build(lines)))
                : Optional.empty();
    }

    private static Failure test(OutputLines lines, Hit hit) {
        int from = hit.index() + 1;
        String name = hit.group(2);
        String test = name.endsWith("()") ? name.substring(0, name.length() - 2) : name;
        return lines.first(PLACE, from, from + 1)
                .map(place -> GRADLE_TEST.test(place.group(1), place(hit.group(1), place), test))
                .orElseGet(
                        () -> GRADLE_TEST.test(lines.at(from).strip(), StackFrames.java(lines, from, from + 59), test));
    }

    private static Location place(String type, Hit hit) {
        String folder = type.contains(" ") ? "" : StackFrames.folder(type);
        return Location.at(folder + hit.group(2), hit.number(3));
    }

    private static Failure build(OutputLines lines) {
        int from = lines.first(WRONG).map(Hit::index).orElse(-1) + 1;
        String message = lines.joined(from, from + 4);
        if (message.contains("There were failing tests")) {
            return GRADLE_TEST.of(TEST_FAILURE, message, null);
        }
        Reading gradle = new Reading("gradle", Reading.BUILD_TOOL);
        if (message.contains("finished with non-zero exit value")) {
            return gradle.of(RUNTIME_ERROR, message, null);
        }
        Location script = lines.place(SCRIPT, 0, lines.size());
        return UNRESOLVED.matcher(message).find()
                ? gradle.of(MISSING_DEPENDENCY, message, script)
                : gradle.symptom(COMPILATION_ERROR, message, script);
    }
}
