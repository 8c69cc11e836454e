package dev.ralph.bus;

/// When a posted message has to be on the disk.
public enum Durability {
    /// Before `post` returns: it survives a power cut.
    NOW,
    /// Whenever the system writes it back: it survives the death of this process, not a power cut. For what can be
    /// rebuilt.
    LATER
}
