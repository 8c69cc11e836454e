package dev.ralph.loop;

/// How a loop ended. The exit code is what `ralph run` gives to the shell.
public enum Outcome {
    /// A signal was seen and nothing configured speaks against it.
    COMPLETED(0),
    /// Every allowed attempt was used.
    EXHAUSTED(3),
    /// Somebody asked it to stop; it can be resumed.
    STOPPED(6),
    /// The agent asked to be left alone until something happens outside.
    WAITING(5),
    /// Somebody gave the task up.
    CANCELLED(6),
    /// It cannot go on: what it found makes no sense.
    FAILED(1),
    /// Trying again cannot help: the agent cannot be started at all.
    FATAL(1),
    /// It no longer gets anywhere; a human has to look.
    BLOCKED(4),
    /// A stage of a pipeline sends the work back to another one; it has done what it was asked for.
    REJECTED(8);

    private final int exitCode;

    Outcome(int exitCode) {
        this.exitCode = exitCode;
    }

    public int exitCode() {
        return exitCode;
    }

    /// Whether `resume` has anything to continue.
    public boolean resumable() {
        return this != COMPLETED && this != REJECTED;
    }
}
