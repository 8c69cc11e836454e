package dev.ralph.claim;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Who makes a claim, in the words of specification 003.
public enum ClaimStage {
    CODER,
    REVIEWER,
    TESTER,
    QA;

    /// @return null for a role that the specification does not know, which has no rules of its own
    public static @Nullable ClaimStage named(@Nullable String role) {
        for (ClaimStage stage : values()) {
            if (role != null && stage.name().equals(role.toUpperCase(Locale.ROOT))) {
                return stage;
            }
        }
        return null;
    }
}
