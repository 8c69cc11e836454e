package dev.ralph.config;

/// What an attempt knows of the one before.
public enum Session {
    /// Every attempt begins a new conversation.
    FRESH,
    /// An attempt goes on with the last conversation, where the agent can.
    RESUME
}
