package dev.ralph.process;

/// The agent's program could not be started; nothing was left running.
public final class CannotStart extends Exception {
    /// What stood in the way.
    public enum Kind {
        NOT_FOUND,
        NOT_PERMITTED,
        NOT_EXECUTABLE,
        BAD_DIRECTORY,
        OTHER
    }

    private final Kind kind;

    public CannotStart(Kind kind, String message) {
        super(message);
        this.kind = kind;
    }

    public Kind kind() {
        return kind;
    }
}
