package dev.ralph.testkit;

/// Why an answer says it ended.
public enum StopReason {
    /// The model was done, or wants its tool calls made.
    NATURAL,
    /// The answer reached the limit of its length.
    MAX_TOKENS,
    /// The model refused.
    REFUSAL
}
