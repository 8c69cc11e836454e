package dev.ralph.config;

/// How the descendants of an agent are held together.
public enum Containment {
    /// The strongest the machine allows.
    AUTO,
    /// A PID namespace: nothing survives its first process.
    NAMESPACE,
    /// Orphans come back to the supervisor.
    SUBREAPER,
    /// A process group and session.
    GROUP,
    /// What plain Java offers, best effort.
    BASIC
}
