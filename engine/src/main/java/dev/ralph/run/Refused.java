package dev.ralph.run;

/// What was asked for cannot be done as it was asked; nothing was changed. The message says what to do.
public final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public Refused(String message) {
        super(message);
    }
}
