package dev.ralph.failure;

import dev.ralph.failure.OutputLines.Hit;
import java.util.Optional;
import java.util.regex.Pattern;

/// An uncaught exception of a Java program, and one that could not be started.
final class JavaRecogniser implements Recogniser {
    private static final Pattern THREAD =
            Pattern.compile("Exception in thread \"[^\"]*\" (.+)$|^Exception: (.+) thrown from");
    private static final Pattern LAUNCHER = Pattern.compile(
            "^(?:Error: )?((?:Could not find or load main class|Unable to access jarfile|Main method not found).*)$");
    private static final Pattern BARE = Pattern.compile("^(?:[\\w$]+\\.)+[A-Z]\\w*(?:Exception|Error)(?::.*)?$");
    private static final Pattern FATAL = Pattern.compile(
            "^# (There is insufficient memory.*|A fatal error has been detected.*)$|^(?:Error occurred during initialization of VM|The system is out of resources\\.?)");

    @Override
    public String tool() {
        return "java";
    }

    @Override
    public Optional<Failure> read(FailureOutput output) {
        OutputLines lines = OutputLines.of(output);
        Optional<Hit> thread = lines.last(THREAD);
        if (thread.isPresent()) {
            String message = thread.get().group(thread.get().group(1).isEmpty() ? 2 : 1);
            return Optional.of(uncaught(lines, thread.get().index(), message, Reading.UNCAUGHT));
        }
        Optional<Hit> launcher = lines.first(LAUNCHER);
        if (launcher.isPresent()) {
            return Optional.of(Reading.of(
                    FailureType.MISSING_DEPENDENCY,
                    Reading.UNCAUGHT,
                    tool(),
                    launcher.get().group(1),
                    null));
        }
        Optional<Hit> fatal = lines.first(FATAL);
        if (fatal.isPresent()) {
            int at = fatal.get().index();
            String words = lines.joined(at, at + 2);
            return Optional.of(Reading.of(
                    words.contains("fatal error") ? FailureType.RUNTIME_ERROR : FailureType.RESOURCE_ERROR,
                    Reading.UNCAUGHT,
                    tool(),
                    words,
                    null));
        }
        return lines.every(BARE).stream()
                .filter(hit -> StackFrames.isJavaFrame(lines.at(hit.index() + 1)))
                .reduce((first, second) -> second)
                .map(hit -> uncaught(lines, hit.index(), lines.at(hit.index()), Reading.BUILD_TOOL + 3));
    }

    private Failure uncaught(OutputLines lines, int at, String message, int confidence) {
        Location place = StackFrames.java(lines, at + 1, at + 1200);
        return Reading.uncaught(confidence, tool(), message, place);
    }
}
