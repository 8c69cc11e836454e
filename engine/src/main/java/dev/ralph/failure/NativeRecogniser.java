package dev.ralph.failure;

import static dev.ralph.failure.FailureType.RESOURCE_ERROR;
import static dev.ralph.failure.FailureType.RUNTIME_ERROR;

import dev.ralph.failure.OutputLines.Hit;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// How a program without a runtime of its own ends: signals, `assert`, uncaught C++ exceptions, sanitizers.
final class NativeRecogniser {
    private static final Reading NATIVE = new Reading("native", Reading.UNCAUGHT);
    private static final Pattern ASSERT = Pattern.compile(
            "^(?:\\S+: )?(\\S+\\.\\w{1,4}):(\\d+): (?:([^:].*?): )?Assertion [`'\"]?(.+)['\"]? failed\\.");
    private static final Pattern TERMINATE =
            Pattern.compile("terminate called (?:after throwing an instance of '(.+)'|without an active exception)");
    private static final Pattern WHAT = Pattern.compile("^\\s*what\\(\\):\\s+(.*)$");
    private static final Pattern SANITIZER =
            Pattern.compile("^==\\d+==\\s?ERROR: (\\w+Sanitizer: .+)$|^(\\S+):(\\d+):\\d+: runtime error: (.+)$"
                    + "|^==\\d+== ((?:Invalid|Conditional jump|Use of uninit|Process terminating|Mismatched free).*)$");
    private static final Pattern SANITIZER_FRAME = Pattern.compile(
            "^(?:==\\d+==)?\\s+(?:#\\d+|at|by) 0x[0-9a-fA-F]+(?: in|:) (\\S+).* \\(?((?!vg_)[^\\s(]+):(\\d+)(?::\\d+)?\\)?$");
    private static final Pattern SIGNAL = Pattern.compile(
            "\\b(Segmentation fault|Bus error|Illegal instruction|Floating point exception|Aborted|Trace/breakpoint trap)\\b(?: \\(core dumped\\))?|\\] (Error 13[4-69])$");

    /// 128 and the number of the signal: SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV.
    private static final Set<Integer> CRASHES = Set.of(132, 133, 134, 135, 136, 139);

    private NativeRecogniser() {}

    static Optional<Failure> read(OutputLines lines) {
        return lines.first(TERMINATE)
                .map(hit -> terminated(lines, hit))
                .or(() -> lines.first(ASSERT).map(NativeRecogniser::asserted))
                .or(() -> lines.first(SANITIZER).map(hit -> sanitizer(lines, hit)))
                .or(() -> signal(lines));
    }

    private static Failure terminated(OutputLines lines, Hit hit) {
        String what = lines.first(WHAT, hit.index(), hit.index() + 3)
                .map(said -> ": " + said.group(1))
                .orElse("");
        return NATIVE.symptom(RUNTIME_ERROR, hit.group(1) + what, null);
    }

    private static Failure asserted(Hit hit) {
        String function = hit.group(3).isEmpty() ? null : hit.group(3);
        return NATIVE.uncaught(
                "Assertion failed: " + hit.group(4), new Location(hit.group(1), hit.number(2), function, null));
    }

    private static Failure sanitizer(OutputLines lines, Hit hit) {
        if (!hit.group(2).isEmpty()) {
            return NATIVE.of(RUNTIME_ERROR, hit.group(4), hit.place(2, 3));
        }
        Location place = lines.first(SANITIZER_FRAME, hit.index(), hit.index() + 30)
                .map(frame -> new Location(frame.group(2), frame.number(3), frame.group(1), null))
                .orElse(null);
        return NATIVE.of(RUNTIME_ERROR, hit.either(1, 5), place);
    }

    private static Optional<Failure> signal(OutputLines lines) {
        Optional<Hit> signal = lines.first(SIGNAL);
        if (signal.isEmpty() && !CRASHES.contains(lines.exitCode())) {
            return Optional.empty();
        }
        String words = signal.map(hit -> hit.either(1, 2)).orElse("ended by signal " + (lines.exitCode() - 128));
        int at = signal.map(Hit::index).orElse(lines.size());
        boolean memory = Symptom.of(RUNTIME_ERROR, lines.joined(at - 8, at)) == RESOURCE_ERROR;
        return Optional.of(
                new Reading("native", Reading.BUILD_TOOL + 2).of(memory ? RESOURCE_ERROR : RUNTIME_ERROR, words, null));
    }
}
