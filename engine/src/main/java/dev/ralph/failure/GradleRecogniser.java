package dev.ralph.failure;

import dev.ralph.failure.OutputLines.Hit;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Gradle's tests, its build scripts, what it cannot resolve, and Kotlin's compiler.
final class GradleRecogniser implements Recogniser {
    private static final Pattern FAILED = Pattern.compile("^(?:FAILURE: Build (?:failed|completed)|BUILD FAILED)");
    private static final Pattern TEST = Pattern.compile("^\\s{0,4}(\\S.*) > (\\S.*?) FAILED$");
    private static final Pattern PLACE =
            Pattern.compile("^\\s+([\\w.$]+(?:: .*)?) at ([\\w$]+\\.(?:java|kt|groovy|scala)):(\\d+)$");
    private static final Pattern KOTLIN =
            Pattern.compile("^e: (?:file://)?(\\S+\\.kts?):(?: \\()?(\\d+)[:,] ?\\d+\\)?:? (.+)$");
    private static final Pattern SCRIPT = Pattern.compile("(?i)build file '([^']+)'(?: line)?:? (\\d+)");
    private static final Pattern WRONG = Pattern.compile("^\\* What went wrong:");
    private static final Pattern UNRESOLVED = Pattern.compile(
            "Could not (?:resolve|find (?!method|property))|Cannot resolve external|Plugin \\[.*\\] was not found|Failed to query the value|does not contain a Gradle build|not found in root project");

    @Override
    public String tool() {
        return "gradle";
    }

    @Override
    public Optional<Failure> read(FailureOutput output) {
        OutputLines lines = OutputLines.of(output);
        Optional<Hit> kotlin = lines.first(KOTLIN);
        if (kotlin.isPresent()) {
            Hit hit = kotlin.get();
            return Optional.of(Reading.of(
                    Symptom.of(FailureType.COMPILATION_ERROR, hit.group(3)),
                    Reading.COMPILER,
                    "kotlinc",
                    hit.group(3),
                    StackFrames.place(hit, 1, 2)));
        }
        if (!lines.has(FAILED)) {
            return Optional.empty();
        }
        return Optional.of(lines.first(TEST).map(hit -> test(lines, hit)).orElseGet(() -> build(lines)));
    }

    private Failure test(OutputLines lines, Hit hit) {
        String head = lines.at(hit.index() + 1).strip();
        Matcher place = PLACE.matcher(lines.at(hit.index() + 1));
        Location location;
        if (place.find()) {
            head = place.group(1);
            String type = hit.group(1).contains(" ") ? "" : hit.group(1);
            String folder = type.contains(".")
                    ? type.substring(0, type.lastIndexOf('.')).replace('.', '/') + "/"
                    : "";
            location = Location.at(folder + place.group(2), StackFrames.number(place.group(3)));
        } else {
            Location frame = StackFrames.java(lines, hit.index() + 1, hit.index() + 60);
            location = frame == null ? Location.UNKNOWN : frame;
        }
        String name = hit.group(2);
        return Reading.of(
                Symptom.of(FailureType.TEST_FAILURE, head),
                Reading.TEST_RUNNER,
                tool(),
                head,
                location.in(name.endsWith("()") ? name.substring(0, name.length() - 2) : name));
    }

    private Failure build(OutputLines lines) {
        int from = lines.first(WRONG).map(Hit::index).orElse(-1) + 1;
        String message = lines.joined(from, from + 4);
        if (message.contains("There were failing tests")) {
            return Reading.of(FailureType.TEST_FAILURE, Reading.TEST_RUNNER, tool(), message, null);
        }
        if (message.contains("finished with non-zero exit value")) {
            return Reading.of(FailureType.RUNTIME_ERROR, Reading.BUILD_TOOL, tool(), message, null);
        }
        FailureType type = UNRESOLVED.matcher(message).find()
                ? FailureType.MISSING_DEPENDENCY
                : Symptom.of(FailureType.COMPILATION_ERROR, message);
        return Reading.of(type, Reading.BUILD_TOOL, tool(), message, script(lines));
    }

    private static @Nullable Location script(OutputLines lines) {
        return lines.first(SCRIPT).map(hit -> StackFrames.place(hit, 1, 2)).orElse(null);
    }
}
