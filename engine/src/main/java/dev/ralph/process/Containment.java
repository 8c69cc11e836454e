package dev.ralph.process;

/// How firmly an agent's processes are held together, strongest first after [#AUTO].
public enum Containment {
    /// The strongest the machine offers.
    AUTO,
    /// A PID namespace of its own: the kernel ends everything inside together with its init.
    NAMESPACE,
    /// Orphans come back to the engine, which ends them until it has none left.
    SUBREAPER,
    /// A session and process group of its own; whatever left it is searched for by tag and session.
    GROUP
}
