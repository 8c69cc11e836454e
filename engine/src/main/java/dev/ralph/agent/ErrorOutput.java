package dev.ralph.agent;

import dev.ralph.agent.Said.Fault;
import java.util.Locale;

/// The end of the error output of an agent that failed without saying so in its stream.
final class ErrorOutput {
    private static final int LOOKED_AT = 4000;

    private static final String[] ARGUMENTS = {
        "unknown option",
        "unknown argument",
        "unexpected argument",
        "unrecognized option",
        "unrecognised option",
        "unrecognized argument",
        "invalid value for",
        "unknown command",
        "unknown feature flag",
        "error: unknown",
        "requires node",
        "unsupported engine",
        "root/sudo privileges"
    };

    private final String text;

    ErrorOutput(String stderr) {
        text = stderr.substring(Math.max(0, stderr.length() - LOOKED_AT)).strip();
    }

    Trouble trouble() {
        String lower = text.toLowerCase(Locale.ROOT);
        for (String phrase : ARGUMENTS) {
            if (lower.contains(phrase)) {
                return Trouble.WRONG_VERSION;
            }
        }
        return Trouble.of(FailureText.classify(0, text).fault());
    }

    /// The line that names the trouble, else the last one that is not of a stack trace.
    String words() {
        String found = "";
        for (String line : text.lines().toList()) {
            String plain = line.strip();
            if (FailureText.classify(0, plain).fault() != Fault.OTHER) {
                return Excerpt.detail(plain);
            }
            if (!plain.isEmpty() && !plain.startsWith("at ")) {
                found = plain;
            }
        }
        return Excerpt.detail(found);
    }
}
