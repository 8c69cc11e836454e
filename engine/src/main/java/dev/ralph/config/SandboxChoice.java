package dev.ralph.config;

/// Whether the agent is confined.
public enum SandboxChoice {
    /// It has the user's own rights.
    OFF,
    /// As well as this machine can.
    AUTO,
    /// The same, and nothing starts where the machine cannot.
    REQUIRED
}
