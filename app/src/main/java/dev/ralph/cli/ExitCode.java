package dev.ralph.cli;

/// What the program's exit code says besides a loop's outcome.
final class ExitCode {
    static final int OK = 0;
    static final int TROUBLE = 1;
    static final int BAD_USAGE = 2;
    static final int HELD_BY_ANOTHER = 7;
    /// `ralph verify`: a check does not pass.
    static final int REFUSED = 8;

    private ExitCode() {}
}
