package dev.ralph.cli;

/// The command line makes no sense as it stands; the message says what to type instead.
final class BadUsage extends RuntimeException {
    private static final long serialVersionUID = 1L;

    BadUsage(String message) {
        super(message);
    }
}
