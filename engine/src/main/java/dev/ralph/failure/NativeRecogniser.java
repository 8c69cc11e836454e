package dev.ralph.failure;

import dev.ralph.failure.OutputLines.Hit;
import java.util.Optional;
import java.util.regex.Pattern;

/// How a program without a runtime of its own ends: signals, `assert`, uncaught C++ exceptions, sanitizers.
final class NativeRecogniser implements Recogniser {
    private static final Pattern ASSERT = Pattern.compile(
            "^(?:\\S+: )?(\\S+\\.\\w{1,4}):(\\d+): (?:([^:].*?): )?Assertion [`'\"]?(.+)['\"]? failed\\.");
    private static final Pattern TERMINATE =
            Pattern.compile("terminate called (?:after throwing an instance of '(.+)'|without an active exception)");
    private static final Pattern WHAT = Pattern.compile("^\\s*what\\(\\):\\s+(.*)$");
    private static final Pattern SANITIZER =
            Pattern.compile("^==\\d+==\\s?ERROR: (\\w+Sanitizer: .+)$|^(\\S+):(\\d+):\\d+: runtime error: (.+)$");
    private static final Pattern SANITIZER_FRAME =
            Pattern.compile("^\\s+#\\d+ 0x[0-9a-f]+ in (\\S+).* (\\S+):(\\d+)(?::\\d+)?$");
    private static final Pattern SIGNAL = Pattern.compile(
            "\\b(Segmentation fault|Bus error|Illegal instruction|Floating point exception|Aborted|Trace/breakpoint trap)\\b(?: \\(core dumped\\))?|\\] (Error 13[4-69])$");

    /// 128 and the number of the signal: SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV.
    private static final java.util.Set<Integer> CRASHES = java.util.Set.of(132, 133, 134, 135, 136, 139);

    @Override
    public String tool() {
        return "native";
    }

    @Override
    public Optional<Failure> read(FailureOutput output) {
        OutputLines lines = OutputLines.of(output);
        Optional<Hit> terminate = lines.first(TERMINATE);
        if (terminate.isPresent()) {
            int at = terminate.get().index();
            String what = lines.first(WHAT, at, at + 3)
                    .map(hit -> ": " + hit.group(1))
                    .orElse("");
            String message = terminate.get().group(1) + what;
            return Optional.of(Reading.of(
                    Symptom.of(FailureType.RUNTIME_ERROR, message), Reading.UNCAUGHT, tool(), message, null));
        }
        Optional<Hit> failed = lines.first(ASSERT);
        if (failed.isPresent()) {
            Hit hit = failed.get();
            String function = hit.group(3).isEmpty() ? null : hit.group(3);
            Location place = new Location(hit.group(1), hit.number(2), function, null);
            return Optional.of(Reading.uncaught(Reading.UNCAUGHT, tool(), "Assertion failed: " + hit.group(4), place));
        }
        Optional<Hit> sanitizer = lines.first(SANITIZER);
        if (sanitizer.isPresent()) {
            return Optional.of(sanitizer(lines, sanitizer.get()));
        }
        Optional<Hit> signal = lines.first(SIGNAL);
        if (signal.isPresent() || CRASHES.contains(output.exitCode())) {
            String words = signal.map(hit -> hit.group(1) + hit.group(2))
                    .orElse("ended by signal " + (output.exitCode() - 128));
            int at = signal.map(Hit::index).orElse(lines.size());
            FailureType type = Symptom.of(FailureType.RUNTIME_ERROR, lines.joined(at - 8, at));
            return Optional.of(Reading.of(
                    type == FailureType.RESOURCE_ERROR ? type : FailureType.RUNTIME_ERROR,
                    Reading.BUILD_TOOL + 2,
                    tool(),
                    words,
                    null));
        }
        return Optional.empty();
    }

    private Failure sanitizer(OutputLines lines, Hit hit) {
        if (!hit.group(2).isEmpty()) {
            return Reading.of(
                    FailureType.RUNTIME_ERROR, Reading.UNCAUGHT, tool(), hit.group(4), StackFrames.place(hit, 2, 3));
        }
        Location place = lines.first(SANITIZER_FRAME, hit.index(), hit.index() + 30)
                .map(frame -> new Location(frame.group(2), frame.number(3), frame.group(1), null))
                .orElse(null);
        return Reading.of(FailureType.RUNTIME_ERROR, Reading.UNCAUGHT, tool(), hit.group(1), place);
    }
}
