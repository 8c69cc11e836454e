package dev.ralph.failure;

import java.util.Optional;
import java.util.regex.Pattern;

/// An uncaught exception of Ruby, and scripts that it cannot read.
final class RubyRecogniser {
    private static final Pattern THROWN =
            Pattern.compile("^\\S+?\\.rb>?:\\d+:in [`'].{1,300}?': (.*) \\(([A-Z][\\w:]*)\\)$");

    private RubyRecogniser() {}

    static Optional<Failure> read(OutputLines lines) {
        return lines.last(THROWN)
                .map(hit -> new Reading("ruby", Reading.UNCAUGHT)
                        .uncaught(
                                hit.group(2) + ": " + hit.group(1),
                                StackFrames.ruby(lines, hit.index(), hit.index() + 60)));
    }
}
