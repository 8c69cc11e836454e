package dev.ralph.failure;

import dev.ralph.failure.OutputLines.Hit;
import java.util.Optional;
import java.util.regex.Pattern;

/// `src/order.py:5: error: … [arg-type]` of mypy, `src/order.py:5:3 - error: … (reportGeneralTypeIssues)` of Pyright.
final class MypyRecogniser implements Recogniser {
    private static final Pattern ERROR =
            Pattern.compile("^\\s{0,4}(\\S[^:]*\\.pyi?):(\\d+)(?::(?:\\d+:){0,3}|:\\d+ (-)) error: (.+)$");
    private static final Pattern STUBS = Pattern.compile(
            "Cannot find implementation or library stub|Library stubs not installed|\\[import(?:-not-found|-untyped)?\\]$|missing library stubs|\\(reportMissing(?:Imports|ModuleSource|TypeStubs)\\)$");

    @Override
    public String tool() {
        return "mypy";
    }

    @Override
    public Optional<Failure> read(FailureOutput output) {
        return OutputLines.of(output).first(ERROR).map(this::failure);
    }

    private Failure failure(Hit hit) {
        String message = hit.group(4);
        return Reading.of(
                STUBS.matcher(message).find() ? FailureType.MISSING_DEPENDENCY : FailureType.COMPILATION_ERROR,
                Reading.COMPILER,
                hit.group(3).isEmpty() ? tool() : "pyright",
                message,
                StackFrames.place(hit, 1, 2));
    }
}
