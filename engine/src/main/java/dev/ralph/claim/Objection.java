package dev.ralph.claim;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Why a claim is not believed.
///
/// @param line in the text, from 1; 0 when it is something that the text lacks
/// @param said the line, on one line and at most 200 characters; null when line is 0
public record Objection(ClaimRule rule, int line, @Nullable String said) {
    public Objection {
        Objects.requireNonNull(rule);
        if ((line == 0) != (said == null)) {
            throw new IllegalArgumentException("an objection has a line and its text, or neither: " + rule);
        }
    }

    static Objection lacking(ClaimRule rule) {
        return new Objection(rule, 0, null);
    }

    /// One sentence for the log and for the agent.
    public String words() {
        return said == null
                ? rule.words() + " (rule " + rule.id() + ")"
                : "Output contains contradictions to promise: " + rule.words() + " (rule " + rule.id() + ", line "
                        + line + ": \"" + said + "\")";
    }
}
