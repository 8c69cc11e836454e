package dev.ralph.engine;

/// Another process owns what was asked for; the message says which.
public final class HeldByOther extends RuntimeException {
    private static final long serialVersionUID = 1L;

    HeldByOther(String message) {
        super(message);
    }
}
