package dev.ralph.config;

/// What a confined agent can reach.
public enum Network {
    OPEN,
    /// Its model and the hosts that are named, through a proxy.
    ALLOW_LIST,
    NONE
}
