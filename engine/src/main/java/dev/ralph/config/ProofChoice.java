package dev.ralph.config;

/// Whether a layer of proof is used.
public enum ProofChoice {
    /// Where it makes sense.
    AUTO,
    ON,
    OFF
}
