package dev.ralph.process;

import java.util.List;

/// The containment in force, how it is done, and why stronger ones were refused.
public record ContainmentTier(Containment containment, String how, List<String> refused) {
    public ContainmentTier {
        if (containment == Containment.AUTO) {
            throw new IllegalArgumentException("a tier in force is never AUTO");
        }
        refused = List.copyOf(refused);
    }

    @Override
    public String toString() {
        String line = containment + " (" + how + ")";
        return refused.isEmpty() ? line : line + "; not available: " + String.join("; ", refused);
    }
}
