package dev.ralph.config;

/// Whether the project is remembered before and after every attempt that works in it.
public enum Snapshots {
    /// Where it is a git repository.
    AUTO,
    /// Elsewhere, too, in a repository of Ralph's own.
    ALWAYS,
    OFF
}
