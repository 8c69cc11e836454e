package dev.ralph.failure;

import dev.ralph.failure.OutputLines.Hit;
import java.util.Optional;
import java.util.regex.Pattern;

/// `src/order.py:5: error: … [arg-type]`.
final class MypyRecogniser implements Recogniser {
    private static final Pattern ERROR = Pattern.compile("^(\\S[^:]*\\.pyi?):(\\d+):(?:\\d+:){0,3} error: (.+)$");
    private static final Pattern STUBS = Pattern.compile(
            "Cannot find implementation or library stub|Library stubs not installed|\\[import(?:-not-found|-untyped)?\\]$|missing library stubs");

    @Override
    public String tool() {
        return "mypy";
    }

    @Override
    public Optional<Failure> read(FailureOutput output) {
        return OutputLines.of(output).first(ERROR).map(this::failure);
    }

    private Failure failure(Hit hit) {
        String message = hit.group(3);
        return Reading.of(
                STUBS.matcher(message).find() ? FailureType.MISSING_DEPENDENCY : FailureType.COMPILATION_ERROR,
                Reading.COMPILER,
                tool(),
                message,
                StackFrames.place(hit, 1, 2));
    }
}
