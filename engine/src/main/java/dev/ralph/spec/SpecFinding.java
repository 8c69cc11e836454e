package dev.ralph.spec;

import java.util.Set;

/// Something in a document that needs a person.
///
/// @param line counted from 1
/// @param rule a short name of the rule, for programs; `docs/spec.md` lists them
public record SpecFinding(SpecFile file, int line, String rule, String words) {
    private static final Set<String> WARNINGS = Set.of("no-requirement", "criterion-number", "task-without-number");

    /// Whether the documents can be worked with all the same.
    public boolean isWarning() {
        return WARNINGS.contains(rule);
    }
}
