package dev.ralph.config;

/// A bundle of defaults: which of the specified loops this is.
public enum Profile {
    /// Run the agent again and again until `DONE` exists.
    RESTART,
    /// Keep one conversation going until the agent's promise.
    SESSION
}
