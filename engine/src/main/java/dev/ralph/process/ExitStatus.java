package dev.ralph.process;

/// How the agent's main process ended.
public sealed interface ExitStatus {
    /// It returned an exit code.
    record Exited(int code) implements ExitStatus {}

    /// A signal ended it.
    record Signaled(int signal) implements ExitStatus {}

    /// The status word of `wait(2)` as a value.
    static ExitStatus ofWait(int word) {
        int signal = word & 0x7f;
        return signal == 0 ? new Exited((word >> 8) & 0xff) : new Signaled(signal);
    }

    /// The exit code of a wrapper that reports a signal as 128 + n, as shells and namespace inits do.
    static ExitStatus ofShell(int code) {
        return code > 128 && code <= 192 ? new Signaled(code - 128) : new Exited(code);
    }

    /// As a shell says it: 128 + n for a signal.
    default int shellCode() {
        return switch (this) {
            case Exited(int code) -> code;
            case Signaled(int signal) -> 128 + signal;
        };
    }
}
