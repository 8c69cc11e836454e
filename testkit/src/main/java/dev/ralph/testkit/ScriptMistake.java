package dev.ralph.testkit;

/// A script file that cannot be played: the message says what is wrong with it, and where.
public final class ScriptMistake extends IllegalArgumentException {
    ScriptMistake(String message) {
        super(message);
    }

    ScriptMistake(String message, Throwable cause) {
        super(message, cause);
    }
}
