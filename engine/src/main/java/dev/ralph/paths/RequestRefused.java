package dev.ralph.paths;

/// What was asked for cannot be done as it was asked; nothing was changed. The message says what to do.
public final class RequestRefused extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public RequestRefused(String message) {
        super(message);
    }
}
