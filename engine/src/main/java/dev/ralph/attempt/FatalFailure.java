package dev.ralph.attempt;

/// Thrown by a [RootRunner] when trying again cannot help.
public final class FatalFailure extends Exception {
    private static final long serialVersionUID = 1L;

    public FatalFailure(String message) {
        super(message);
    }
}
