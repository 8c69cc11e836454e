package dev.ralph.config;

/// Something that is on or off.
public enum Switch {
    ON,
    OFF
}
