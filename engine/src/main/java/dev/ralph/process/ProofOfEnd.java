package dev.ralph.process;

/// What makes us sure that nothing of an agent is left.
public enum ProofOfEnd {
    /// The init of its PID namespace is dead, and with it, by the kernel's rule, everything inside.
    NAMESPACE_GONE,
    /// Orphans come to the engine, and the engine has no child left that may be the agent's.
    NO_CHILDREN_LEFT,
    /// Its group is empty and a search found nothing more: good evidence, no proof.
    BEST_EFFORT,
    /// Something of it is known to be alive and cannot be ended, for example because another user owns it.
    SURVIVORS
}
