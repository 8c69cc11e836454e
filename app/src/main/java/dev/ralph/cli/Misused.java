package dev.ralph.cli;

/// The command line makes no sense as it stands; the message says what to type instead.
final class Misused extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Misused(String message) {
        super(message);
    }
}
