package dev.ralph.sandbox;

/// What the user wants of the sandbox.
public enum SandboxRequest {
    /// The best there is, and a loud word if that is none.
    AUTO,
    /// None.
    OFF,
    /// Nothing is started without one.
    REQUIRED
}
