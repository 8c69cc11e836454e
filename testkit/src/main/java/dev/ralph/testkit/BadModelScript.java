package dev.ralph.testkit;

/// A script file that cannot be played: the message says what is wrong with it, and where.
public final class BadModelScript extends IllegalArgumentException {
    BadModelScript(String message) {
        super(message);
    }

    BadModelScript(String message, Throwable cause) {
        super(message, cause);
    }
}
