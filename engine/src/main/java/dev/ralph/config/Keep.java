package dev.ralph.config;

/// What happens to the agent's changes when its work is accepted.
public enum Keep {
    /// They stay as they are.
    NONE,
    /// They become a git commit.
    COMMIT
}
