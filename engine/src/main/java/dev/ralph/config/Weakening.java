package dev.ralph.config;

/// What happens with a correction of a spec by which it asks for less than before.
public enum Weakening {
    /// It is applied, and everybody is told.
    APPLY,
    /// A person decides.
    ASK,
    BLOCK
}
