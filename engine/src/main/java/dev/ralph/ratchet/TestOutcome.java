package dev.ralph.ratchet;

/// How one test ended.
enum TestOutcome {
    PASSED,
    /// What it asserts does not hold.
    FAILED,
    /// It, or what it needs, broke before it could say.
    ERRORED,
    /// It did not run, or its failure was announced (to do, expected to fail).
    SKIPPED;

    /// As people and programs read it.
    public String word() {
        return switch (this) {
            case PASSED -> "passed";
            case FAILED -> "failed";
            case ERRORED -> "errored";
            case SKIPPED -> "skipped";
        };
    }
}
