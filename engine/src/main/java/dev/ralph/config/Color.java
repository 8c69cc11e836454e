package dev.ralph.config;

/// When output is coloured.
public enum Color {
    /// On a terminal, unless `NO_COLOR` is set.
    AUTO,
    /// Also into files and pipes.
    ALWAYS,
    /// Nowhere.
    NEVER
}
