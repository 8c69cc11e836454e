package dev.ralph.failure;

import dev.ralph.failure.OutputLines.Hit;
import java.util.Optional;
import java.util.regex.Pattern;

/// An uncaught exception of Ruby, and scripts that it cannot read.
final class RubyRecogniser implements Recogniser {
    private static final Pattern THROWN =
            Pattern.compile("^\\S+?\\.rb>?:\\d+:in [`'].{1,300}?': (.*) \\(([A-Z][\\w:]*)\\)$");
    private static final Pattern SYNTAX =
            Pattern.compile("^(?:ruby: )?(\\S+\\.rb):(\\d+): (.*\\bsyntax errors?\\b.*)$");

    @Override
    public String tool() {
        return "ruby";
    }

    @Override
    public Optional<Failure> read(FailureOutput output) {
        OutputLines lines = OutputLines.of(output);
        Optional<Hit> syntax = lines.first(SYNTAX);
        if (syntax.isPresent()) {
            return syntax.map(hit -> Reading.of(
                    FailureType.COMPILATION_ERROR,
                    Reading.UNCAUGHT,
                    tool(),
                    hit.group(3),
                    StackFrames.place(hit, 1, 2)));
        }
        return lines.last(THROWN)
                .map(hit -> Reading.uncaught(
                        Reading.UNCAUGHT,
                        tool(),
                        hit.group(2) + ": " + hit.group(1),
                        StackFrames.ruby(lines, hit.index(), hit.index() + 60)));
    }
}
