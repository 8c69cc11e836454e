package dev.ralph.claim;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Why a claim is not believed.
///
/// @param line in the text, from 1; 0 when it is something that the text lacks
/// @param said the line, on one line and at most 200 characters; null when line is 0
public record Contradiction(
        ClaimRule rule, int line, @Nullable String said) {
    public Contradiction {
        Objects.requireNonNull(rule);
        if ((line == 0) != (said == null)) {
            throw new IllegalArgumentException("an objection has a line and its text, or neither: " + rule);
        }
    }

    static Contradiction lacking(ClaimRule rule) {
        return new Contradiction(rule, 0, null);
    }

    /// One sentence for the log and for the agent.
    public String words() {
        return said == null
                ? rule.words() + " (rule " + rule.id() + ")"
                : "Output contains contradictions to promise: " + rule.words() + " (rule " + rule.id() + ", line "
                        + line + ": \"" + said + "\")";
    }
}
