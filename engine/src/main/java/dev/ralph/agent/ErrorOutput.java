package dev.ralph.agent;

import dev.ralph.agent.AgentEvent.Fault;
import java.time.Instant;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

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

    /// Lines of a log are left out: they tell of anything that went wrong on the way, and are not why it ended.
    ErrorOutput(String stderr) {
        text = stderr.substring(Math.max(0, stderr.length() - LOOKED_AT))
                .lines()
                .filter(line -> !line.startsWith("timestamp="))
                .collect(Collectors.joining("\n"))
                .strip();
    }

    /// When the provider gives again, by a line that tells of its limit; null when none does.
    @Nullable
    Instant reset(ResetTimes resets) {
        for (String line : text.lines().toList()) {
            Instant stated = FailureText.classify(0, line).fault() == Fault.RATE ? resets.statedIn(line) : null;
            if (stated != null) {
                return stated;
            }
        }
        return null;
    }

    /// What `env` says of a script whose first line asks for a program that is not there.
    static boolean namesNoInterpreter(String stderr) {
        return stderr.startsWith("/usr/bin/env: ") || stderr.startsWith("env: ");
    }

    AgentProblem trouble() {
        String lower = text.toLowerCase(Locale.ROOT);
        for (String phrase : ARGUMENTS) {
            if (lower.contains(phrase)) {
                return AgentProblem.WRONG_VERSION;
            }
        }
        return AgentProblem.of(FailureText.classify(0, text).fault());
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
