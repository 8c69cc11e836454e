package dev.ralph.failure;

import java.util.Optional;
import java.util.regex.Pattern;

/// An uncaught exception of a Java program, and one that could not be started.
final class JavaRecogniser {
    private static final Pattern THREAD =
            Pattern.compile("Exception in thread \"[^\"]*\" (.+)$|^Exception: (.+) thrown from");
    private static final Pattern BARE = Pattern.compile("^(?:[\\w$]+\\.)+[A-Z]\\w*(?:Exception|Error)(?::.*)?$");

    private JavaRecogniser() {}

    static Optional<Failure> read(OutputLines lines) {
        return lines.last(THREAD)
                .map(hit -> uncaught(lines, hit.index(), hit.either(1, 2), Reading.UNCAUGHT))
                .or(() -> lines.every(BARE)
                        .filter(hit -> StackFrames.isJavaFrame(lines.at(hit.index() + 1)))
                        .reduce((_, last) -> last)
                        .map(hit -> uncaught(lines, hit.index(), lines.at(hit.index()), Reading.BUILD_TOOL + 3)));
    }

    private static Failure uncaught(OutputLines lines, int at, String message, int confidence) {
        return new Reading("java", confidence).uncaught(message, StackFrames.java(lines, at + 1, at + 1200));
    }
}
