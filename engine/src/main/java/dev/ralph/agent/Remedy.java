package dev.ralph.agent;

/// What a trouble asks of the loop.
public enum Remedy {
    /// Nothing stands in the way of the next attempt.
    RETRY,
    /// The next attempt needs a fresh session.
    FRESH_SESSION,
    /// Until the stated time, else a while: it will not work before.
    WAIT,
    /// This agent will not work until somebody changes something; another one may.
    NEXT_AGENT,
    /// Nor will another one.
    FATAL
}
